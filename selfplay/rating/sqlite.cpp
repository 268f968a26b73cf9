#include "selfplay/rating/sqlite.hpp"

#include <cmath>

#include <sqlite3.h>

namespace jungle {

namespace {

constexpr int kBusyMilliseconds = 10000;  // a reader may hold the file for so long

}  // namespace

bool SqliteError::is_bad_file() const {
  const int primary = code_ & 0xff;
  return primary == SQLITE_NOTADB || primary == SQLITE_CORRUPT || primary == SQLITE_ERROR;
}

void Database::Close::operator()(sqlite3* handle) const { sqlite3_close(handle); }

// Readers too get a handle that may write, where the file lets them: the first of them after a crash has to
// bring in the log (-wal), and the last one has to remove it, which a read-only handle would leave lying
// about.
Database::Database(const std::filesystem::path& path, SqliteAccess access) : path_(path.string()) {
  sqlite3* handle = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | (access == SqliteAccess::kWrite ? SQLITE_OPEN_CREATE : 0);
  const int code = sqlite3_open_v2(path_.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);  // also what failed has to be closed
  if (code != SQLITE_OK) fail(code);
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, kBusyMilliseconds);
  if (access == SqliteAccess::kRead) run("PRAGMA query_only = ON");
}

void Database::fail(int code) const {
  const char* message = handle_ ? sqlite3_errmsg(handle_.get()) : sqlite3_errstr(code);
  throw SqliteError(path_ + ": " + message, code);
}

void Database::run(const char* statements) {
  const int code = sqlite3_exec(handle_.get(), statements, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

std::int64_t Database::number(const char* query) {
  Statement statement(*this, query);
  statement.next();
  return statement.integer(0);
}

std::string Database::text(const char* query) {
  Statement statement(*this, query);
  statement.next();
  return statement.text(0);
}

void Statement::Finalize::operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }

Statement::Statement(Database& database, std::string_view sql) : database_(database) {
  sqlite3_stmt* handle = nullptr;
  const int code =
      sqlite3_prepare_v2(database_.handle_.get(), sql.data(), static_cast<int>(sql.size()), &handle, nullptr);
  handle_.reset(handle);
  check(code);
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) database_.fail(code);
}

Statement& Statement::bind(int parameter, std::int64_t value) {
  check(sqlite3_bind_int64(handle_.get(), parameter, value));
  return *this;
}

Statement& Statement::bind(int parameter, double value) {
  check(std::isfinite(value) ? sqlite3_bind_double(handle_.get(), parameter, value)
                             : sqlite3_bind_null(handle_.get(), parameter));
  return *this;
}

Statement& Statement::bind(int parameter, std::string_view text) {
  check(sqlite3_bind_text64(handle_.get(), parameter, text.data(), text.size(), nullptr, SQLITE_UTF8));
  return *this;
}

bool Statement::next() {
  const int code = sqlite3_step(handle_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) database_.fail(code);
  return code == SQLITE_ROW;
}

void Statement::run() {
  while (next()) continue;
  check(sqlite3_reset(handle_.get()));
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(handle_.get(), column); }

std::string Statement::text(int column) const {
  const unsigned char* bytes = sqlite3_column_text(handle_.get(), column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column));
  return bytes == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(bytes), size);
}

Transaction::Transaction(Database& database, SqliteAccess access) : database_(database) {
  database_.run(access == SqliteAccess::kWrite ? "BEGIN IMMEDIATE" : "BEGIN DEFERRED");
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.run("ROLLBACK");
  } catch (const SqliteError&) {
    // After a disk that refused, SQLite may have rolled back by itself.
    open_ = false;
  }
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace jungle
