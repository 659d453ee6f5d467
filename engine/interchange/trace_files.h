#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/interchange/input_file.h"
#include "engine/interchange/packed_file.h"

namespace strata::inline interchange {

/// What a name stands for: a trace, or those of several processes that ran together, in a folder or packed in one file.
struct TraceFiles {
  std::vector<InputFile> files;      ///< at least one
  std::vector<std::string> leftOut;  ///< of several files: those that are no traces, each in a sentence
  bool chosen = false;               ///< several were named, so they are to be ranks of one job
};

/// `name` is a file, a folder (what is in it, not below) or "-". A single file may be anything. Error Io if nothing
/// can be read; Stopped where `goesOn`, asked while something is unpacked, says no.
Result<TraceFiles> openTraceFiles(const std::string& name, const GoesOn& goesOn = {});
/// What several names stand for, together; at least one. Error Io if one of them cannot be read.
Result<TraceFiles> openTraceFiles(std::span<const std::string> names, const GoesOn& goesOn = {});

/// The first bytes of a file, unpacked if it is gzipped, and enough of them to know it by.
Result<std::string> headOf(const InputFile& file);

}  // namespace strata::inline interchange
