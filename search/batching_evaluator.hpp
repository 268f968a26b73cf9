#pragma once
// Many threads, one evaluator that likes large batches. Each thread holds a client; what the clients ask is
// gathered until a batch is full, until every client waits, or until one has waited for `patience`. Then one
// of the waiting threads runs the batch for all.
//
//   std::vector<std::unique_ptr<Evaluator>> clients = BatchingEvaluator::share(std::move(net), threads);
//
// It is for devices that run one batch at a time, and run a large one almost as fast as a small one (`match`
// with backend=torch and a device). On processor cores it makes threads wait for one another: give each its
// own net.
//
// There is no thread behind the scenes: a request never outlives its caller, and nothing can be left pending
// on shutdown. A client that is destroyed is no longer waited for. When the inner evaluator throws, every
// client in that batch throws the same.
//
// Thread rule: a client is hostile (one thread each); clients of one evaluator are safe together.

#include <chrono>
#include <memory>
#include <vector>

#include "search/evaluator.hpp"

namespace jungle {

class BatchingEvaluator final : public Evaluator {
 public:
  static constexpr std::chrono::microseconds kPatience{200};
  static std::vector<std::unique_ptr<Evaluator>> share(std::unique_ptr<Evaluator> inner, int clients,
                                                       std::chrono::microseconds patience = kPatience);
  ~BatchingEvaluator() override;

  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override;
  int max_batch() const override;
  std::uint64_t id() const override;
  EvaluatorStats stats() const override;  // of the inner evaluator: the same for all clients
  std::string description() const override;

 private:
  class Batcher;
  explicit BatchingEvaluator(std::shared_ptr<Batcher> batcher);

  std::shared_ptr<Batcher> batcher_;
};

}  // namespace jungle
