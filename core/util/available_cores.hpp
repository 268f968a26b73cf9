#pragma once
// How many threads can really run at once: the processor affinity of this process, cut by the CPU quota of
// its control group (containers), rounded up; at least 1. A 32-core host that lends us two cores gives 2.

namespace jungle {

int available_cores();

}  // namespace jungle
