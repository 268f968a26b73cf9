#include "app/ordered_pgn.hpp"

#include <utility>

namespace jungle {

void OrderedPgn::add(int index, std::string text) {
  if (index >= end_) return;
  waiting_.emplace(index, std::move(text));
  while (!waiting_.empty() && waiting_.begin()->first == next_) write_first();
}

void OrderedPgn::end_at(int index) {
  end_ = index;
  waiting_.erase(waiting_.lower_bound(index), waiting_.end());
}

void OrderedPgn::finish() {
  if (failed_) return;
  while (!waiting_.empty()) write_first();
  if (next_ > 0) file_.commit();
}

void OrderedPgn::write_first() {
  failed_ = true;
  file_.write(waiting_.begin()->second);
  failed_ = false;
  next_ = waiting_.begin()->first + 1;
  waiting_.erase(waiting_.begin());
}

}  // namespace jungle
