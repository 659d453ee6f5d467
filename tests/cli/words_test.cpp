#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <set>
#include <unordered_set>

#include "app/canvas/recording_canvas.h"
#include "app/facts/set_back.h"
#include "app/session/choices.h"
#include "app/still/still.h"
#include "app/views/tokens/tokens_layout.h"
#include "app/views/view.h"
#include "layers/workloads/experiments.h"
#include "layers/workloads/kernel/kernel_experiment.h"
#include "tests/cli/strata_command.h"

// Every text that any view draws or shows as a tooltip, over sessions of each experiment, traces of other tools and
// nothing at all, at rest, live and in slow motion: no place of a message is left unfilled, no part of a line is empty,
// no word or figure stands twice.

namespace strata {
namespace {

constexpr Rect kArea{0, 0, 1280, 720};
constexpr std::int64_t kMostElements = 48;  ///< of each parameter

/// What comes from files and programs, and is as it is.
std::set<std::string> foreignWords(const ViewState& state) {
  std::set<std::string> words;
  if (state.session.snapshot) {
    for (std::size_t i = 0; i < state.session.snapshot->nameCount(); ++i)
      words.emplace(state.session.snapshot->name(NameId{static_cast<std::uint32_t>(i)}));
    for (const TrackInfo& track : state.session.snapshot->tracks()) words.insert(track.name);
  }
  if (!state.session.tokens) return words;
  for (const auto& token : state.session.tokens->tokens) {
    words.insert({token->text, token->piece, tokenWord(token->text), tokenQuote(token->text)});
    for (const StoryToken::Next& next : token->next)
      words.insert({next.text, tokenWord(next.text), tokenQuote(next.text)});
  }
  return words;
}

class Words {
 public:
  Words(std::string where, const ViewState& state) : m_where(std::move(where)), m_foreign(foreignWords(state)) {}

  void check(const std::string& text) const {
    static std::unordered_set<std::string> whole;  // most texts come again at each moment
    if (whole.contains(text)) return;
    static const std::regex place("\\{[0-9]\\}"), gap("^ | $|  |(^|· *)·|· *$|\\( *\\)| [,.;:](?= |$)"),
        twice("(^|[ (])([A-Za-z]{2,}) \\2([ ,.;:)]|$)"), part("(^|· )([^·]*[^· ]) · \\2( ·|$)");
    const bool unfilled = std::regex_search(text, place);
    EXPECT_FALSE(unfilled) << m_where << ": \"" << text << "\" has an unfilled place";
    const bool empty = std::regex_search(text, gap), word = std::regex_search(text, twice),
               same = std::regex_search(text, part);
    if (!unfilled && !empty && !word && !same) return void(whole.insert(text));
    if (isForeign(text)) return;
    EXPECT_FALSE(empty) << m_where << ": \"" << text << "\" has an empty part";
    EXPECT_FALSE(word) << m_where << ": \"" << text << "\" says a word twice";
    EXPECT_FALSE(same) << m_where << ": \"" << text << "\" says a part twice";
  }

  /// Nobody has a mouse in a picture.
  void checkStill(const std::string& text) const {
    static const std::regex hands(R"(\b([Cc]lick|[Dd]rag|[Ww]heel)\b|Shift\+|Ctrl\+)");
    const bool asksHands = std::regex_search(text, hands) && !isForeign(text);
    EXPECT_FALSE(asksHands) << m_where << ": \"" << text << "\" tells what the mouse does";
  }

 private:
  bool isForeign(std::string text) const {
    if (const auto cut = text.find("…"); cut != std::string::npos) text.resize(cut);
    if (text.empty()) return true;
    return std::ranges::any_of(m_foreign, [&](const std::string& word) {
      return word.find(text) != std::string::npos || (word.size() > 3 && text.find(word) != std::string::npos);
    });
  }

