#pragma once

#include "engine/base/result.h"

namespace strata::inline modelfile {

/// Readers tell a damaged file (Usage) from one of an unknown kind (Unsupported) among themselves; to everybody else
/// both are files that cannot be read: Io.
template <class T>
Result<T> orUnreadable(Result<T> read) {
  if (read.ok()) return read;
  Error error = read.error();
  if (error.code == ErrorCode::Usage || error.code == ErrorCode::Unsupported) error.code = ErrorCode::Io;
  return error;
}

}  // namespace strata::inline modelfile
