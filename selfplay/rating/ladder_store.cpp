#include "selfplay/rating/ladder_store.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace jungle {

namespace {

constexpr std::int64_t kApplicationId = 0x4a4c4164;  // "JLAd"
constexpr std::int64_t kVersion = 1;
constexpr std::size_t kHeaderBytes = 100;  // of an SQLite file; the two numbers are at fixed places in it
constexpr std::size_t kVersionAt = 60;
constexpr std::size_t kApplicationIdAt = 68;

constexpr const char* kSchema = R"(
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE players (id INTEGER PRIMARY KEY, spec TEXT NOT NULL UNIQUE, net_hash TEXT NOT NULL);
CREATE TABLE pairs (
  id INTEGER PRIMARY KEY,
  round INTEGER NOT NULL,
  first INTEGER NOT NULL REFERENCES players,
  second INTEGER NOT NULL REFERENCES players CHECK (second <> first),
  start TEXT NOT NULL,
  opening TEXT NOT NULL);
CREATE TABLE games (
  pair INTEGER NOT NULL REFERENCES pairs,
  game INTEGER NOT NULL CHECK (game IN (0, 1)),
  half_points_of_first INTEGER NOT NULL CHECK (half_points_of_first IN (0, 1, 2)),
  termination TEXT NOT NULL,
  forfeit TEXT NOT NULL,
  moves TEXT NOT NULL,
  first_ms INTEGER NOT NULL,
  second_ms INTEGER NOT NULL,
  PRIMARY KEY (pair, game)) WITHOUT ROWID;
CREATE TABLE ratings (
  player INTEGER PRIMARY KEY REFERENCES players,
  elo REAL NOT NULL, low REAL, high REAL);
)";

std::int64_t big_endian(const char* bytes) {
  std::int64_t value = 0;
  for (int i = 0; i < 4; ++i) value = value * 256 + static_cast<unsigned char>(bytes[i]);
  return value;
}

Error refused(const std::filesystem::path& path, const std::string& why) {
  return Error{path.string() + ": " + why + "; the file is left as it is"};
}

Error damaged(const std::filesystem::path& path) {
  return refused(path, "a damaged ladder: restore a copy, or begin another one");
}

}  // namespace

// The lock, by a descriptor that is closed after all of SQLite's (whose own locks any close would drop).
class LadderStore::FileLock {
 public:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock() { ::close(descriptor_); }

