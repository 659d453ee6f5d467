#include "app/lessons/lesson_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <type_traits>

#include "app/lessons/lesson_encoding.h"
#include "app/lessons/lesson_line.h"
#include "app/lessons/puzzle_keys.h"
#include "app/lessons/question_keys.h"
#include "engine/base/text_parts.h"
#include "engine/protocol/nearest_name.h"

namespace strata::inline lessons {
namespace {

constexpr std::size_t kMostPages = 200, kMostParts = 32, kMostErrors = 20;

struct PageKind {
  Page::Kind kind;
  std::string_view key;
};
constexpr PageKind kPageKinds[] = {{Page::Kind::Say, "say"},         {Page::Kind::Ask, "ask"},
                                   {Page::Kind::Run, "run"},         {Page::Kind::See, "see"},
                                   {Page::Kind::Explain, "explain"}, {Page::Kind::Open, "open"},
                                   {Page::Kind::Explore, "explore"}, {Page::Kind::Puzzle, "puzzle"}};

/// "say, ask, run, …".
std::string pageKindNames() {
  std::vector<std::string_view> names;
  for (const PageKind& kind : kPageKinds) names.push_back(kind.key);
  return fmt::format("{}", fmt::join(names, ", "));
}

class Parser {
 public:
  explicit Parser(std::string_view file) : m_file(file) {
    const std::filesystem::path path(file), stem = path.stem();
    m_lesson.name = stem.stem().string();
    m_lesson.folder = path.parent_path().string();
    if (stem.has_extension()) m_lesson.language = stem.extension().string().substr(1);
  }

  void read(std::string_view text) {
    while (!text.empty()) {
      const std::string_view raw = text.substr(0, text.find('\n'));
      ++m_line;
      const bool alone = !page() && isOfLesson(raw);
      const bool taken = (!m_broken || alone || beginsPage(raw)) && take(raw);
      m_broken = !taken && !alone;
      m_lesson.formulasWhole &= taken || keyOf(raw) != "let" || !(alone || raw.starts_with("let"));
      text.remove_prefix(std::min(raw.size() + 1, text.size()));
    }
    check();
  }

  /// What is wrong: of each page the first that is, and before the pages all.
  const std::vector<Error>& errors() const { return m_errors; }

  Result<Lesson> lesson() {
    if (!m_errors.empty()) return m_errors.front();
    return std::move(m_lesson);
  }
  /// The pages without a mistake.
  Lesson readable() {
    m_lesson.whole = m_errors.empty();
    std::size_t place = 0;
    std::erase_if(m_lesson.pages, [&](const Page&) { return m_brokenPages.contains(++place); });
    return std::move(m_lesson);
  }

 private:
  /// What stands below a page's mistake may follow from it, so the next page is read after it.
  bool take(std::string_view raw) {
    const auto taken = line(raw);
    return note(taken, m_lesson.pages.size());
  }

  bool note(const Result<void>& taken, std::size_t pages) {
    if (taken.ok()) return true;
    if (m_errors.size() < kMostErrors) m_errors.push_back(taken.error());
    m_brokenPages.insert(pages);
    return false;
  }

  static std::string_view keyOf(std::string_view raw) { return trimmed(raw.substr(0, raw.find(':'))); }

  /// A line before the pages, on which no other depends.
  static bool isOfLesson(std::string_view raw) {
    constexpr std::string_view kKeys[] = {"lesson", "about", "after", "words", "minutes", "let"};
    return std::ranges::find(kKeys, keyOf(raw)) != std::end(kKeys);
  }

  static bool beginsPage(std::string_view raw) {
    return raw.find(':') != std::string_view::npos && kindOf(raw.substr(0, raw.find(':')));
  }

  Result<void> line(std::string_view raw) {
    if (!isText(raw)) return wrong("this is no text; a lesson is a text file in UTF-8");
    const std::string_view text = trimmed(raw);
    if (text.empty()) return addText({}), Result<void>{};
    const auto colon = text.find(':');
    const bool keys = colon != std::string_view::npos && mayBelongToPage(trimmed(text.substr(0, colon)), text);
    if ((raw.starts_with("  ") || raw.front() == '\t') && !keys) return indented(raw);
    if (text.front() == '#') return {};
    if (colon == std::string_view::npos)
      return wrong("a line is \"key: value\"; the lines of a text begin with two spaces");
    return keyed(trimmed(text.substr(0, colon)), trimmed(text.substr(colon + 1)), text);
  }

