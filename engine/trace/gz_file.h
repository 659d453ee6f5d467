#pragma once

#include <zlib.h>

#include <memory>
#include <string>

namespace strata::inline trace {

struct CloseGz {
  void operator()(gzFile file) const { gzclose(file); }
};
using GzFile = std::unique_ptr<gzFile_s, CloseGz>;

/// Reads files that are not gzipped as they are. None: errno says why.
GzFile openGz(const std::string& path, unsigned bufferBytes);

}  // namespace strata::inline trace
