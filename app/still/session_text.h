#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/session/session_messages.h"
#include "app/still/text_table.h"

namespace strata::inline still {

/// A run: what it was, its variants with their times, and what results say of themselves, a line each.
struct RunText {
  std::string line;
  TextTable results;
  std::string notes;
};
std::vector<RunText> runTexts(const SessionMessages& messages);
/// What was run, with the times of its variants; empty: nothing was.
std::string runsText(const SessionMessages& messages);
/// What `strata info` says of a session.
std::string infoText(const Session& session);

}  // namespace strata::inline still