  void check() {
    const bool read = m_errors.empty();
    m_line = 1;
    if (read && m_lesson.title.empty()) note(wrong("the first line is \"lesson: TITLE\""), 0);
    if (read && m_lesson.pages.empty()) note(wrong("there is no page; one begins with one of " + pageKindNames()), 0);
    std::set<std::string_view> questions;
    for (std::size_t i = 0; i < m_lesson.pages.size(); ++i) {
      Page& page = m_lesson.pages[i];
      m_line = page.line;
      if (!m_brokenPages.contains(i + 1)) note(checked(page, questions), i + 1);
    }
  }

  Result<void> checked(Page& page, std::set<std::string_view>& questions) {
    STRATA_TRY(whole(page));
    if (page.kind == Page::Kind::Ask && !questions.insert(page.question.name).second)
      return wrong(fmt::format("two questions are named \"{}\"", page.question.name));
    return {};
  }

  Error wrong(std::string_view what) const {
    return {ErrorCode::Usage, fmt::format("{}:{}: {}", m_file, m_line, asSentence(std::string(what)))};
  }

  Page* page() { return m_lesson.pages.empty() ? nullptr : &m_lesson.pages.back(); }

  void addText(std::string_view text) {
    if (!m_text || (text.empty() && m_text->empty())) return;
    *m_text += text;
    *m_text += '\n';
    if (m_textLines) m_textLines->push_back(m_line);
  }

  Result<void> indented(std::string_view raw) {
    if (!m_text) return wrong("a text stands below a page: one of " + pageKindNames() + " comes first");
    if (const std::string key = takesText() ? misspeltKey(trimmed(raw), keysOf(page()->kind)) : ""; !key.empty())
      return wrong(fmt::format("did you mean \"{}:\"? A line of text does not begin so", key));
    raw.remove_prefix(raw.front() == '\t' ? 1 : 2);
    // What stands below "if …:" may be indented once more.
    if (m_inOutcome && raw.starts_with("  ")) raw.remove_prefix(2);
    while (!raw.empty() && raw.back() == '\r') raw.remove_suffix(1);
    if (const std::string_view key = takesText() ? strangeKey(raw, *m_text) : ""; !key.empty())
      return noKey(*page(), key);
    addText(raw);
    return {};
  }

  Result<void> keyed(std::string_view key, std::string_view value, std::string_view whole) {
    if (const auto kind = kindOf(key)) return begin(*kind, value);
    if (key == "else" || whole.starts_with("if ")) return outcome(whole);
    return page() ? ofPage(*page(), key, std::string(value)) : ofLesson(key, std::string(value));
  }

  static std::optional<Page::Kind> kindOf(std::string_view key) {
    const auto found = std::ranges::find(kPageKinds, key, &PageKind::key);
    return found == std::end(kPageKinds) ? std::nullopt : std::optional(found->kind);
  }

  Result<void> begin(Page::Kind kind, std::string_view value) {
    if (m_lesson.pages.size() == kMostPages) return wrong(fmt::format("a lesson has at most {} pages", kMostPages));
    if (value.empty())
      return wrong(fmt::format("\"{}:\" wants its {} behind it", pageKindKey(kind),
                               kind == Page::Kind::Run    ? "experiment"
                               : kind == Page::Kind::Open ? "file"
                                                          : "title"));
    Page& made = m_lesson.pages.emplace_back();
    made.kind = kind;
    made.line = m_line;
    textOf(made.text, false, &made.textLines);
    if (kind == Page::Kind::Open) return recording(made, value);
    return kind == Page::Kind::Run ? runOf(made, std::string(value)) : (made.title = value, Result<void>{});
  }

  Result<void> runOf(Page& page, const std::string& value) {
    auto run = parseRunLine(value);
    if (!run.ok()) return wrong(run.error().message);
    page.run = std::move(run).value();
    return {};
  }

  Result<void> recording(Page& page, std::string_view value) {
    const std::filesystem::path path(value);
    if (path.is_absolute() || std::ranges::find(path, "..") != path.end())
      return wrong("a recording lies in the lesson's folder, or in one below it");
    return page.recording = value, Result<void>{};
  }

  /// "if EXPRESSION:" or "else:".
  Result<void> outcome(std::string_view whole) {
    if (!page() || page()->kind != Page::Kind::Explain) return wrong("\"if\" and \"else\" stand below \"explain:\"");
    if (page()->outcomes.size() == kMostParts) return wrong(fmt::format("at most {} outcomes", kMostParts));
    if (!whole.ends_with(':')) return wrong("an outcome is \"if EXPRESSION:\" or \"else:\", its text below it");
    whole.remove_suffix(1);
    Outcome made;
    made.line = m_line;
    if (whole.starts_with("if ")) {
      made.when = trimmed(whole.substr(3));
      if (made.when.empty()) return wrong("\"if\" wants an expression, such as \"if time(naive) > time(tiled):\"");
    }
    page()->outcomes.push_back(std::move(made));
    textOf(page()->outcomes.back().text, true, &page()->outcomes.back().textLines);
    return {};
  }

