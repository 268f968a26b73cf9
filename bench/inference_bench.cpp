// Nets: encoding alone, then whole evaluations by net, backend, precision and batch.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "app/evaluator_factory.hpp"
#include "bench/measure/requests.hpp"
#include "bench/suites.hpp"
#include "nn/encoding.hpp"

namespace jungle::bench {
namespace {

// Items: positions.
void encode_positions(benchmark::State& state) {
  const Requests requests;
  std::vector<float> planes(kEncodedSize);
  for (auto _ : state) {
    for (const EvalRequest& request : requests.all()) {
      encode(request, planes);
      benchmark::DoNotOptimize(planes.data());
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(requests.all().size()));
}

// Items: positions.
void evaluate(benchmark::State& state, const std::string& net, const NetEvaluatorOptions& options) {
  const Result<std::unique_ptr<Evaluator>> evaluator = make_net_evaluator(random_model(net), options);
  if (!evaluator) {
    state.SkipWithError(evaluator.error().c_str());
    return;
  }
  Requests requests;
  const auto batch = static_cast<std::size_t>(options.max_batch);
  std::vector<EvalResult> results(batch);
  (*evaluator)->evaluate(requests.next(batch), results);  // the first use of a size prepares it
  for (auto _ : state) {
    (*evaluator)->evaluate(requests.next(batch), results);
    benchmark::DoNotOptimize(results.data());
  }
  state.SetItemsProcessed(state.iterations() * options.max_batch);
  state.SetLabel((*evaluator)->description());
}

struct Variant {
  const char* name;
  NetEvaluatorOptions options;
};

std::vector<Variant> variants() {
  std::vector<Variant> all = {
      {"cpu/float32", {.backend = NetBackend::kCpu, .precision = Precision::kFloat32}}};
  const NetEvaluatorOptions bfloat16{.backend = NetBackend::kCpu, .precision = Precision::kBfloat16};
  if (make_net_evaluator(random_model("c8b1"), bfloat16)) all.push_back({"cpu/bfloat16", bfloat16});
#ifdef JUNGLE_WITH_TORCH
  all.push_back({"torch/float32", {.backend = NetBackend::kTorch}});
#endif
  return all;
}

}  // namespace

void register_inference_benchmarks() {
  benchmark::RegisterBenchmark("inference/encode", encode_positions);
  for (const char* net : {"c32b4", "c64b6"}) {
    for (Variant& variant : variants()) {
      for (const int batch : {1, 8, 64, 256}) {
        variant.options.max_batch = batch;
        const std::string name = fmt::format("inference/{}/{}/batch:{}", net, variant.name, batch);
        benchmark::RegisterBenchmark(name.c_str(), evaluate, std::string(net), variant.options);
      }
    }
  }
}

}  // namespace jungle::bench
