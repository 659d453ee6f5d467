#pragma once

#include <optional>
#include <string>

#include "app/words/messages.h"
#include "engine/base/result.h"

namespace strata::inline studio {

/// A kernel's text that somebody writes, and in whose place it is to run.
struct KernelDraft {
  std::string path;        ///< its file; empty: none yet
  std::string name;        ///< of the variant: "mine"
  std::string experiment;  ///< "matmul"
  std::string like;        ///< the step whose place it takes: "tiled"
  std::string text;
  bool saved = true;        ///< the file holds this text, or it is just what it came from
  bool foreign = false;     ///< it came with a session or a lesson, and nobody has yet said that it may run
  std::string puzzle = {};  ///< that it answers, as LessonDesk names it; empty: none
  friend bool operator==(const KernelDraft&, const KernelDraft&) = default;

  /// "mine.cu", as messages name it.
  std::string fileName() const;
};

/// What is asked before one that is foreign runs.
Msg whetherToRun(const KernelDraft& draft);

/// For the next start, and after a crash: in the user's own folder for drafts. Of a puzzle also for when it is opened
/// again, whatever is written in between.
Result<void> keepDraft(const KernelDraft& draft);
/// The last one, or the last one for that puzzle. nullopt: nothing was kept, or it cannot be read.
std::optional<KernelDraft> keptDraft(const std::string& puzzle = {});

}  // namespace strata::inline studio
