// Samples trained on a second, over the loop that LibTorch's tutorials have.

#include <fmt/format.h>

#include "bench/measure/parts.hpp"
#include "bench/measure/training_batch.hpp"
#include "nn/torch_loader.hpp"

namespace jungle::bench {

std::vector<Row> measure_training(const MeasureSetup& setup, double seconds) {
  constexpr int kBatch = 256;
  constexpr double kLearningRate = 1e-3;
  const TrainerConfig config{.batch_size = kBatch, .threads = setup.threads};
  Row row{.part = "training",
          .name = "training",
          .what = fmt::format("samples through a step of {}, batch {}, {} threads",
                              setup.model->config().name(), kBatch, setup.threads),
          .against = "LibTorch's plain loop, float32, NCHW, its own threads",
          .unit = "samples/s"};
  const Result<TorchModule> torch = TorchModule::open();
  if (!torch) {
    row.note = torch.error();
    return {row};
  }
  const TrainingBatch batch(kBatch);
  const auto trainer = torch->api().make_trainer(setup.model->weights(), config);
  const PlainTrainingStep plain_step = torch->api().make_plain_training_step(setup.model->weights(), config);
  const auto train = [&] {
    trainer->step(batch.view(), kLearningRate);
    return static_cast<double>(kBatch);
  };
  const auto train_plainly = [&] {
    plain_step(batch.view(), kLearningRate);
    return static_cast<double>(kBatch);
  };
  row.note = trainer->description();
  return {with_rates(std::move(row),
                     alternate(repeat(train, Timing::kWall), repeat(train_plainly, Timing::kWall), seconds))};
}

}  // namespace jungle::bench
