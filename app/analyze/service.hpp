#pragma once
// `jungle analyze --stdin`: answers queries, a line each, until the input ends; several at once, in the order
// in which they are done.
//
// A query that is wrong is answered by {"id": ..., "error": "..."} and the rest goes on. While two queries
// for each analyst wait, no more are read. When the input ends, what was asked is answered; when nobody reads
// the answers any more, all work stops at once. After a stop request those at work are answered at once with
// what was found, those that wait by an error, and no more are read (the channel's read_line() has to heed
// the request too).

#include <stop_token>
#include <vector>

#include "app/analyze/analyst.hpp"
#include "app/analyze/query.hpp"
#include "app/line_channel.hpp"

namespace jungle {

struct ServiceResult {
  int answered = 0;
  int refused = 0;  // queries that were wrong
  int failed = 0;   // searches that broke down: memory, a device
};

// One thread for each analyst. Precondition: at least one. Throws what the channel throws while it is read,
// once all work has stopped.
ServiceResult serve_queries(LineChannel& channel, std::vector<Analyst> analysts,
                            const QueryDefaults& defaults, const std::stop_token& stop);

}  // namespace jungle