  Result<void> ofLesson(std::string_view key, std::string value) {
    m_lesson.keys.add(key, m_line);
    if (key == "lesson") return m_lesson.title = std::move(value), Result<void>{};
    if (key == "about") return m_lesson.about = std::move(value), Result<void>{};
    if (key == "after") return m_lesson.after = partsOf(value, ','), Result<void>{};
    if (key == "words") return m_lesson.words = partsOf(value, ','), Result<void>{};
    if (key == "minutes") {
      const auto minutes = wholeNumber<double>(value);
      if (!minutes || *minutes < 1 || *minutes > 600) return wrong("minutes are a number from 1 to 600");
      return m_lesson.minutes = static_cast<int>(*minutes), Result<void>{};
    }
    if (key == "let") return let(value);
    return wrong(
        fmt::format("\"{}\" is not a key; before its pages a lesson has lesson, about, after, words, minutes, "
                    "let, and a page begins with one of {}",
                    key, pageKindNames()));
  }

  /// "NAME = EXPRESSION".
  Result<void> let(std::string_view value) {
    const auto equals = value.find('=');
    const std::string_view name = trimmed(value.substr(0, std::min(equals, value.size())));
    if (equals == std::string_view::npos || !isName(name))
      return wrong("a formula is \"let: name = expression\", the name in small letters, digits and _");
    if (m_lesson.formulas.size() == kMostParts) return wrong(fmt::format("at most {} formulas", kMostParts));
    if (!m_lesson.formulas.emplace(name, trimmed(value.substr(equals + 1))).second)
      return wrong(fmt::format("\"{}\" is said twice", name));
    return m_lesson.formulaLines.add(name, m_line), Result<void>{};
  }

  /// What may stand below a page, whether its line is indented or not.
  struct PageKey {
    std::string_view name;
    std::optional<Page::Kind> only;  ///< of pages of that kind; none: of all
    Result<void> (Parser::*take)(Page& page, const std::string& value);
  };
  static std::span<const PageKey> pageKeys() {
    static const PageKey kKeys[] = {
        {"title", Page::Kind::Run, &Parser::text<&Page::title>},
        {"title", Page::Kind::Open, &Parser::text<&Page::title>},
        {"view", std::nullopt, &Parser::ofSight<&PageSight::view>},
        {"select", std::nullopt, &Parser::ofSight<&PageSight::select>},
        {"variant", std::nullopt, &Parser::ofSight<&PageSight::variant>},
        {"speeds", std::nullopt, &Parser::ofSight<&PageSight::speeds>},
        {"line", std::nullopt, &Parser::kernelLine},
        {"zoom", std::nullopt, &Parser::ofSight<&PageSight::zoom>},
        {"slow", std::nullopt, &Parser::ofSight<&PageSight::slow>},
        {"hide", Page::Kind::Ask, &Parser::hide},
        {"claim", std::nullopt, &Parser::claim},
        {"name", Page::Kind::Ask, &Parser::name},
        {"choice", Page::Kind::Ask, &Parser::choice<Question::Kind::Choice>},
        {"item", Page::Kind::Ask, &Parser::choice<Question::Kind::Order>},
        {"number", Page::Kind::Ask, &Parser::ofAsked<takeNumber>},
        {"unit", Page::Kind::Ask, &Parser::ofQuestion<&Question::unit>},
        {"answer", Page::Kind::Ask, &Parser::ofQuestion<&Question::answer>},
        {"kind", Page::Kind::Ask, &Parser::ofAsked<takeKind>},
        {"goal", Page::Kind::Explore, &Parser::text<&Page::goal>},
        {"solution", Page::Kind::Explore, &Parser::runOf},
        {"place", Page::Kind::Ask, &Parser::ofAsked<takePlace>},
        {"task", Page::Kind::Puzzle, &Parser::runOf},
        {"step", Page::Kind::Puzzle, &Parser::step},
        {"kernel", Page::Kind::Puzzle, &Parser::kernel},
        {"budget", Page::Kind::Puzzle, &Parser::ofPuzzle<takeBudget>},
        {"hint", Page::Kind::Puzzle, &Parser::hint},
        {"solution", Page::Kind::Puzzle, &Parser::solution},
        {"wrong", Page::Kind::Puzzle, &Parser::wrongAnswer},
        {"threads", Page::Kind::Puzzle, &Parser::ofPuzzle<takeThreads>},
        {"reads", Page::Kind::Puzzle, &Parser::pictureRow<false>},
        {"writes", Page::Kind::Puzzle, &Parser::pictureRow<true>},
    };
    return kKeys;
  }

