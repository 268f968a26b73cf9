#pragma once
// Time that processors spent on this process, all threads together: what work costs, whoever else is at the
// machine.
//
//   const double before = process_cpu_seconds();
//   work();
//   report(process_cpu_seconds() - before);
//
// Thread rule: safe.

namespace jungle {

double process_cpu_seconds();  // since the process began; to the microsecond or better

}  // namespace jungle
