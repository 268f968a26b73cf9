#include "nn/cpu_evaluator.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "nn/winograd/instruction_limit.hpp"
#include "tests/support/reference_net.hpp"
#include "tests/support/sample_positions.hpp"

namespace jungle {
namespace {

using test::reference_evaluate;
using test::sample_positions;
using test::SamplePosition;
using test::varied_weights;

// A batch of positions of one rule set; the requests look into it.
struct Batch {
  Batch(const RuleSet& rule_set, int count, std::uint64_t seed)
      : rules(rule_set), positions(sample_positions(rules, count, seed)), results(positions.size()) {
    for (const SamplePosition& position : positions) requests.push_back(position.request(rules));
  }
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  RuleSet rules;
  std::vector<SamplePosition> positions;
  std::vector<EvalRequest> requests;
  std::vector<EvalResult> results;
};

std::unique_ptr<Evaluator> make(const NetWeights& weights, Precision precision, int max_batch = 300) {
  auto evaluator = make_cpu_evaluator(std::make_shared<const Model>(weights), {precision, max_batch});
  EXPECT_TRUE(evaluator) << evaluator.error();
  return std::move(*evaluator);
}

bool has_bfloat16() {
#ifdef JUNGLE_WITH_ONEDNN
  return __builtin_cpu_supports("avx512bf16") != 0 && instruction_set_limit().empty();
#else
  return false;
#endif
}

std::vector<Precision> precisions_here() {
  if (has_bfloat16()) return {Precision::kFloat32, Precision::kBfloat16};
  return {Precision::kFloat32};
}

bool same_bits(const EvalResult& a, const EvalResult& b, int moves) {
  return std::memcmp(&a.wdl_for_side_to_move, &b.wdl_for_side_to_move, sizeof(Wdl)) == 0 &&
         std::memcmp(&a.plies_left, &b.plies_left, sizeof(float)) == 0 &&
         std::memcmp(a.priors.data(), b.priors.data(), sizeof(float) * static_cast<std::size_t>(moves)) == 0;
}

struct Difference {
  float priors = 0;
  float wdl = 0;
  float plies_left = 0;  // relative to kPliesLeftScale
};

// The largest over the batch.
Difference difference_from_reference(const NetWeights& weights, Evaluator& evaluator, Batch& batch) {
  evaluator.evaluate(batch.requests, batch.results);
  Difference most;
  for (std::size_t i = 0; i < batch.requests.size(); ++i) {
    const EvalResult expected = reference_evaluate(weights, batch.requests[i]);
    const EvalResult& found = batch.results[i];
    for (std::size_t k = 0; k < static_cast<std::size_t>(batch.positions[i].legal_moves.size()); ++k) {
      most.priors = std::max(most.priors, std::abs(found.priors[k] - expected.priors[k]));
    }
    const Wdl& wdl = expected.wdl_for_side_to_move;
    most.wdl = std::max({most.wdl, std::abs(found.wdl_for_side_to_move.win - wdl.win),
                         std::abs(found.wdl_for_side_to_move.draw - wdl.draw),
                         std::abs(found.wdl_for_side_to_move.loss - wdl.loss)});
    most.plies_left =
        std::max(most.plies_left, std::abs(found.plies_left - expected.plies_left) / kPliesLeftScale);
  }
  return most;
}

const std::vector<NetConfig>& configs() {
  static const std::vector<NetConfig> kConfigs = {NetConfig{},
                                                  {.channels = 20,
                                                   .blocks = 2,
                                                   .value_channels = 3,
                                                   .value_hidden = 70},  // nothing a multiple of a vector
                                                  {.channels = 64, .blocks = 1}};
  return kConfigs;
}

TEST(CpuEvaluator, Float32EqualsThePlainForward) {
  for (const NetConfig& config : configs()) {
    for (const NetWeights& weights : {random_weights(config, 1), varied_weights(config, 2)}) {
      const auto evaluator = make(weights, Precision::kFloat32);
      Batch batch(*RuleSet::preset("kawu"), 7, 3);
      const Difference difference = difference_from_reference(weights, *evaluator, batch);
      EXPECT_LT(difference.priors, 1e-4F) << config.name();
      EXPECT_LT(difference.wdl, 1e-4F) << config.name();
      EXPECT_LT(difference.plies_left, 1e-4F) << config.name();
    }
  }
}

TEST(CpuEvaluator, Bfloat16IsCloseToThePlainForward) {
  if (!has_bfloat16()) return;
  for (const NetConfig& config : configs()) {
    for (const NetWeights& weights : {random_weights(config, 1), varied_weights(config, 2)}) {
      const auto evaluator = make(weights, Precision::kBfloat16);
      Batch batch(*RuleSet::preset("leiden"), 7, 4);
      const Difference difference = difference_from_reference(weights, *evaluator, batch);
      EXPECT_LT(difference.priors, 0.005F) << config.name();
      EXPECT_LT(difference.wdl, 0.005F) << config.name();
      EXPECT_LT(difference.plies_left, 0.01F) << config.name();
    }
  }
}

constexpr int kMostBatch = 300;

// Evaluates batches of the given sizes and compares each bit with one large batch. The window slides, so that
// positions also change their place and their neighbours.
void expect_same_bits_in_batches_of(const std::vector<std::size_t>& sizes, const NetConfig& config) {
  for (const Precision precision : precisions_here()) {
    const auto evaluator = make(varied_weights(config, 5), precision, kMostBatch);
    Batch batch(RuleSet(), kMostBatch, 6);
    evaluator->evaluate(batch.requests, batch.results);
    std::vector<EvalResult> again(kMostBatch);
    for (const std::size_t size : sizes) {
      const std::size_t first = size * 37 % (kMostBatch - size + 1);
      evaluator->evaluate(std::span(batch.requests).subspan(first, size), std::span(again).first(size));
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_TRUE(
            same_bits(again[i], batch.results[first + i], batch.positions[first + i].legal_moves.size()))
            << evaluator->description() << " batch of " << size << ", position " << i;
      }
    }
  }
}

// The promise that makes games independent of how they are batched.
TEST(CpuEvaluator, NoBitDependsOnBatchSizeOrNeighbours) {
  std::vector<std::size_t> every_size(kMostBatch);
  std::iota(every_size.begin(), every_size.end(), 1);
  expect_same_bits_in_batches_of(every_size, {.channels = 32, .blocks = 1});
}

TEST(CpuEvaluator, NoBitDependsOnTheBatchForNetsOfOtherWidths) {
  const std::vector<std::size_t> sizes = {1,  2,  3,  4,  5,  7,  8,   9,   14, 16,
                                          23, 32, 33, 57, 64, 65, 100, 128, 255};
  for (const int channels : {20, 64, 128})
    expect_same_bits_in_batches_of(sizes, {.channels = channels, .blocks = 1});
  expect_same_bits_in_batches_of({1, 2, 7}, {.channels = 512, .blocks = 1});
}

TEST(CpuEvaluator, TwoEvaluatorsOfAModelAgreeInEveryBitFromAnyThread) {
  for (const Precision precision : precisions_here()) {
    const NetWeights weights = varied_weights(NetConfig{}, 7);
    const auto here = make(weights, precision);
    const auto there = make(weights, precision);
    EXPECT_EQ(here->id(), there->id());
    EXPECT_EQ(here->description(), there->description());
    Batch batch(RuleSet(), 40, 8);
    here->evaluate(batch.requests, batch.results);
    std::vector<EvalResult> elsewhere(batch.results.size());
    std::jthread([&] { there->evaluate(batch.requests, elsewhere); }).join();
    for (std::size_t i = 0; i < batch.results.size(); ++i) {
      EXPECT_TRUE(same_bits(batch.results[i], elsewhere[i], batch.positions[i].legal_moves.size()));
    }
  }
}

TEST(CpuEvaluator, GivesDistributionsOverTheLegalMoves) {
  for (const std::string_view name : RuleSet::preset_names()) {
    const auto evaluator = make(varied_weights(NetConfig{.channels = 16, .blocks = 1}, 9), Precision::kAuto);
    Batch batch(*RuleSet::preset(name), 100, 10);
    evaluator->evaluate(batch.requests, batch.results);
    for (std::size_t i = 0; i < batch.results.size(); ++i) {
      const EvalResult& result = batch.results[i];
      float sum = 0;
      for (int k = 0; k < batch.positions[i].legal_moves.size(); ++k) {
        EXPECT_GE(result.priors[static_cast<std::size_t>(k)], 0.0F);
        sum += result.priors[static_cast<std::size_t>(k)];
      }
      EXPECT_NEAR(sum, 1.0F, 1e-5F);
      const Wdl& wdl = result.wdl_for_side_to_move;
      EXPECT_NEAR(wdl.win + wdl.draw + wdl.loss, 1.0F, 1e-5F);
      EXPECT_GE(std::min({wdl.win, wdl.draw, wdl.loss}), 0.0F);
      EXPECT_GE(result.plies_left, 0.0F);
      EXPECT_TRUE(std::isfinite(result.plies_left));
    }
  }
}

TEST(CpuEvaluator, SaysWhatItRunsOn) {
  const NetWeights weights = random_weights(NetConfig{}, 11);
  const std::string text = make(weights, Precision::kFloat32)->description();
  EXPECT_TRUE(text.starts_with("winograd, float32, avx")) << text;
  EXPECT_NE(text.find("c32b4"), std::string::npos) << text;
  EXPECT_EQ(make(weights, Precision::kFloat32, 17)->max_batch(), 17);
}

TEST(CpuEvaluator, TakesBfloat16ByItselfOnlyWhereItIsFastest) {
  const NetWeights weights = random_weights(NetConfig{}, 11);
  std::ifstream cpuinfo("/proc/cpuinfo");
  const std::string text{std::istreambuf_iterator<char>(cpuinfo), {}};
  const bool has_amx = has_bfloat16() && text.find(" amx_bf16") != std::string::npos;
  const Precision expected = has_amx ? Precision::kBfloat16 : Precision::kFloat32;
  EXPECT_EQ(make(weights, Precision::kAuto)->id(), make(weights, expected)->id());
}

TEST(CpuEvaluator, ObeysTheLimitOfInstructionSets) {
  const bool narrow = instruction_set_limit() == "AVX2" || __builtin_cpu_supports("avx512vl") == 0;
  const std::string text = make(random_weights(NetConfig{}, 11), Precision::kFloat32)->description();
  EXPECT_NE(text.find(narrow ? "avx2" : "avx512"), std::string::npos) << text;
}

TEST(CpuEvaluator, CountsItsTime) {
  const auto evaluator = make(random_weights(NetConfig{}, 11), Precision::kAuto);
  EXPECT_EQ(evaluator->stats().infer_ns, 0);
  Batch batch(RuleSet(), 10, 12);
  evaluator->evaluate(batch.requests, batch.results);
  EXPECT_GT(evaluator->stats().encode_ns, 0);
  EXPECT_GT(evaluator->stats().infer_ns, 0);
}

TEST(CpuEvaluator, IdsTellModelsAndPrecisionsApart) {
  const NetWeights weights = random_weights(NetConfig{}, 11);
  const auto evaluator = make(weights, Precision::kFloat32);
  EXPECT_NE(evaluator->id(), make(random_weights(NetConfig{}, 12), Precision::kFloat32)->id());
  if (!has_bfloat16()) return;
  EXPECT_NE(evaluator->id(), make(weights, Precision::kBfloat16)->id());
}

TEST(CpuEvaluator, Bfloat16IsRefusedWhereItWouldBeEmulated) {
  const auto model = std::make_shared<const Model>(random_weights(NetConfig{.channels = 8, .blocks = 1}, 13));
  const auto evaluator = make_cpu_evaluator(model, {.precision = Precision::kBfloat16});
  EXPECT_EQ(evaluator.has_value(), has_bfloat16());
  if (evaluator) return;
  EXPECT_NE(evaluator.error().find("use float32"), std::string::npos);
}

TEST(CpuEvaluator, ANetWhoseOutputsOverflowIsRefusedAtItsFirstUse) {
  const NetConfig config{.channels = 16, .blocks = 1, .value_channels = 4, .value_hidden = 16};
  for (const char* const tensor : {"policy.out.weight", "value.out.weight"}) {
    NetWeights weights = varied_weights(config, 5);
    float next = 3e38F;  // finite: it loads
    for (float& weight : weights.tensors.at(tensor).data) weight = next = -next;
    for (const Precision precision : precisions_here()) {
      Batch batch(RuleSet(), 5, 1);
      const auto evaluator = make(weights, precision);
      try {
        evaluator->evaluate(batch.requests, batch.results);
        ADD_FAILURE() << tensor << ": gave results";
      } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find("outputs that are not finite"), std::string::npos);
      }
    }
  }
}

}  // namespace
}  // namespace jungle