  /// Words that only puzzles have for keys, such as "threads", begin a line of text anywhere else.
  bool mayBelongToPage(std::string_view key, std::string_view line) {
    const bool puzzle = page() && page()->kind == Page::Kind::Puzzle;
    return key == "else" || (line.starts_with("if ") && line.ends_with(':')) ||
           std::ranges::any_of(pageKeys(), [&](const PageKey& known) {
             return known.name == key && (puzzle || known.only != Page::Kind::Puzzle);
           });
  }

  /// What is told, and no lines of a kernel.
  bool takesText() { return m_text == &page()->text || (m_inOutcome && !page()->outcomes.empty()); }

  /// Of pages of that kind.
  static std::vector<std::string> keysOf(Page::Kind kind) {
    std::vector<std::string> keys;
    for (const PageKey& known : pageKeys())
      if (!known.only || known.only == kind) keys.emplace_back(known.name);
    if (kind == Page::Kind::Explain) keys.emplace_back("else");
    return keys;
  }

  Result<void> ofPage(Page& page, std::string_view key, const std::string& value) {
    if (key == "let") return let(value);
    const auto fits = [&](const PageKey& known) { return !known.only || known.only == page.kind; };
    const auto found =
        std::ranges::find_if(pageKeys(), [&](const PageKey& known) { return known.name == key && fits(known); });
    if (found != pageKeys().end()) {
      page.keys.add(key, m_line);
      if (page.kind == Page::Kind::Puzzle) textOf(page.text, false, &page.textLines);
      return (this->*found->take)(page, value);
    }
    return noKey(page, key);
  }

  Error noKey(const Page& page, std::string_view key) const {
    std::vector<std::string> known = keysOf(page.kind);
    for (const PageKind& kind : kPageKinds) known.emplace_back(kind.key);
    if (const std::string near = nearestName(key, known); !near.empty())
      return wrong(fmt::format("\"{}\" is not a key of {}; did you mean \"{}:\"?", key, pageKindKey(page.kind), near));
    return wrong(fmt::format("\"{}\" is not a key of {}; it may have {}", key, pageKindKey(page.kind),
                             fmt::join(keysOf(page.kind), ", ")));
  }

  template <std::string Page::*member>
  Result<void> text(Page& page, const std::string& value) {
    return page.*member = value, Result<void>{};
  }

  template <auto member>
  Result<void> ofSight(Page& page, const std::string& value) {
    if constexpr (std::is_same_v<decltype(page.sight.*member), bool&>)
      page.sight.*member = value == "yes";
    else
      page.sight.*member = value;
    return {};
  }

  template <std::string Question::*member>
  Result<void> ofQuestion(Page& page, const std::string& value) {
    return page.question.*member = value, Result<void>{};
  }

  Result<void> kernelLine(Page& page, const std::string& value) {
    const auto line = wholeNumber<double>(value);
    if (!line || *line < 1 || *line > 100000) return wrong("a line of the kernel's text is a number from 1");
    return page.sight.line = static_cast<int>(*line), Result<void>{};
  }

  Result<void> hide(Page& page, const std::string& value) {
    if (value != "yes" && value != "no") return wrong("\"hide\" is yes or no");
    return page.sight.hide = value == "yes", Result<void>{};
  }

  Result<void> claim(Page& page, const std::string& value) {
    if (page.claims.size() == kMostParts) return wrong(fmt::format("at most {} claims", kMostParts));
    return page.claims.push_back(value), Result<void>{};
  }

  Result<void> name(Page& page, const std::string& value) {
    if (!isName(value)) return wrong("a question's name has small letters, digits and _");
    return page.question.name = value, Result<void>{};
  }

  template <Question::Kind kind>
  Result<void> choice(Page& page, const std::string& value) {
    if (page.question.choices.size() == kMostParts) return wrong(fmt::format("at most {} of them", kMostParts));
    return placed(takeChoice(page.question, kind, value));
  }

  template <Result<void> (*take)(Question&, std::string_view)>
  Result<void> ofAsked(Page& page, const std::string& value) {
    return placed(take(page.question, value));
  }

  /// What is indented from here on belongs to that text.
  void textOf(std::string& text, bool deeper, std::vector<int>* lines = nullptr) {
    m_text = &text;
    m_textLines = lines;
    m_inOutcome = deeper;
  }