  bool take() const { return ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0; }
  // The file's first bytes; shorter when it is.
  std::string header() const {
    std::array<char, kHeaderBytes> bytes{};
    const ssize_t size = ::pread(descriptor_, bytes.data(), bytes.size(), 0);
    return {bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
  }

 private:
  int descriptor_;
};

LadderStore::LadderStore(std::filesystem::path path, std::shared_ptr<FileLock> lock)
    : path_(std::move(path)), lock_(std::move(lock)) {}

// Looks at the file before SQLite does, so that nothing foreign is touched. An empty one is a new one.
Result<LadderStore> LadderStore::open_file(const std::filesystem::path& path, bool alone) {
  if (std::filesystem::is_directory(path))
    return Error{path.string() + ": it is a folder; a file is expected"};
  const int access = alone ? O_RDWR | O_CREAT : O_RDONLY;
  const int descriptor = ::open(path.c_str(), access | O_CLOEXEC, 0644);
  if (descriptor < 0) return Error{path.string() + ": cannot be opened: " + std::strerror(errno)};
  LadderStore store(path, std::make_shared<FileLock>(descriptor));
  if (alone && !store.lock_->take())
    return Error{path.string() + ": in use by another process; wait for it or give another file"};
  const std::string header = store.lock_->header();
  if (!header.empty()) {
    const bool ladder = header.size() == kHeaderBytes && header.starts_with("SQLite format 3") &&
                        big_endian(&header[kApplicationIdAt]) == kApplicationId;
    if (!ladder) return refused(path, "not a ladder; give another file");
    const std::int64_t version = big_endian(&header[kVersionAt]);
    if (version != kVersion)
      return refused(path, "version " + std::to_string(version) + " of the format, where " +
                               std::to_string(kVersion) + " is read");
  }
  try {
    store.database_ = std::make_unique<Database>(path, alone ? SqliteAccess::kWrite : SqliteAccess::kRead);
    if (const Status sound = store.check(); !sound) return Error{sound.error()};
  } catch (const SqliteError& error) {
    if (error.is_bad_file()) return damaged(path);
    throw;
  }
  return store;
}

Status LadderStore::check() {
  database_->run("PRAGMA foreign_keys = ON; PRAGMA synchronous = EXTRA;");
  if (database_->number("SELECT count(*) FROM sqlite_schema") == 0) return Done{};  // a new file
  if (database_->text("PRAGMA quick_check(1)") != "ok") return damaged(path_);
  Statement broken(*database_, "PRAGMA foreign_key_check");
  if (broken.next()) return damaged(path_);
  const auto numbered = [&](const char* table, int from) {
    const std::string name(table), first = std::to_string(from);
    return database_->number(("SELECT count(*) FROM " + name + " WHERE id NOT BETWEEN " + first + " AND " +
                              first + " - 1 + (SELECT count(*) FROM " + name + ")")
                                 .c_str()) == 0;
  };
  if (!numbered("players", 0) || !numbered("pairs", 1)) return damaged(path_);
  // A table or a column that is missing fails here.
  static_cast<void>(settings());
  static_cast<void>(players());
  for (const char* columns :
       {"SELECT id, round, first, second, start, opening FROM pairs",
        "SELECT pair, game, half_points_of_first, termination, forfeit, moves, first_ms, "
        "second_ms FROM games",
        "SELECT player, elo, low, high FROM ratings"}) {
    const Statement statement(*database_, columns);
    static_cast<void>(statement);
  }
  return Done{};
}

void LadderStore::create(const LadderSettings& settings) {
  Transaction transaction(*database_);
  database_->run(("PRAGMA application_id = " + std::to_string(kApplicationId)).c_str());
  database_->run(("PRAGMA user_version = " + std::to_string(kVersion)).c_str());
  database_->run(kSchema);
  Statement insert(*database_, "INSERT INTO settings VALUES (?, ?)");
  for (const auto& [name, value] : settings) insert.bind(1, name).bind(2, value).run();
  transaction.commit();
}

Status LadderStore::check_settings(const LadderSettings& settings) {
  const LadderSettings there = this->settings();
  std::string differences;
  for (const auto& [name, value] : settings) {
    const auto found = there.find(name);
    if (found != there.end() && found->second == value) continue;
    differences += (differences.empty() ? "" : ", ") + name;
  }
  if (differences.empty()) return Done{};
  return Error{path_.string() + ": this ladder was begun with another " + differences +
               "; go back to that, or begin another ladder"};
}

Result<LadderStore> LadderStore::open(const std::filesystem::path& path, const LadderSettings& settings) {
  Result<LadderStore> store = open_file(path, true);
  if (!store) return store;
  if (store->database_->number("SELECT count(*) FROM sqlite_schema") == 0) {
    store->create(settings);
  } else if (const Status same = store->check_settings(settings); !same) {
    return Error{same.error()};
  }
  // Readers then never wait for the writer, nor it for them. Set when the file is a ladder, since it writes.
  store->database_->run("PRAGMA journal_mode = WAL");
  return store;
}

Result<LadderStore> LadderStore::open_to_read(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::file_size(path, error) == 0 || error)
    return Error{path.string() + ": no ladder there"};
  Result<LadderStore> store = open_file(path, false);
  if (store && store->database_->number("SELECT count(*) FROM sqlite_schema") == 0)
    return Error{path.string() + ": an empty ladder"};
  return store;
}

LadderSettings LadderStore::settings() {
  LadderSettings settings;
  Statement rows(*database_, "SELECT name, value FROM settings");
  while (rows.next()) settings[rows.text(0)] = rows.text(1);
  return settings;
}

Result<std::vector<int>> LadderStore::admit(std::span<const LadderPlayer> players) {
  std::map<std::string, int> id_of;
  const std::vector<LadderPlayer> there = this->players();
  for (std::size_t i = 0; i < there.size(); ++i) id_of[there[i].spec] = static_cast<int>(i);
  std::vector<int> ids;
  Transaction transaction(*database_);
  Statement insert(*database_, "INSERT INTO players VALUES (?, ?, ?)");
  for (const LadderPlayer& player : players) {
    const auto [found, is_new] = id_of.emplace(player.spec, static_cast<int>(id_of.size()));
    ids.push_back(found->second);
    if (is_new) {
      insert.bind(1, std::int64_t{found->second}).bind(2, player.spec).bind(3, player.net_hash).run();
    } else if (static_cast<std::size_t>(found->second) < there.size() &&
               there[static_cast<std::size_t>(found->second)].net_hash != player.net_hash) {
      return Error{path_.string() + ": the net of \"" + player.spec +
                   "\" is not the one that played there; name the net's own file, or begin another ladder"};
    }
  }
  transaction.commit();
  return ids;
}

