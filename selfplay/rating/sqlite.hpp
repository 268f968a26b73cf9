#pragma once
// As much of SQLite's C interface as a ladder needs, with owners.
//
//   Database database("ladder.sqlite");
//   Transaction transaction(database);
//   Statement insert(database, "INSERT INTO games VALUES (?, ?)");
//   insert.bind(1, 7).bind(2, "g3g4").run();
//   transaction.commit();
//
// What fails throws SqliteError; its is_bad_file() tells a file that is damaged or no database from a disk
// that refuses. Thread rule: hostile, a database with all its statements.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace jungle {

class SqliteError : public std::runtime_error {
 public:
  SqliteError(const std::string& message, int code) : std::runtime_error(message), code_(code) {}
  bool is_bad_file() const;  // damaged, or no database

 private:
  int code_;
};

enum class SqliteAccess {
  kWrite,
  kRead  // no statement that changes anything is run
};

class Database {
 public:
  // Opens, and to write makes if missing. Nothing is read before the first statement.
  explicit Database(const std::filesystem::path& path, SqliteAccess access = SqliteAccess::kWrite);

  void run(const char* statements);        // without parameters and rows
  std::int64_t number(const char* query);  // the one number it gives
  std::string text(const char* query);

 private:
  friend class Statement;
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  [[noreturn]] void fail(int code) const;

  std::string path_;
  std::unique_ptr<sqlite3, Close> handle_;
};

// A prepared statement. Parameters count from 1, columns from 0. Must not outlive its database.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);

  Statement& bind(int parameter, std::int64_t value);
  Statement& bind(int parameter, double value);           // an infinite one as NULL
  Statement& bind(int parameter, std::string_view text);  // which has to live until run()

  bool next();  // whether there is a row
  void run();   // to the end, then ready for other parameters

  std::int64_t integer(int column) const;
  int small_integer(int column) const { return static_cast<int>(integer(column)); }
  std::string text(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* handle) const;
  };
  void check(int code) const;

  Database& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

// To write: rolls back unless commit() was called. To read: until it ends, all statements see the file as it
// is at the first of them, whatever other processes write; there is nothing to commit.
class Transaction {
 public:
  explicit Transaction(Database& database, SqliteAccess access = SqliteAccess::kWrite);
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace jungle
