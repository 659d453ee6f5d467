#include "engine/interchange/rocpd_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/interchange/ranks.h"
#include "engine/interchange/rocpd_part.h"

namespace strata::inline interchange {

namespace {

constexpr std::string_view kTexts = "rocpd_string";  ///< every process has it
constexpr std::array<std::string_view, 5> kHappened{"rocpd_region", "rocpd_sample", "rocpd_kernel_dispatch",
                                                    "rocpd_memory_copy", "rocpd_memory_allocate"};

/// What the names of each process's tables end in.
std::vector<std::string> rocpdEndings(const SqliteDatabase& database) {
  std::vector<std::string> endings;
  for (const std::string& table : database.tables())
    if (table.starts_with(kTexts)) endings.push_back(table.substr(kTexts.size()));
  std::erase_if(endings, [&](const std::string& ending) {
    return std::ranges::none_of(kHappened, [&](auto table) { return database.has(std::string(table) + ending); });
  });
  return endings;
}

Error unreadableRocpd(const std::string& name, std::string_view why) {
  return {ErrorCode::Io, fmt::format("Cannot read {}: {}", name, why), Storey::Other};
}

}  // namespace

bool isOfRocm(const SqliteDatabase& database) {
  return std::ranges::any_of(database.tables(), [](const std::string& table) { return table.starts_with("rocpd_"); });
}

Result<void> importRocpd(SqliteDatabase& database, const std::string& name, TraceStore& store) {
  const std::vector<std::string> endings = rocpdEndings(database);
  if (endings.empty() && (database.has("rocpd_api") || database.has("rocpd_op")))
    return unreadableRocpd(name,
                           "it is a database of rocm-profile-data (.rpd), which Strata does not read. Convert it: "
                           "rpd2tracing.py FILE.rpd trace.json, and open that.");
  if (endings.empty())
    return unreadableRocpd(name,
                           "it is a database of rocprofv3 (rocpd) without what happened: the tables rocpd_string and "
                           "one of rocpd_region, rocpd_sample, rocpd_kernel_dispatch, rocpd_memory_copy and "
                           "rocpd_memory_allocate are needed. Record anew.");
  if (endings.size() == 1) {
    importRocpdPart(database, endings.front(), store);
    return {};
  }
  std::vector<Rank> ranks;
  for (const std::string& ending : endings) {
    TraceStore own;
    const std::string process = importRocpdPart(database, ending, own);
    ranks.push_back(rankOf(fmt::format("{}: {}{}", name, process, ending), process, own.snapshot()));
  }
  joinRanks(std::move(ranks), store);
  return {};
}

}  // namespace strata::inline interchange
