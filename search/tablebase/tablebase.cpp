#include "search/tablebase/tablebase.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "core/game.hpp"
#include "core/movegen.hpp"
#include "core/symmetry.hpp"
#include "search/tablebase/board_rules.hpp"
#include "search/tablebase/manifest.hpp"
#include "search/tablebase/mirror.hpp"

namespace jungle {

using namespace tablebase;

namespace {

constexpr std::uint16_t kNoFile = 0xffff;
constexpr int kBlockBits = 16;  // of a cache key; a table of four animals has at most some 400 blocks

}  // namespace

Result<std::shared_ptr<const Tablebase>> Tablebase::open(const std::filesystem::path& folder,
                                                         TablebaseOptions options) {
  const Result<Manifest> manifest = read_manifest(folder);
  if (!manifest) return Error{manifest.error()};
  if (manifest->animals == 0)
    return Error{folder.string() + ": no finished tables yet; go on with jungle tablebase build"};
  // The constructor is private, so make_shared() can't.
  std::shared_ptr<Tablebase> tablebase(
      new Tablebase(folder, RuleSet("tablebase", manifest->rules), manifest->animals, std::move(options)));
  if (const Status opened = tablebase->open_files(); !opened) return Error{opened.error()};
  return std::shared_ptr<const Tablebase>(std::move(tablebase));
}

Result<std::shared_ptr<const Tablebase>> Tablebase::open(const std::filesystem::path& folder,
                                                         const RuleSet& rules, TablebaseOptions options) {
  auto tablebase = open(folder, std::move(options));
  if (!tablebase) return tablebase;
  const std::string differences = board_rule_differences((*tablebase)->rules().fields(), rules.fields());
  if (!differences.empty())
    return Error{folder.string() + ": tables of other rules than " + rules.name() + ": " + differences};
  return tablebase;
}

Status Tablebase::open_files() {
  file_of_material_.assign(Material::kKeys, kNoFile);
  const std::uint64_t key = board_rules_key(rules_.fields());
  for (int animals = 2; animals <= max_animals_; ++animals) {
    for (const Material& material : canonical_materials(animals)) {
      Result<TableFile> file = TableFile::open(folder_ / table_file_name(material), material, key);
      if (!file) return Error{file.error()};
      file_of_material_[material.key()] = static_cast<std::uint16_t>(files_.size());
      files_.push_back(*std::move(file));
    }
  }
  return Done{};
}

std::optional<EndgameValue> Tablebase::probe(const Position& position) const {
  if (damaged_.load(std::memory_order_relaxed))
    return std::nullopt;  // a hint: another thread's is as good later
  if (position.occupied().count() > max_animals_) return std::nullopt;
  if (const Outcome outcome = board_outcome_but_moves(position, rules_); !outcome.is_ongoing())
    return EndgameValue{.result_for_side_to_move = outcome.value_for(position.side_to_move()), .plies = 0};
  if (position.occupied(Side::kRed).empty() || position.occupied(Side::kBlue).empty())
    return value_of_one_side(position);
  const auto code = read(find(position));
  return code ? std::optional(to_value(*code)) : std::nullopt;
}

// Where taking the last animal does not end the game: it ends when the side without animals is to move, so it
// takes a ply at most.
std::optional<EndgameValue> Tablebase::value_of_one_side(const Position& position) const {
  const Side us = position.side_to_move();
  if (const Outcome outcome = board_outcome(position, rules_); !outcome.is_ongoing())
    return EndgameValue{.result_for_side_to_move = outcome.value_for(us), .plies = 0};
  MoveList moves;
  generate_legal(position, rules_, moves);
  const bool wins = std::any_of(moves.begin(), moves.end(), [&](Move move) {
    return board_outcome(position.after(move, rules_), rules_).is_win_for(us);
  });
  return wins ? EndgameValue{.result_for_side_to_move = 1, .plies = 1} : EndgameValue{};
}

// Precondition: animals on both sides, none in a den, no more than max_animals().
Tablebase::Place Tablebase::find(const Position& position) const {
  const Material material = material_of(position);
  Side to_move = position.side_to_move();
  const bool swap = !material.is_canonical() || (material.is_symmetric() && to_move == Side::kBlue);
  if (swap) to_move = !to_move;

  std::array<Square, kMaxAnimals> squares{};
  std::size_t count = 0;
  for (Side side : {swap ? Side::kBlue : Side::kRed, swap ? Side::kRed : Side::kBlue}) {
    for (int animal = kAnimals - 1; animal >= 0; --animal) {
      const Bitboard at = position.animals(side)[static_cast<std::size_t>(animal)];
      if (at.any()) squares[count++] = swap ? turned(at.first()) : at.first();
    }
  }
  if (!kLeftHalf.contains(squares[0]))
    for (Square& square : std::span(squares).first(count)) square = mirrored(square);

  const TableFile& file = files_[file_of_material_[material.canonical().key()]];
  return {&file, file.value_at(file.layout().index(std::span(squares).first(count)), to_move)};
}

std::optional<ValueCode> Tablebase::read(const Place& place) const {
  const auto file = static_cast<std::uint64_t>(place.file - files_.data());
  const auto key = static_cast<BlockCache::Key>((file << kBlockBits | place.at / kBlockBytes) + 1);
  if (const auto code = cache_.read(key, place.at % kBlockBytes)) return code;
  return read_block(place, key);
}

std::optional<ValueCode> Tablebase::read_block(const Place& place, BlockCache::Key key) const {
  std::unique_ptr<Decoder> decoder = decoders_.take();
  const std::span<const ValueCode> values = place.file->decode(place.at / kBlockBytes, *decoder);
  std::optional<ValueCode> code;
  if (values.empty()) {
    report_damage(*place.file);
  } else {
    code = values[place.at % kBlockBytes];
    cache_.put(key, values);
  }
  decoders_.give_back(std::move(decoder));
  return code;
}

void Tablebase::report_damage(const TableFile& file) const {
  if (damaged_.exchange(true) || !options_.on_damage) return;
  options_.on_damage((folder_ / table_file_name(file.header().material)).string() +
                     ": a damaged block; jungle tablebase build makes the file again");
}

}  // namespace jungle
