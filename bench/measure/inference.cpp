// Positions evaluated a second by batch, over LibTorch's module run plainly.

#include <fmt/format.h>

#include "bench/measure/parts.hpp"
#include "bench/measure/requests.hpp"
#include "nn/torch_loader.hpp"

namespace jungle::bench {
namespace {

Row measure_batch(const MeasureSetup& setup, int batch, double seconds) {
  Row row{
      .part = "inference",
      .name = fmt::format("inference.{}", batch),
      .what = fmt::format("positions through {}, batch {}, one thread", setup.model->config().name(), batch),
      .against = "LibTorch's module, float32, NCHW",
      .unit = "positions/s"};
  const auto ours = setup.make_evaluator(setup.model, Precision::kAuto, batch);
  if (!ours) {
    row.note = ours.error();
    return row;
  }
  Requests requests;
  std::vector<EvalResult> results(static_cast<std::size_t>(batch));
  const Work our_work = evaluate_in_turn(**ours, requests, results);
  const Result<TorchModule> torch = TorchModule::open();
  if (!torch) {
    row.note = torch.error();
    row.ours = median(rounds_of({&our_work, 1}, seconds).front());
    return row;
  }
  const auto naive = torch->api().make_plain_evaluator(setup.model, batch);
  return with_rates(std::move(row),
                    alternate(our_work, evaluate_in_turn(*naive, requests, results), seconds));
}

}  // namespace

std::vector<Row> measure_inference(const MeasureSetup& setup, double seconds) {
  constexpr int kBatches[] = {1, 8, 64, 256};
  std::vector<Row> rows;
  for (const int batch : kBatches)
    rows.push_back(measure_batch(setup, batch, seconds / static_cast<double>(std::size(kBatches))));
  return rows;
}

}  // namespace jungle::bench
