#pragma once

#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// By NameId: which names of a session contain a text, in any case of letters. An empty text is in none.
std::vector<bool> namesWith(const TraceSnapshot& snapshot, std::string_view text);

/// By NameId: in which names a regular expression (Perl's, in any case of letters) finds something. Error of code
/// Usage: what is wrong with it, and where; Unsupported: it takes too long.
Result<std::vector<bool>> namesLike(const TraceSnapshot& snapshot, std::string_view expression);

}  // namespace strata::inline facts
