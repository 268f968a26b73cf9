#pragma once
// `jungle analyze --stdin`: answers queries, a line each, until the input ends; several at once, in the order
// in which they are done.
//
// A query that is wrong is answered by {"id": ..., "error": "..."} and the rest goes on. While two queries
// for each analyst wait, no more are read. When the input ends, what was asked is answered; when nobody reads
// the answers any more, all work stops at once.

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

// One thread for each analyst. Precondition: at least one.
ServiceResult serve_queries(LineChannel& channel, std::vector<Analyst> analysts,
                            const QueryDefaults& defaults);

}  // namespace jungle
