#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <string>

#include "engine/interchange/importer.h"
#include "tests/interchange/import_fixture.h"

namespace strata::test {

/// A database that is made by statements and gone when the test is.
class SqliteFile : public ::testing::Test {
 protected:
  void fill(const std::string& sql) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(m_file.path().c_str(), &database), SQLITE_OK);
    char* error = nullptr;
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &error), SQLITE_OK) << error;
    sqlite3_free(error);
    sqlite3_close(database);
  }

  /// Why the file is not read; empty if it is.
  std::string refusal() const {
    TraceStore store;
    const auto read = readAnyTrace(m_file.path().string(), store);
    return read.ok() ? std::string() : read.error().message;
  }

  TemporaryFile m_file{".sqlite"};
};

}  // namespace strata::test
