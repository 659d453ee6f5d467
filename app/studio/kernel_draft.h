#pragma once

#include <map>
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

/// Keeps what a window's editor holds, in the user's own folder for drafts: for the next start, and after a crash. Of a
/// puzzle also for when it is opened again, whatever is written in between. What another window keeps there and nothing
/// else holds stays: the text of this one then goes to a file of its own.
class DraftKeeper {
 public:
  /// The last one, or the last one for that puzzle. nullopt: nothing was kept, or it cannot be read.
  std::optional<KernelDraft> kept(const std::string& puzzle = {});
  /// Writes only what changed since it was read or written here. The kernel file that the text went to because another
  /// window's stands in its place; empty: it stands there itself. Io.
  Result<std::string> keep(const KernelDraft& draft);

 private:
  /// Another window's text, which would be lost, stands in the place for that puzzle.
  bool isTaken(const std::string& puzzle, const KernelDraft& draft) const;
  Result<std::string> keepIn(const std::string& puzzle, const KernelDraft& draft);
  Result<std::string> keepAside(const KernelDraft& draft);

  std::map<std::string, KernelDraft> m_known;  ///< by puzzle, as it was read or written here last
  std::string m_aside;                         ///< the file of this window's own; empty: it has needed none
  std::string m_inAside;                       ///< what was written there last
};

}  // namespace strata::inline studio