  std::string m_where;
  std::set<std::string> m_foreign;
};

void checkView(const View& view, ViewState state, const std::string& where) {
  const Words words(where + ", " + std::string(view.name), state);
  RecordingCanvas canvas;
  if (state.session.snapshot) completeFor(view, state);
  view.draw(canvas, kArea, state);
  const bool hasCode = view.name == "kernel" || view.name == "compiled";
  for (const DrawOp* op : canvas.of(DrawOp::Kind::Text))
    if (!hasCode || op->style.face != Face::Mono) {
      words.check(op->text);
      if (state.sight.still && view.ofSession && view.hasContent(state)) words.checkStill(op->text);
    }
  for (float y = 10; y < kArea.h; y += 47)
    for (float x = 10; x < kArea.w; x += 83)
      if (const auto found = view.hit(canvas, kArea, state, {x, y})) {
        std::istringstream lines(found->tooltip);
        for (std::string line; std::getline(lines, line);) words.check(line);
      }
}

void checkViews(const ViewState& state, const std::string& where) {
  for (const View& view : allViews())
    if (state.session.snapshot || view.name != "compare") checkView(view, state, where);
}

void checkMoments(const Session& session, const std::string& name) {
  const ViewState whole = stillOf(session);
  checkViews(whole, name);
  ViewState live = whole;
  live.sight.live = live.sight.running = true;
  live.sight.selection = {};
  checkViews(live, name + ", live");
  if (!whole.session.snapshot->bounds()) return;
  const TimeRange bounds = *whole.session.snapshot->bounds();
  for (const int eighth : {0, 1, 4, 7}) {
    ViewState earlier = whole;
    const HostTime time = bounds.begin + Duration{bounds.length().ns / 8 * eighth};
    setBack(earlier, std::make_shared<const TraceSnapshot>(whole.session.snapshot->until(time)), time);
    checkViews(earlier, name + ", " + std::to_string(eighth) + "/8 of slow motion");
    earlier.sight.selection = {};
    checkViews(earlier, name + ", nothing selected, " + std::to_string(eighth) + "/8 of slow motion");
  }
}

class WordsTest : public ::testing::TestWithParam<std::string> {};

std::vector<std::string> smallRun(const ExperimentInfo& info, const std::string& out) {
  std::vector<std::string> line{"run", info.name, "--device", "cpu", "--out", out};
  for (const ParameterInfo& parameter : info.parameters) {
    const bool large = parameter.type == ParameterInfo::Type::Integer && parameter.defaultValue->is_number() &&
                       parameter.defaultValue->get<std::int64_t>() > kMostElements &&
                       parameter.min <= static_cast<double>(kMostElements);
    if (large && !parameter.ofRun)
      line.insert(line.end(), {"--set", parameter.name + "=" + std::to_string(kMostElements)});
    if (parameter.name == "repeat") line.insert(line.end(), {"--repeat", "1"});
    if (parameter.name == "observe") line.insert(line.end(), {"--set", "observe=memory"});
  }
  return line;
}

TEST_P(WordsTest, OfAnExperimentAreWhole) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("run.pftrace");
  const auto* info = findExperiment(GetParam()).value();
  std::vector<std::string> line = smallRun(*info, file);
  if (info->name == kKernelExperiment) {
    const std::string kernel = folder.file("life.cu");
    std::ofstream(kernel) << freeKernelTemplate();
    line.insert(line.end(), {"--file", kernel});
  }
  const test::Finished finished = test::strata(line);
  ASSERT_EQ(finished.code, 0) << finished.err;
  Session session;
  ASSERT_TRUE(session.open(file).ok());
  checkMoments(session, GetParam());
  ViewState both = stillOf(session);
  compareWith(session, both);
  checkView(*findView("compare"), both, GetParam());
}

std::vector<std::string> experimentNames() {
  std::vector<std::string> names;
  for (const ExperimentInfo* info : experiments()) names.push_back(info->name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Each, WordsTest, ::testing::ValuesIn(experimentNames()),
                         [](const auto& name) { return name.param; });

TEST(Words, OfNothingAreWhole) {
  checkViews({}, "nothing");
  Session empty;
  checkViews(stillOf(empty), "an empty session");
}

TEST(Words, OfForeignTracesAreWhole) {
  const char* const told = std::getenv("STRATA_TEST_DATA");
  const std::filesystem::path data = told ? told : STRATA_SOURCE_DIR "/../shared/data";
  if (!std::filesystem::is_directory(data / "traces")) GTEST_SKIP() << "no traces of others are here";
  for (const auto& file : std::filesystem::directory_iterator(data / "traces")) {
    Session session;
    ASSERT_TRUE(session.open(file.path().string()).ok()) << file.path();
    checkMoments(session, file.path().filename().string());
  }
}

}  // namespace
}  // namespace strata
