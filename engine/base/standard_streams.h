#pragma once

#include <string_view>

#include "engine/base/result.h"

namespace strata::inline base {

/// To be called first in main: descriptors 0 to 2 exist, so that no file opened later is taken for one of them, and a
/// write that cannot be done (the reader left, the file would be too large) is an error code, never a signal.
void prepareStandardStreams();

/// To standard output. Never fails at once; standardOutputTaken tells.
void printText(std::string_view text);

/// To standard error, after all that was printed before; where nobody can read it, it is lost.
void printRemark(std::string_view text);

/// That standard output did not take all of a result; `number` is an errno.
Error standardOutputError(int number);

/// Writes what is still held. An Error of code Io if standard output did not take all that was printed; a reader that
/// left early has seen what it wanted.
Result<void> standardOutputTaken();

}  // namespace strata::inline base
