#include "app/present/show_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>

#include "app/lessons/lesson_encoding.h"
#include "app/lessons/lesson_file.h"
#include "app/lessons/lesson_line.h"
#include "app/session/choices.h"
#include "app/session/session.h"
#include "app/views/view.h"
#include "engine/base/read_file.h"
#include "engine/base/shipped.h"
#include "engine/base/text_parts.h"
#include "engine/protocol/nearest_name.h"
#include "engine/trace/holds_trace.h"

namespace strata::inline present {
namespace {

constexpr const char* kShowEnding = ".strata-show";
constexpr std::size_t kMostErrors = 20;
constexpr std::size_t kLargestShow = std::size_t{1024} * 1024;

Error mistakeAt(std::string_view file, int line, std::string_view what) {
  return {ErrorCode::Usage, fmt::format("{}:{}: {}", file, line, asSentence(std::string(what)))};
}

constexpr std::string_view kOfShow[] = {"title", "light", "slide"};
constexpr std::string_view kOfSlide[] = {"view",       "say",    "note", "answer", "open",  "of-run",  "run",  "beside",
                                         "beside-run", "select", "at",   "zoom",   "range", "variant", "line", "seen"};

class ShowParser {
 public:
  explicit ShowParser(std::string_view file) : m_file(file) { m_show.file = file; }

