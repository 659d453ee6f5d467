#pragma once

#include <string>

#include "engine/interchange/sqlite_database.h"
#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

/// Reads what a rocpd database says of one process: the tables whose names end so. Returns what the process is called,
/// "train (process 77)".
std::string importRocpdPart(SqliteDatabase& database, const std::string& ending, TraceStore& store);

}  // namespace strata::inline interchange
