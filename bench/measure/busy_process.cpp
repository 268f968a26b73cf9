#include "bench/measure/busy_process.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <system_error>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace jungle::bench {
namespace {

// Calls only what may run in the child of a process with threads.
[[noreturn]] void spin(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  if (::getppid() != parent) ::_exit(0);  // it ended before it could be watched
  // An endless loop has to do something that counts.
  for (std::atomic<unsigned> count = 0;;) count.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

BusyProcess::BusyProcess() {
  const pid_t parent = ::getpid();
  child_ = ::fork();
  if (child_ < 0) throw std::system_error(errno, std::generic_category(), "cannot start another process");
  if (child_ == 0) spin(parent);
}

BusyProcess::~BusyProcess() {
  ::kill(child_, SIGKILL);
  while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace jungle::bench
