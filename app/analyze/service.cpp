#include "app/analyze/service.hpp"

#include <atomic>
#include <exception>
#include <functional>
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
  Service(LineChannel& channel, std::size_t capacity, const std::stop_token& stop)
      : channel_(channel),
        queue_(capacity),
        on_stop_(stop, [this] { stop_.request_stop(); }),
        on_closed_(channel.closed(), [this] { stop_.request_stop(); }) {}

  void read(const QueryDefaults& defaults) {
    while (const auto line = channel_.read_line()) {
      if (line->cut) {
        refuse(nullptr, LineReader::too_long_message());
      } else if (line->text.find_first_not_of(" \t\r") != line->text.npos) {
        Result<Query> query = parse_query(line->text, defaults);
        if (query) {
          queue_.put(std::move(*query));
        } else {
          refuse(id_of(line->text), query.error());
        }
      }
    }
    read_all_ = true;
  }

  // No more queries come. What was read is answered, unless reading broke down.
  void close() {
    if (!read_all_) stop_.request_stop();
    queue_.close();
  }

  // Until the queue is closed and empty. After a stop nothing new is begun.
  void work(Analyst& analyst) {
    while (const std::optional<Query> query = queue_.take()) {
      if (stop_.stop_requested()) {
        write_json(channel_, error_json(query->id, "stopped before its turn"));
      } else {
        answer(analyst, *query);
      }
    }
  }

  ServiceResult result() const { return {.answered = answered_, .refused = refused_, .failed = failed_}; }

 private:
  void refuse(const Json& id, const std::string& why) {
    ++refused_;
    write_json(channel_, error_json(id, why));
  }

  // Each query is looked at with fresh eyes: its answer does not depend on which came before.
  void answer(Analyst& analyst, const Query& query) {
    try {
      analyst.forget();
      const Decision decision = analyst.look_at(query.game, query.limits, query.lines, stop_.get_token());
      Json json = {{"id", query.id}};
      json.update(analysis_json(query.game, decision, analyst.probe(query.game.position())));
      write_json(channel_, json);
      ++answered_;
    } catch (const std::exception& error) {
      ++failed_;
      write_json(channel_, error_json(query.id, error.what()));
    }
  }

  LineChannel& channel_;
  BoundedQueue<Query> queue_;
  std::stop_source stop_;  // as asked; nobody reads any more; reading broke down
  std::stop_callback<std::function<void()>> on_stop_;
  std::stop_callback<std::function<void()>> on_closed_;
  bool read_all_ = false;
  std::atomic<int> answered_ = 0;
  std::atomic<int> refused_ = 0;
  std::atomic<int> failed_ = 0;
};

// Whatever ends the reading, an exception too.
class CloseAtEnd {
 public:
  explicit CloseAtEnd(Service& service) : service_(service) {}
  CloseAtEnd(const CloseAtEnd&) = delete;
  CloseAtEnd& operator=(const CloseAtEnd&) = delete;
  ~CloseAtEnd() { service_.close(); }

 private:
  Service& service_;
};

}  // namespace

ServiceResult serve_queries(LineChannel& channel, std::vector<Analyst> analysts,
                            const QueryDefaults& defaults, const std::stop_token& stop) {
  Service service(channel, 2 * analysts.size(), stop);
  {
    std::vector<std::jthread> workers;
    const CloseAtEnd close(service);  // before the workers are waited for: they wait for it
    workers.reserve(analysts.size());
    for (Analyst& analyst : analysts) workers.emplace_back([&] { service.work(analyst); });
    service.read(defaults);
  }
  return service.result();
}

}  // namespace jungle
