#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "engine/interchange/exporter.h"

namespace strata::test {

enum class Readers { Present, Older };

/// Writes a snapshot with one exporter and gives back what the file holds.
class ExportFile : public ::testing::Test {
 protected:
  ~ExportFile() override { std::filesystem::remove(m_path); }

  std::string exported(const TraceSnapshot& snapshot, std::string_view name, Readers readers = Readers::Present) {
    const Exporter& exporter = *findExporter(name);
    const auto write = readers == Readers::Present ? exporter.write : exporter.writeCompatible;
    const auto result = write(snapshot, m_path.string());
    EXPECT_TRUE(result.ok());
    if (result.ok()) summary = result.value();
    std::ifstream file(m_path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  ExportSummary summary;

 private:
  std::filesystem::path m_path =
      std::filesystem::temp_directory_path() / ("strata-export-" + std::to_string(getpid()) + "-" +
                                                ::testing::UnitTest::GetInstance()->current_test_info()->name());
};

}  // namespace strata::test