  Result<void> placed(const Result<void>& taken) const {
    return taken.ok() ? taken : Result<void>(wrong(taken.error().message));
  }

  template <Result<void> (*take)(Puzzle&, std::string_view)>
  Result<void> ofPuzzle(Page& page, const std::string& value) {
    return placed(take(page.puzzle, value));
  }

  template <bool written>
  Result<void> pictureRow(Page& page, const std::string& value) {
    return placed(takePictureRow(page.puzzle, value, written));
  }

  Result<void> step(Page& page, const std::string& value) { return page.puzzle.step = value, Result<void>{}; }

  Result<void> hint(Page& page, const std::string& value) {
    if (page.puzzle.hints.size() == kMostParts) return wrong(fmt::format("at most {} hints", kMostParts));
    return page.puzzle.hints.push_back(value), Result<void>{};
  }

  Result<void> kernel(Page& page, const std::string&) { return textOf(page.puzzle.kernel, true), Result<void>{}; }

  Result<void> solution(Page& page, const std::string&) {
    page.puzzle.solution.line = m_line;
    return textOf(page.puzzle.solution.lines, true), Result<void>{};
  }

  Result<void> wrongAnswer(Page& page, const std::string& value) {
    STRATA_TRY(placed(takeWrongAnswer(page.puzzle, value, m_line)));
    return textOf(page.puzzle.wrong.back().lines, true), Result<void>{};
  }

  /// What a page must have when all of it is read.
  Result<void> whole(Page& page) {
    while (page.text.ends_with('\n')) page.text.pop_back();
    for (Outcome& outcome : page.outcomes) {
      while (outcome.text.ends_with('\n')) outcome.text.pop_back();
      if (outcome.text.empty()) return wrong("an outcome has no text; its lines begin with two spaces");
    }
    if (page.kind == Page::Kind::Explain && page.outcomes.empty()) {
      if (page.text.empty()) return wrong("an explanation has no text; its lines begin with two spaces");
      page.outcomes.push_back({{}, std::exchange(page.text, {}), page.line, page.textLines});
    }
    if (page.kind == Page::Kind::Explore && (page.goal.empty() || page.run.experiment.empty()))
      return wrong("exploring has a \"goal: expression\" and a \"solution: experiment n=64\" that reaches it");
    if (page.kind == Page::Kind::Puzzle) {
      if (page.run.experiment.empty()) return wrong("a puzzle has a \"task: experiment n=64\" and a \"step: name\"");
      if (!page.puzzle.step.empty()) m_line = page.lineOf(holesIn(page.puzzle.kernel) == 1 ? "solution" : "kernel");
      return placed(wholePuzzle(page.puzzle));
    }
    return page.kind == Page::Kind::Ask ? placed(wholeQuestion(page.question)) : Result<void>{};
  }

  std::string m_file;
  int m_line = 0;
  Lesson m_lesson;
  std::vector<Error> m_errors;
  bool m_broken = false;                    ///< until the next page begins
  std::set<std::size_t> m_brokenPages;      ///< from 1; 0: what stands before them
  std::string* m_text = nullptr;            ///< that indented lines belong to; nullptr: none
  std::vector<int>* m_textLines = nullptr;  ///< of that text; nullptr: nobody asks for them
  bool m_inOutcome = false;
};

}  // namespace

std::string_view pageKindKey(Page::Kind kind) {
  return std::ranges::find(kPageKinds, kind, &PageKind::kind)->key;
}

namespace {

Result<Parser> parsed(std::string_view text, std::string_view file) {
  if (text.size() > kLargestLesson)
    return Error{ErrorCode::Usage,
                 fmt::format("{} is larger than {} KiB: no text of a lesson is.", file, kLargestLesson / 1024)};
  if (const auto wrong = unreadableLine(text))
    return Error{ErrorCode::Usage, fmt::format("{}:{}: {}.", file, wrong->line, wrong->what)};
  Parser parser(file);
  parser.read(withoutMark(text));
  return parser;
}

}  // namespace

Result<Lesson> parseLesson(std::string_view text, std::string_view file) {
  STRATA_ASSIGN(Parser parser, parsed(text, file));
  return parser.lesson();
}

std::vector<Error> lessonErrors(std::string_view text, std::string_view file) {
  const auto parser = parsed(text, file);
  return parser.ok() ? parser.value().errors() : std::vector{parser.error()};
}

Lesson readablePart(std::string_view text, std::string_view file) {
  auto parser = parsed(text, file);
  Lesson none;
  none.whole = none.formulasWhole = false;
  return parser.ok() ? std::move(parser).value().readable() : none;
}

}  // namespace strata::inline lessons
