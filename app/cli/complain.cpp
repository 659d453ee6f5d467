#include "app/cli/complain.h"

#include <fmt/core.h>

#include "app/cli/print.h"
#include "app/still/printable.h"

namespace strata::inline cli {

ExitCode complain(const Error& error) {
  const bool placed = error.storey != Storey::Other;
  const std::string where = placed ? fmt::format(" ({} storey)", storeyInfo(error.storey).key) : std::string{};
  remark("strata{}: {}\n", where, printableLines(error.message));
  return exitCodeOf(error.code);
}

}  // namespace strata::inline cli
