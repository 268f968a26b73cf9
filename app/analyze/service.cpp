#include "app/analyze/service.hpp"

#include <atomic>
#include <exception>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "app/analyze/bounded_queue.hpp"
#include "app/analyze/position_report.hpp"

namespace jungle {
namespace {

using Json = nlohmann::ordered_json;

// Texts of users may hold any bytes: what is not UTF-8 is replaced.
void write_json(LineChannel& channel, const Json& json) {
  channel.write_line(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Json error_json(const Json& id, const std::string& message) { return {{"id", id}, {"error", message}}; }

class Service {
 public:
  Service(LineChannel& channel, std::size_t capacity) : channel_(channel), queue_(capacity) {}

  void read(const QueryDefaults& defaults) {
    while (const auto line = channel_.read_line()) {
      if (line->find_first_not_of(" \t\r") == line->npos) continue;
      Result<Query> query = parse_query(*line, defaults);
      if (query) {
        queue_.put(std::move(*query));
      } else {
        ++refused_;
        write_json(channel_, error_json(id_of(*line), query.error()));
      }
    }
    queue_.close();
  }

  // Until the queue is closed and empty. Without anybody to read, the rest is thrown away.
  void work(Analyst& analyst) {
    const std::stop_token closed = channel_.closed();
    while (const std::optional<Query> query = queue_.take())
      if (!closed.stop_requested()) answer(analyst, *query, closed);
  }

  ServiceResult result() const { return {.answered = answered_, .refused = refused_, .failed = failed_}; }

 private:
  // Each query is looked at with fresh eyes: its answer does not depend on which came before.
  void answer(Analyst& analyst, const Query& query, const std::stop_token& closed) {
    try {
      analyst.forget();
      const Decision decision = analyst.look_at(query.game, query.limits, query.lines, closed);
      Json json = {{"id", query.id}};
      json.update(analysis_json(query.game, decision));
      write_json(channel_, json);
      ++answered_;
    } catch (const std::exception& error) {
      ++failed_;
      write_json(channel_, error_json(query.id, error.what()));
    }
  }

  LineChannel& channel_;
  BoundedQueue<Query> queue_;
  std::atomic<int> answered_ = 0;
  std::atomic<int> refused_ = 0;
  std::atomic<int> failed_ = 0;
};

}  // namespace

ServiceResult serve_queries(LineChannel& channel, std::vector<Analyst> analysts,
                            const QueryDefaults& defaults) {
  Service service(channel, 2 * analysts.size());
  {
    std::vector<std::jthread> workers;
    workers.reserve(analysts.size());
    for (Analyst& analyst : analysts) workers.emplace_back([&] { service.work(analyst); });
    service.read(defaults);
  }
  return service.result();
}

}  // namespace jungle
