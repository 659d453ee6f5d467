#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/puzzle.h"
#include "engine/protocol/run_line.h"

// A lesson as its file says it. Expressions are kept as written: app/lessons/expression.h computes them.

namespace strata::inline lessons {

/// At which lines of a file its keys stand, each as often as it is there.
class KeyLines {
 public:
  void add(std::string_view key, int line) { m_lines.try_emplace(std::string(key)).first->second.push_back(line); }
  int of(std::string_view key, int otherwise, std::size_t nth = 0) const {
    const auto found = m_lines.find(key);
    return found == m_lines.end() || nth >= found->second.size() ? otherwise : found->second[nth];
  }

 private:
  std::map<std::string, std::vector<int>, std::less<>> m_lines;
};

/// What "select" may name instead of part of an event's name.
inline constexpr std::string_view kSelectKernel = "<kernel>", kSelectLaunch = "<launch>", kSelectCall = "<call>",
                                  kSelectCopy = "<copy>";

/// What is looked at beside a page.
struct PageSight {
  std::string view;     ///< a name of the view catalogue; empty: as it is
  std::string select;   ///< part of an event's name, or one of the above
  std::string variant;  ///< the step that kernel and roofline speak of; empty: the selected call's
  std::string speeds;   ///< whose speeds bars and roofline show: "modelled"; empty: as they are
  int line = 0;         ///< of the kernel's text, from 1
  bool zoom = false, slow = false;
  /// Of Ask: views show nothing of what ran while the prediction may change. None: nothing of it tells the answer.
  std::optional<bool> hide;
  friend bool operator==(const PageSight&, const PageSight&) = default;
};

struct Choice {
  std::string text;
  std::string when;  ///< an expression: where it is not 0, this is what came out
};

/// A prediction. What is right follows from the runs, so on another device it may be another choice.
struct Question {
  enum class Kind : std::uint8_t {
    Choice,  ///< the first whose `when` holds
    Number,  ///< `answer`, between low and high, on a logarithmic scale where low is above 0
    Order,   ///< items by the values of their `when`, the least first
    Place,   ///< a line of the kernel's text, or a storey of the stack
  };
  Kind kind = Kind::Choice;
  std::string name;  ///< bets are told by it: {bet:name}
  std::vector<Choice> choices;
  double low = 0, high = 0;
  std::string unit;
  std::string answer;      ///< an expression; for a place in the stack view: a storey's name
  bool published = false;  ///< what came out stands in a publication: the lesson has its numbers, no run
  std::string lesson;      ///< of one that returns in a later lesson: which lesson it is of; empty: this one
};

/// A text for one outcome.
struct Outcome {
  std::string when;  ///< an expression; empty: whatever came out
  std::string text;  ///< Markdown, with values in braces
  int line = 0;
  std::vector<int> textLines = {};  ///< of the file, for each line of the text
};

/// One screen of a lesson.
struct Page {
  enum class Kind : std::uint8_t {
    Say,
    Ask,
    Run,
    See,
    Explain,
    Open,     ///< a recorded session takes the place of a run
    Explore,  ///< the learner runs what they like until a goal is reached
    Puzzle,   ///< the learner fills the hole of a kernel
  };
  Kind kind = Kind::Say;
  std::string title;
  std::string text;               ///< Markdown, with values in braces
  std::vector<int> textLines;     ///< of the file, for each line of the text
  Question question;              ///< of Ask
  RunLine run;                    ///< of Run; of Explore one that reaches the goal; of Puzzle what its kernel computes
  std::string goal;               ///< of Explore: an expression over the learner's own runs
  std::string recording;          ///< of Open: a file beside the lesson, or among the sessions shipped
  std::vector<Outcome> outcomes;  ///< of Explain
  Puzzle puzzle;                  ///< of Puzzle
  std::vector<std::string> claims;  ///< expressions that hold on every device, else the kernel is broken
  PageSight sight;
  std::string experiment;  ///< whose kernels it speaks of; empty: those of the lesson's run in sight
  int line = 0;            ///< of the file, where it begins
  KeyLines keys;

  /// Of the file, where the page has that key; where it has none, its first.
  int lineOf(std::string_view key, std::size_t nth = 0) const { return keys.of(key, line, nth); }
  /// As other pages speak of it.
  std::string name() const { return title.empty() ? toText(run) : title; }
  /// Something comes out on it: of a run, a recording, or the learner's own tries.
  bool runs() const { return kind == Kind::Run || kind == Kind::Open || kind == Kind::Explore; }
};

struct Lesson {
  std::string name;      ///< of its file, without endings: "05-coalescing"
  std::string language;  ///< of a translation, "de" of "05-coalescing.de.lesson"; empty: the original
  std::string folder;    ///< of its file
  std::string title;
  std::string about;               ///< one sentence
  std::vector<std::string> after;  ///< names of lessons that come before
  std::vector<std::string> words;  ///< of the glossary, that it explains
  int minutes = 0;
  std::map<std::string, std::string> formulas;  ///< "let": name to expression
  KeyLines keys, formulaLines;                  ///< of what stands before the pages; of formulas by their names
  std::vector<Page> pages;
  bool whole = true;          ///< else pages with a mistake are left out
  bool formulasWhole = true;  ///< else a "let" is missing, too
  std::size_t returning = 0;  ///< pages in front that ask again what earlier lessons asked

  const Question* question(std::string_view asked) const;
  /// The title of the page that asks it; empty: none does.
  std::string titleOf(std::string_view question) const;
  /// Where a page's recording lies.
  std::string recordingOf(const Page& page) const;
};

/// It counts, models or looks for errors, which only the CPU device does.
bool wantsCpu(const RunLine& run);

std::string_view pageKindKey(Page::Kind kind);  ///< "say"

}  // namespace strata::inline lessons