  void read(std::string_view text) {
    while (!text.empty()) {
      const auto end = std::min(text.find('\n'), text.size());
      if (!note(line(text.substr(0, end))) && !m_show.slides.empty()) m_broken.insert(m_show.slides.size() - 1);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    check();
  }

  /// In the order of their lines.
  std::vector<Error> errors() const {
    std::vector<std::pair<int, Error>> sorted = m_errors;
    std::ranges::stable_sort(sorted, {}, &std::pair<int, Error>::first);
    std::vector<Error> errors;
    errors.reserve(sorted.size());
    for (auto& [line, error] : sorted) errors.push_back(std::move(error));
    return errors;
  }

  const Show& show() const { return m_show; }

 private:
  bool note(const Result<void>& taken) {
    if (!taken.ok()) m_errors.emplace_back(m_line, taken.error());
    return taken.ok();
  }

  Result<void> line(std::string_view text) {
    ++m_line;
    text = trimmed(text);
    if (text.empty() || text.front() == '#') return {};
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return wrong("a line is \"key: value\"");
    const std::string_view key = trimmed(text.substr(0, colon)), value = trimmed(text.substr(colon + 1));
    if (key == "title") return m_show.title = value, Result<void>{};
    if (key == "light") return yesOrNo(key, value, m_show.light);
    if (key == "slide") {
      Slide& slide = m_show.slides.emplace_back();
      slide.title = value;
      slide.line = m_line;
      return {};
    }
    if (std::ranges::find(kOfSlide, key) == std::end(kOfSlide)) return noKey(key);
    if (m_show.slides.empty()) return wrong("the first slide begins with \"slide: …\"");
    m_show.slides.back().keys.add(key, m_line);
    return part(m_show.slides.back(), key, value);
  }

  /// What a show must have when all of it is read; what is wrong already is not asked for once more.
  void check() {
    m_line = std::max(m_line, 1);
    if (m_show.slides.empty() && m_errors.empty()) note(wrong("there is no slide; one begins with \"slide: …\""));
    for (std::size_t i = 0; i < m_show.slides.size(); ++i) {
      m_line = m_show.slides[i].line;
      if (!m_broken.contains(i)) note(whole(m_show.slides[i]));
    }
  }

  Result<void> whole(const Slide& slide) const {
    if (slide.view.empty()) return wrong(fmt::format("the slide \"{}\" names no view", slide.title));
    const bool another = !slide.open.empty() || !slide.run.experiment.empty();
    if (slide.beside == Slide::kBefore && !another)
      return wrong("\"beside: before\" wants another session beside it: open or run one");
    return {};
  }

  Error noKey(std::string_view key) const {
    std::vector<std::string> known(std::begin(kOfShow), std::end(kOfShow));
    known.insert(known.end(), std::begin(kOfSlide), std::end(kOfSlide));
    const std::string near = nearestName(key, known);
    if (!near.empty()) return wrong(fmt::format("\"{}\" is not a key; did you mean \"{}:\"?", key, near));
    return wrong(fmt::format("\"{}\" is not a key; a slide has {}", key, fmt::join(kOfSlide, ", ")));
  }

  Result<void> part(Slide& slide, std::string_view key, std::string_view value) {
    const std::string text(value);
    if (key == "view") return view(slide, text);
    if (key == "run") return run(slide, value);
    if (key == "zoom") return yesOrNo(key, value, slide.zoom);
    if (key == "note") return slide.note += (slide.note.empty() ? "" : "\n") + text, Result<void>{};
    if (key == "range") return range(slide, text);
    if (key == "at") return number(text, [&](std::int64_t ns) { slide.at = ns; });
    if (key == "of-run") return place(text, slide.ofRun);
    if (key == "beside-run") return place(text, slide.besideRun);
    if (key == "line") return number(text, [&](std::int64_t line) { slide.codeLine = static_cast<int>(line); });
    static constexpr std::pair<std::string_view, std::string Slide::*> kTexts[] = {
        {"say", &Slide::say},       {"open", &Slide::open},       {"beside", &Slide::beside},
        {"select", &Slide::select}, {"variant", &Slide::variant}, {"answer", &Slide::answer},
        {"seen", &Slide::seen}};
    for (const auto& [name, member] : kTexts)
      if (name == key) return slide.*member = text, Result<void>{};
    return noKey(key);
  }

  Result<void> yesOrNo(std::string_view key, std::string_view value, bool& is) const {
    if (value != "yes" && value != "no") return wrong(fmt::format("\"{}\" is yes or no, not \"{}\"", key, value));
    return is = value == "yes", Result<void>{};
  }

  template <class Take>
  Result<void> number(const std::string& text, Take take) {
    char* end = nullptr;
    const long long value = std::strtoll(text.c_str(), &end, 10);
    if (text.empty() || *end != '\0' || value < 0) return wrong(fmt::format("\"{}\" is not a whole number", text));
    return take(value), Result<void>{};
  }

  /// Of a run, which are counted from 1.
  Result<void> place(const std::string& text, std::optional<std::size_t>& run) {
    std::int64_t count = 0;
    STRATA_TRY(number(text, [&](std::int64_t given) { count = given; }));
    if (count < 1) return wrong("the first run is 1");
    return run = static_cast<std::size_t>(count - 1), Result<void>{};
  }

  Result<void> range(Slide& slide, const std::string& text) {
    long long from = 0, to = 0;
    int end = 0;
    if (std::sscanf(text.c_str(), "%lld to %lld%n", &from, &to, &end) != 2 || text[static_cast<std::size_t>(end)] ||
        from >= to)
      return wrong("a range is \"1000 to 2000\", in ns after the session's begin");
    return slide.range = {from, to}, Result<void>{};
  }

  Result<void> view(Slide& slide, const std::string& name) {
    std::vector<std::string> known;
    for (const View& each : allViews()) known.emplace_back(each.name);
    if (!findView(name)) return wrong(fmt::format("there is no view \"{}\"; {}", name, suggestion(name, known)));
    slide.view = findView(name)->name;
    return {};
  }

  Result<void> run(Slide& slide, std::string_view value) {
    auto line = parseRunLine(value);
    if (!line.ok()) return wrong(line.error().message);
    slide.run = std::move(line).value();
    return {};
  }

  Error wrong(std::string_view what) const { return mistakeAt(m_file, m_line, what); }

  std::string m_file;
  int m_line = 0;
  Show m_show;
  std::vector<std::pair<int, Error>> m_errors;  ///< with their lines
  std::set<std::size_t> m_broken;               ///< slides
};

Result<ShowParser> parsedShow(std::string_view text, std::string_view file) {
  if (const auto wrong = unreadableLine(text)) return mistakeAt(file, wrong->line, wrong->what);
  ShowParser parser(file);
  parser.read(withoutMark(text));
  return parser;
}

Result<std::string> showText(const std::string& path) {
  STRATA_ASSIGN(std::string text, readWholeFile(path, kLargestShow + 1));
  if (text.size() <= kLargestShow) return text;
  return Error{ErrorCode::Usage,
               fmt::format("{} is larger than {} KiB: no text of a show is.", path, kLargestShow / 1024)};
}

/// What keeps a session that is there from being shown, by its file.
class SessionProblems {
 public:
  /// Empty: nothing.
  const std::string& of(const std::string& file) {
    const auto [found, isNew] = m_problems.try_emplace(file);
    if (isNew) found->second = opened(file);
    return found->second;
  }

