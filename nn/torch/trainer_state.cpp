#include "nn/torch/trainer_state.hpp"

#include <cmath>
#include <span>

#include <torch/serialize.h>

#include "core/util/file.hpp"

namespace jungle {
namespace {

constexpr const char* kFormat = "jungle trainer state 1";

at::Tensor tensor_of(std::span<const float> values) {
  return torch::from_blob(const_cast<float*>(values.data()), {static_cast<std::int64_t>(values.size())});
}

// One archive entry of `size` finite numbers; throws c10::Error when it is absent or something else.
std::vector<float> read_floats(torch::serialize::InputArchive& archive, const std::string& name,
                               std::size_t size) {
  at::Tensor tensor;
  archive.read(name, tensor);
  TORCH_CHECK(tensor.dim() == 1 && tensor.numel() == static_cast<std::int64_t>(size) &&
                  tensor.scalar_type() == torch::kFloat && tensor.isfinite().all().item<bool>(),
              name, " is not ", size, " finite floats");
  tensor = tensor.contiguous();
  return {tensor.data_ptr<float>(), tensor.data_ptr<float>() + size};
}

template <typename Value>
Value read_value(torch::serialize::InputArchive& archive, const std::string& name) {
  c10::IValue value;
  archive.read(name, value);
  return value.to<Value>();
}

// Written only when there are any.
std::string heads_in(torch::serialize::InputArchive& archive) {
  c10::IValue value;
  return archive.try_read("heads", value) ? value.to<std::string>() : "";
}

std::string first_line(const c10::Error& error) {
  const std::string text = error.what_without_backtrace();
  return text.substr(0, text.find('\n'));
}

}  // namespace

void save_state(const std::filesystem::path& path, const FlatLayout& layout, const TrainerState& state) {
  torch::serialize::OutputArchive archive;
  archive.write("format", c10::IValue(kFormat));
  archive.write("net", c10::IValue(layout.config.name()));
  if (const std::string heads = layout.heads.names(); !heads.empty())
    archive.write("heads", c10::IValue(heads));
  archive.write("steps", c10::IValue(state.optimizer.steps_done()));
  archive.write("trained.parameters", tensor_of(state.trained.parameters));
  archive.write("trained.statistics", tensor_of(state.trained.statistics));
  archive.write("averaged.parameters", tensor_of(state.averaged.parameters));
  archive.write("averaged.statistics", tensor_of(state.averaged.statistics));
  archive.write("first_moment", tensor_of(state.optimizer.first_moment()));
  archive.write("second_moment", tensor_of(state.optimizer.second_moment()));
  archive.save_to(temporary_name(path).string());
  commit_file(path);
}

Status load_state(const std::filesystem::path& path, const FlatLayout& layout, TrainerState& state) {
  if (!std::filesystem::is_regular_file(path)) return Error{path.string() + ": no such trainer state file"};
  try {
    torch::serialize::InputArchive archive;
    archive.load_from(path.string());
    const auto format = read_value<std::string>(archive, "format");
    if (format != kFormat) {
      return Error{path.string() + ": is '" + format + "', expected '" + kFormat + "'"};
    }
    const auto net = read_value<std::string>(archive, "net");
    if (net != layout.config.name()) {
      return Error{path.string() + ": is the state of a " + net + " net, expected " + layout.config.name()};
    }
    const std::string heads = heads_in(archive);
    if (heads != layout.heads.names()) {
      return Error{path.string() + ": has the training heads '" + heads + "', expected '" +
                   layout.heads.names() + "' (learn.reply_weight, learn.later_weight)"};
    }
    const auto steps = read_value<std::int64_t>(archive, "steps");
    TORCH_CHECK(steps >= 0, "steps is negative");
    const std::size_t parameters = state.trained.parameters.size();
    const std::size_t statistics = state.trained.statistics.size();
    FlatWeights trained{read_floats(archive, "trained.parameters", parameters),
                        read_floats(archive, "trained.statistics", statistics)};
    FlatWeights averaged{read_floats(archive, "averaged.parameters", parameters),
                         read_floats(archive, "averaged.statistics", statistics)};
    const std::vector<float> first_moment = read_floats(archive, "first_moment", parameters);
    const std::vector<float> second_moment = read_floats(archive, "second_moment", parameters);
    // Element by element: the trainer's nets are views of these vectors.
    std::ranges::copy(trained.parameters, state.trained.parameters.begin());
    std::ranges::copy(trained.statistics, state.trained.statistics.begin());
    state.averaged = std::move(averaged);
    state.optimizer.restore(steps, first_moment, second_moment);
    return Done{};
  } catch (const c10::Error& error) {
    return Error{path.string() + ": not a trainer state file (" + first_line(error) + ")"};
  }
}

}  // namespace jungle
