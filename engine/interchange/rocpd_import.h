#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/interchange/sqlite_database.h"
#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

/// Whether the database is of a ROCm tool: its tables are called rocpd_….
bool isOfRocm(const SqliteDatabase& database);
/// Reads what rocprofv3 and rocprof-sys write: the rocpd schema, versions 3 and 4. What several processes recorded
/// (rocpd merge) becomes one session with their tracks, as their files would. Error Io if nothing that happened is in
/// it, or if it is of rocm-profile-data, whose tables are others; `name` is the file's.
Result<void> importRocpd(SqliteDatabase& database, const std::string& name, TraceStore& store);

}  // namespace strata::inline interchange
