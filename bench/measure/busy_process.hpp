#pragma once
// Another process that takes as much of a core as the system gives it, for as long as the object lives; it
// ends with this process too, however that ends. Throws std::system_error when there can be none.
// Thread rule: hostile.

#include <sys/types.h>

namespace jungle::bench {

class BusyProcess {
 public:
  BusyProcess();
  BusyProcess(const BusyProcess&) = delete;
  BusyProcess& operator=(const BusyProcess&) = delete;
  ~BusyProcess();

 private:
  pid_t child_ = -1;
};

}  // namespace jungle::bench
