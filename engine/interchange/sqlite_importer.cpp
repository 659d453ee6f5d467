#include <fmt/format.h>

#include "engine/interchange/importer.h"
#include "engine/interchange/nsys_import.h"
#include "engine/interchange/rocpd_import.h"
#include "engine/interchange/sqlite_database.h"

namespace strata::inline interchange {

namespace {

Recognition recogniseSqlite(std::string_view head) {
  return head.starts_with("SQLite format 3") ? Recognition::Sure : Recognition::No;
}

/// Whose database it is only its tables say.
Result<void> readSqliteFile(const InputFile& file, TraceStore& store) {
  STRATA_ASSIGN(SqliteDatabase database, SqliteDatabase::open(file));
  if (isOfRocm(database)) return importRocpd(database, file.name(), store);
  if (!isNsysExport(database))
    return Error{ErrorCode::Io,
                 fmt::format("Cannot read {}: it is a database, but no export of Nsight Systems (nsys export --type "
                             "sqlite) and none of rocprofv3 (rocpd).",
                             file.name()),
                 Storey::Other};
  importNsys(database, store);
  return {};
}

}  // namespace

const Importer& sqliteImporter() {
  static constexpr Importer kImporter{
      "sqlite", "Nsight Systems' SQLite export (nsys export --type sqlite), rocprofv3's database (rocpd)",
      recogniseSqlite, readSqliteFile};
  return kImporter;
}

}  // namespace strata::inline interchange
