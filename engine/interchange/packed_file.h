#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/interchange/input_file.h"

namespace strata::inline interchange {

/// Whether a file that begins so holds others, or is packed in another way than gzip, which is unpacked as it is read:
/// zip, tar, 7z; zst, xz, bz2, lz4. `head` is unpacked if it is gzipped: so tar.gz shows itself.
bool isPacked(std::string_view head);

/// False ends what takes long; empty: nobody does.
using GoesOn = std::function<bool()>;

/// One file of those packed together. Its bytes can be taken once, while unpack() runs.
struct PackedEntry {
  std::string name;                                                ///< empty where one file is packed and says none
  std::string_view head;                                           ///< its first bytes
  std::function<Result<InputFile>(const std::string& name)> keep;  ///< all of it, in the temporary folder
};

/// Hands out what is packed, in its order. Error Io if it is damaged, or unpacks to far more than it could honestly
/// hold; Stopped where `goesOn`, which is asked for each piece that comes out, says no.
Result<void> unpack(const InputFile& file, const GoesOn& goesOn,
                    const std::function<Result<void>(const PackedEntry&)>& take);

}  // namespace strata::inline interchange