std::vector<LadderPlayer> LadderStore::players() {
  std::vector<LadderPlayer> players;
  Statement rows(*database_, "SELECT spec, net_hash FROM players ORDER BY id");
  while (rows.next()) players.push_back({.spec = rows.text(0), .net_hash = rows.text(1)});
  return players;
}

void LadderStore::plan(std::span<const LadderPair> pairs) {
  Transaction transaction(*database_);
  Statement insert(*database_, "INSERT INTO pairs VALUES (?, ?, ?, ?, ?, ?)");
  for (const LadderPair& pair : pairs) {
    insert.bind(1, pair.id)
        .bind(2, std::int64_t{pair.round})
        .bind(3, std::int64_t{pair.first})
        .bind(4, std::int64_t{pair.second})
        .bind(5, pair.start)
        .bind(6, pair.opening)
        .run();
  }
  transaction.commit();
}

void LadderStore::add_game(const LadderGame& game) {
  Transaction transaction(*database_);
  Statement insert(*database_, "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  insert.bind(1, game.pair)
      .bind(2, std::int64_t{game.game})
      .bind(3, std::int64_t{game.half_points_of_first})
      .bind(4, game.termination)
      .bind(5, game.forfeit)
      .bind(6, game.moves)
      .bind(7, game.first_ms)
      .bind(8, game.second_ms)
      .run();
  transaction.commit();
}

void LadderStore::save_ratings(std::span<const PoolRating> ratings) {
  Transaction transaction(*database_);
  database_->run("DELETE FROM ratings");
  Statement insert(*database_, "INSERT INTO ratings VALUES (?, ?, ?, ?)");
  std::int64_t id = 0;
  for (const PoolRating& rating : ratings)
    insert.bind(1, id++).bind(2, rating.elo).bind(3, rating.low).bind(4, rating.high).run();
  transaction.commit();
}

LadderContents LadderStore::contents() {
  const Transaction one_instant(*database_, SqliteAccess::kRead);
  return {.settings = settings(),
          .players = players(),
          .pairs = pairs(),
          .games = games(),
          .rated_games = rated_games()};
}

std::vector<LadderPair> LadderStore::pairs() {
  std::vector<LadderPair> pairs;
  Statement rows(*database_, "SELECT id, round, first, second, start, opening FROM pairs ORDER BY id");
  while (rows.next()) {
    pairs.push_back({.id = rows.integer(0),
                     .round = rows.small_integer(1),
                     .first = rows.small_integer(2),
                     .second = rows.small_integer(3),
                     .start = rows.text(4),
                     .opening = rows.text(5)});
  }
  return pairs;
}

std::vector<LadderGame> LadderStore::games() {
  std::vector<LadderGame> games;
  Statement rows(*database_,
                 "SELECT pair, game, half_points_of_first, termination, forfeit, moves, first_ms, second_ms "
                 "FROM games ORDER BY pair, game");
  while (rows.next()) {
    games.push_back({.pair = rows.integer(0),
                     .game = rows.small_integer(1),
                     .half_points_of_first = rows.small_integer(2),
                     .termination = rows.text(3),
                     .forfeit = rows.text(4),
                     .moves = rows.text(5),
                     .first_ms = rows.integer(6),
                     .second_ms = rows.integer(7)});
  }
  return games;
}

std::set<std::pair<std::int64_t, int>> LadderStore::finished() {
  std::set<std::pair<std::int64_t, int>> games;
  Statement rows(*database_, "SELECT pair, game FROM games");
  while (rows.next()) games.emplace(rows.integer(0), rows.small_integer(1));
  return games;
}

std::vector<RatedGame> LadderStore::rated_games() {
  std::vector<RatedGame> games;
  Statement rows(
      *database_,
      "SELECT pair, game, first, second, half_points_of_first FROM games JOIN pairs ON pairs.id = pair "
      "ORDER BY pair, game");
  while (rows.next()) {
    const bool swapped = rows.integer(1) == 1;
    games.push_back({.first = rows.small_integer(swapped ? 3 : 2),
                     .second = rows.small_integer(swapped ? 2 : 3),
                     .half_points_of_first = rows.small_integer(4),
                     .pair = rows.integer(0)});
  }
  return games;
}

}  // namespace jungle
