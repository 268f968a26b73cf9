#pragma once
// The PGN file of a match whose games end in any order.
//
//   OrderedPgn pgn("match.pgn");
//   pgn.add(game.index, text);
//   pgn.finish();
//
// Thread rule: hostile.

#include <limits>
#include <map>
#include <string>

#include "core/util/file.hpp"

namespace jungle {

// Writes games in the order of the match, each as soon as all before it have ended, to `<path>.tmp`. What the
// file itself held stays until finish() has a game to put there. After a write that failed the file is given
// up.
class OrderedPgn {
 public:
  explicit OrderedPgn(const std::string& path) : file_(path) {}

  void add(int index, std::string text);
  // Games from this index on are left out. Precondition: none of them was written, that is, some game before
  // it has not been added.
  void end_at(int index);
  void finish();

 private:
  void write_first();

  AtomicFile file_;
  std::map<int, std::string> waiting_;  // by game index
  int next_ = 0;
  int end_ = std::numeric_limits<int>::max();
  bool failed_ = false;
};

}  // namespace jungle