 private:
  static std::string opened(const std::string& file) {
    Session session;
    if (const auto read = session.open(file); !read.ok()) return read.error().message;
    if (holdsWork(*session.snapshot())) return {};
    return fmt::format("{} holds neither events nor results; name a session that was run", file);
  }

  std::map<std::string, std::string> m_problems;
};

/// What the slide names beside its own text; `sessions`: they are opened, too.
void addNamed(const Slide& slide, const std::string& path, SessionProblems* sessions, std::vector<Error>& errors) {
  if (!slide.run.experiment.empty())
    if (const auto request = requestOf(slide, path); !request.ok()) errors.push_back(request.error());
  const auto folder = std::filesystem::path(path).parent_path();
  for (const auto& [key, file] : {std::pair("open", &slide.open), std::pair("beside", &slide.beside)}) {
    std::error_code unreadable;
    if (file->empty() || *file == Slide::kBefore) continue;
    const auto whole = folder / *file;
    std::string problem;
    if (!std::filesystem::exists(whole, unreadable))
      problem = fmt::format("there is no session {}; its path begins at the show's folder", *file);
    else if (sessions)
      problem = sessions->of(whole.string());
    if (!problem.empty()) errors.push_back(mistakeAt(path, slide.lineOf(key), problem));
  }
}

}  // namespace

Result<Show> parseShow(std::string_view text, std::string_view file) {
  STRATA_ASSIGN(const ShowParser parser, parsedShow(text, file));
  if (std::vector<Error> errors = parser.errors(); !errors.empty()) return std::move(errors.front());
  return parser.show();
}

Result<Show> readShow(const std::string& path) {
  STRATA_ASSIGN(const std::string text, showText(path));
  return parseShow(text, path);
}

std::vector<Error> showErrors(const std::string& path, NamedSessions how) {
  const auto text = showText(path);
  if (!text.ok()) return {text.error()};
  const auto parser = parsedShow(text.value(), path);
  if (!parser.ok()) return {parser.error()};
  std::vector<Error> errors = parser.value().errors();
  SessionProblems problems;
  for (const Slide& slide : parser.value().show().slides)
    addNamed(slide, path, how == NamedSessions::Opened ? &problems : nullptr, errors);
  if (errors.size() > kMostErrors) errors.erase(errors.begin() + kMostErrors, errors.end());
  return errors;
}

Result<Request> requestOf(const Slide& slide, std::string_view file) {
  auto request = requestFor(slide.run);
  if (!request.ok()) return mistakeAt(file, slide.lineOf("run"), request.error().message);
  return request;
}

std::string findShow(const std::string& asked) {
  std::error_code ignored;
  if (asked.find('/') != std::string::npos || std::filesystem::exists(asked, ignored)) return asked;
  auto shipped = shippedFolder("shows") / asked;
  if (shipped.extension() != kShowEnding) shipped += kShowEnding;
  return std::filesystem::exists(shipped, ignored) ? shipped.string() : asked;
}

bool namesLesson(const std::string& asked) {
  if (isLessonFile(asked)) return true;
  const std::filesystem::path path = asked;
  std::error_code ignored;
  return !path.has_parent_path() && path.extension() != kShowEnding &&
         !std::filesystem::exists(findShow(asked), ignored);
}

}  // namespace strata::inline present
