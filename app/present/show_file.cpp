#include "app/present/show_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/lessons/lesson_file.h"
#include "app/views/view.h"
#include "engine/base/shipped.h"
#include "engine/base/text_parts.h"
#include "engine/protocol/nearest_name.h"

namespace strata::inline present {
namespace {

constexpr const char* kShowEnding = ".strata-show";

class Parser {
 public:
  explicit Parser(std::string_view file) : m_file(file) {}

  Result<void> line(std::string_view text) {
    ++m_line;
    text = trimmed(text);
    if (text.empty() || text.front() == '#') return {};
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return wrong("a line is \"key: value\"");
    const std::string_view key = trimmed(text.substr(0, colon)), value = trimmed(text.substr(colon + 1));
    if (key == "title") return m_show.title = value, Result<void>{};
    if (key == "light") return m_show.light = value == "yes", Result<void>{};
    if (key == "slide") {
      m_show.slides.push_back({});
      m_show.slides.back().title = value;
      m_show.slides.back().line = m_line;
      return {};
    }
    if (m_show.slides.empty()) return wrong("the first slide begins with \"slide: …\"");
    return part(m_show.slides.back(), key, value);
  }

  Result<Show> show() {
    if (m_show.slides.empty()) return wrong("there is no slide; one begins with \"slide: …\"");
    for (const Slide& slide : m_show.slides) {
      if (slide.view.empty()) return wrong(fmt::format("the slide \"{}\" names no view", slide.title), slide.line);
      const bool another = !slide.open.empty() || !slide.run.experiment.empty();
      if (slide.beside == Slide::kBefore && !another)
        return wrong("\"beside: before\" wants another session beside it: open or run one", slide.line);
    }
    return std::move(m_show);
  }

 private:
  Result<void> part(Slide& slide, std::string_view key, std::string_view value) {
    const std::string text(value);
    if (key == "view") return view(slide, text);
    if (key == "run") return run(slide, value);
    if (key == "zoom") return slide.zoom = value == "yes", Result<void>{};
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
    return wrong(
        fmt::format("\"{}\" is not a key; a slide has view, say, note, answer, open, of-run, run, beside, beside-run, "
                    "select, at, zoom, range, variant, line, seen",
                    key));
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

  Error wrong(std::string_view what, int line = 0) const {
    return {ErrorCode::Usage, fmt::format("{}:{}: {}.", m_file, line > 0 ? line : m_line, what)};
  }

  std::string m_file;
  int m_line = 0;
  Show m_show;
};

}  // namespace

Result<Show> parseShow(std::string_view text, std::string_view file) {
  Parser parser(file);
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    STRATA_TRY(parser.line(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parser.show();
}

Result<Show> readShow(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return Error{ErrorCode::Io, fmt::format("Cannot read the show {}: is it there, and may you read it?", path)};
  const std::string text(std::istreambuf_iterator<char>(file), {});
  return parseShow(text, path);
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
