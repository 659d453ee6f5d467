#include "app/cli/not_onto.h"

#include <fmt/core.h>

#include "app/still/printable.h"
#include "engine/base/new_file.h"

namespace strata::inline cli {

Result<void> notOnto(const std::string& input, const std::string& out) {
  if (!isSameFile(input, out)) return {};
  return Error{ErrorCode::Usage,
               fmt::format("--out {} is also the input and would be overwritten; name another file.", printable(out))};
}

Result<void> notAmongJson(const std::string& out, bool json) {
  if (!json || !isStandardOutput(out)) return {};
  return Error{ErrorCode::Usage,
               "--out - and --json would both write to standard output, and neither could be read. Give --out a file, "
               "or leave out --json."};
}

}  // namespace strata::inline cli
