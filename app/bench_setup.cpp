#include "app/bench_setup.hpp"

#include <chrono>
#include <ctime>
#include <fstream>

#include <fmt/format.h>

#include "app/evaluator_factory.hpp"
#include "app/named_net.hpp"
#include "app/resources.hpp"
#include "app/version.hpp"
#include "core/util/available_cores.hpp"
#include "nn/torch_loader.hpp"

namespace jungle {
namespace {

// Every evaluator has a copy of the weights, or two; training has weights, average, moments and gradients.
Status check_net_memory(const NetConfig& config, int threads) {
  std::uint64_t bytes = 0;
  for (const auto& [name, shape] : tensor_layout(config)) {
    std::uint64_t numbers = 1;
    for (const std::int64_t size : shape) numbers *= static_cast<std::uint64_t>(size);
    bytes += numbers * sizeof(float);
  }
  return check_memory(
      {{.name = "nets", .bytes = bytes * (16 + 2 * static_cast<std::uint64_t>(threads)), .option = "--net"}});
}

Result<BenchNet> load_net(const std::string& text) {
  Result<NamedNet> net = load_named_net(text);
  if (!net)
    return Error{fmt::format("--net: {} (a size such as c64b6 stands for random weights)", net.error())};
  auto model = std::make_shared<const Model>(std::move(net->weights));
  return BenchNet{.model = model,
                  .trained = true,
                  .text = fmt::format("{}, {} {:016x}", net->origin, model->config().name(), model->id())};
}

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t begin = line.find_first_not_of(" \t", line.find(':') + 1);
    return begin == line.npos ? "unknown" : line.substr(begin);
  }
  return "unknown";
}

std::string date_text() {
  const std::time_t time = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  gmtime_r(&time, &utc);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

}  // namespace

CLI::Option* add_bench_net_option(CLI::App& command, std::string& text) {
  text = "c64b6";
  return command
      .add_option("--net", text, "A size, with random weights, or a .safetensors file or run directory")
      ->type_name("NET")
      ->capture_default_str();
}

Result<BenchNet> open_bench_net(const std::string& net, int threads) {
  const auto config = NetConfig::from_name(net);
  if (config) {
    if (const Status fits = check_net_memory(*config, threads); !fits) return Error{fits.error()};
    return BenchNet{.model = std::make_shared<const Model>(random_weights(*config, 1)),
                    .text = config->name() + ", random weights"};
  }
  auto loaded = load_net(net);
  if (!loaded) return loaded;
  if (const Status fits = check_net_memory(loaded->model->config(), threads); !fits)
    return Error{fits.error()};
  return loaded;
}

bench::MeasureSetup bench_setup(const BenchNet& net, int threads) {
  return {
      .model = net.model,
      .trained = net.trained,
      .threads = threads,
      .make_evaluator = [](const std::shared_ptr<const Model>& model, Precision precision, int max_batch) {
        return make_net_evaluator(model, {.precision = precision, .max_batch = max_batch});
      }};
}

bench::RunFacts bench_facts(const BenchNet& net, const bench::MeasureSetup& setup, int seconds,
                            bool with_torch) {
  const auto evaluator = setup.make_evaluator(setup.model, Precision::kAuto, 1);
  std::string torch_version;
  if (with_torch) {
    if (const auto torch = TorchModule::open(); torch) torch_version = torch->api().version();
  }
  return {.date = date_text(),
          .program = "jungle " + program_version(),
          .commit = build_commit(),
          .compiler = build_compiler(),
          .target = build_target(),
          .cpu = processor_name(),
          .cores = available_cores(),
          .evaluator = evaluator ? (*evaluator)->description() : evaluator.error(),
          .torch = torch_version,
          .net = net.text,
          .threads = setup.threads,
          .seconds = seconds};
}

}  // namespace jungle
