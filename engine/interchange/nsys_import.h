#pragma once

#include "engine/interchange/sqlite_database.h"
#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

/// Whether the database has the tables of an export of Nsight Systems.
bool isNsysExport(const SqliteDatabase& database);
/// Reads such an export (nsys export --type sqlite).
void importNsys(SqliteDatabase& database, TraceStore& store);

}  // namespace strata::inline interchange
