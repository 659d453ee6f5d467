#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "app/canvas/escape_xml.h"
#include "app/canvas/font_metrics.h"
#include "app/canvas/raster_canvas.h"
#include "app/canvas/recording_canvas.h"
#include "app/canvas/svg_canvas.h"
#include "app/facts/seen_statistics.h"
#include "app/facts/storey_shares.h"
#include "app/views/view.h"
#include "tests/views/sample_ladder.h"
#include "tests/views/sample_session.h"
#include "tests/views/sample_tokens.h"

// A view asks for the same things at the same places whatever it is drawn into.

namespace strata::same_picture_test {
namespace {

constexpr Rect kArea{0, 0, 900, 600};

ViewState sampleState() {
  static SampleSession session;
  static const bool kFilled = (session.addRun(3), true);
  (void)kFilled;
  ViewState state = session.state();
  state.session.storeys = sampleStoreys();
  state.session.hello = sampleHello();
  state.session.experiment = sampleLadder();
  state.session.results = sampleLadderResults();
  addRoofs(state.session.results, 20e9, 400e9);
  state.session.tokens = sampleTokens(5);
  addUpNames(state);
  state.sight.shares = std::make_shared<const StoreyShares>(storeySharesOf(*state.session.snapshot, state.sight.range));
  return state;
}

class SamePictureTest : public ::testing::TestWithParam<const char*> {
 protected:
  SamePictureTest() {
    state.sight.choices.allCalls = std::string_view(GetParam()) == "shares";
    draw(recording);
    for (const DrawOp& op : recording.ops())
      if (op.kind != DrawOp::Kind::Text || !op.text.empty()) ops.push_back(&op);
  }
  void draw(Canvas& canvas) { findView(GetParam())->draw(canvas, kArea, state); }

  ViewState state = sampleState();
  RecordingCanvas recording;
  std::vector<const DrawOp*> ops;
};

/// What one line of an SVG draws.
struct Element {
  std::string tag;
  std::map<std::string, double> numbers;
  std::string line;
};

std::vector<Element> elementsOf(const std::string& svg) {
  static const std::regex kTag(R"re(^<(rect|text|polyline|polygon|image) )re"),
      kNumber(R"re(([a-zA-Z-]+)="(-?[0-9.]+)")re");
  std::vector<Element> elements;
  std::istringstream lines(svg);
  for (std::string line; std::getline(lines, line);) {
    std::smatch tag;
    if (!std::regex_search(line, tag, kTag)) continue;
    Element element{tag[1], {}, line.substr(0, 400)};
    for (std::sregex_iterator it(element.line.begin(), element.line.end(), kNumber), end; it != end; ++it)
      element.numbers[(*it)[1]] = std::stod((*it)[2]);
    elements.push_back(std::move(element));
  }
  return elements;
}

void expectAt(const Element& element, const DrawOp& op) {
  constexpr double kHair = 0.011;  // an SVG has two decimals
  const auto number = [&element](const char* key) {
    const auto found = element.numbers.find(key);
    return found == element.numbers.end() ? std::nan("") : found->second;
  };
  switch (op.kind) {
    case DrawOp::Kind::Text:
      ASSERT_EQ(element.tag, "text") << element.line;
      EXPECT_NEAR(number("x"), op.rect.x, kHair) << element.line;
      EXPECT_NEAR(number("y"), op.rect.y + FontMetrics::shared().baseline(op.style), kHair) << element.line;
      EXPECT_NEAR(number("textLength"), op.rect.w, kHair) << element.line;
      EXPECT_NE(element.line.find(escapeXml(op.text) + "</text>"), std::string::npos) << element.line;
      break;
    case DrawOp::Kind::Polyline: ASSERT_EQ(element.tag, "polyline") << element.line; break;
    case DrawOp::Kind::Polygon: ASSERT_EQ(element.tag, "polygon") << element.line; break;
    case DrawOp::Kind::Image: ASSERT_EQ(element.tag, "image") << element.line; break;
    case DrawOp::Kind::Fill:
    case DrawOp::Kind::Stroke:
      ASSERT_EQ(element.tag, "rect") << element.line;
      const float inset = op.kind == DrawOp::Kind::Stroke ? op.width / 2 : 0;
      EXPECT_NEAR(number("x"), op.rect.x + inset, kHair) << element.line;
      EXPECT_NEAR(number("y"), op.rect.y + inset, kHair) << element.line;
      EXPECT_NEAR(number("width"), std::max(0.f, op.rect.w - 2 * inset), kHair) << element.line;
      EXPECT_NEAR(number("height"), std::max(0.f, op.rect.h - 2 * inset), kHair) << element.line;
      break;
  }
}

TEST_P(SamePictureTest, AnSvgHoldsEveryItemInItsPlace) {
  SvgCanvas svg(kArea.w, kArea.h);
  draw(svg);
  auto elements = elementsOf(svg.document());
  std::erase_if(elements, [](const Element& e) { return e.line.find("<clipPath") != std::string::npos; });
  ASSERT_EQ(elements.size(), ops.size());
  ASSERT_GT(ops.size(), 15u);
  for (std::size_t i = 0; i < ops.size(); ++i) {
    expectAt(elements[i], *ops[i]);
    if (HasFatalFailure()) return;
  }
}

/// The middle of what is seen of a filled rectangle, if nothing was drawn over it later.
std::optional<Point> lastWord(const std::vector<const DrawOp*>& ops, std::size_t i) {
  const DrawOp& op = *ops[i];
  const auto seen = op.visible();
  if (op.kind != DrawOp::Kind::Fill || op.color.a != 255 || !seen || seen->w < 4 || seen->h < 4) return std::nullopt;
  const Point middle{std::floor(seen->x + seen->w / 2) + 0.5f, std::floor(seen->y + seen->h / 2) + 0.5f};
  for (std::size_t later = i + 1; later < ops.size(); ++later)
    if (ops[later]->rect.inset(-3, -3).contains(middle)) return std::nullopt;
  return middle;
}

TEST_P(SamePictureTest, APngShowsWhatWasDrawnLastAtEachPlace) {
  RasterCanvas raster(kArea.w, kArea.h);
  draw(raster);
  const std::vector<Color> pixels = raster.pixels();
  std::size_t looked = 0;
  for (std::size_t i = 0; i < ops.size(); ++i) {
    const auto place = lastWord(ops, i);
    if (!place) continue;
    ++looked;
    const Color shown = pixels[static_cast<std::size_t>(place->y) * 900 + static_cast<std::size_t>(place->x)];
    EXPECT_EQ(shown, ops[i]->color) << "at " << place->x << "," << place->y;
  }
  EXPECT_GE(looked, 2u);
}

TEST_P(SamePictureTest, EveryTextOfThePngHasInkInItsBox) {
  if (FontMetrics::shared().fontFile(Face::Regular).empty()) GTEST_SKIP() << "no font is installed";
  RasterCanvas raster(kArea.w, kArea.h);
  draw(raster);
  const std::vector<Color> pixels = raster.pixels();
  std::size_t looked = 0;
  for (const DrawOp* op : recording.of(DrawOp::Kind::Text)) {
    const auto seen = op->visible();
    if (!seen || op->text.find_first_not_of(" \u00A0") == std::string::npos) continue;
    std::set<std::uint32_t> colours;
    const auto right = static_cast<std::size_t>(std::min(kArea.w, seen->right()));
    const auto bottom = static_cast<std::size_t>(std::min(kArea.h, seen->bottom()));
    for (auto y = static_cast<std::size_t>(seen->y); y < bottom; ++y)
      for (auto x = static_cast<std::size_t>(seen->x); x < right; ++x) {
        const Color c = pixels[y * 900 + x];
        colours.insert(std::uint32_t{c.r} << 16 | std::uint32_t{c.g} << 8 | c.b);
      }
    EXPECT_GT(colours.size(), 2u) << op->text;
    ++looked;
  }
  EXPECT_GE(looked, 5u);
}

INSTANTIATE_TEST_SUITE_P(Views, SamePictureTest,
                         ::testing::Values("stack", "shares", "timeline", "memory", "roofline", "results", "kernel",
                                           "tokens", "statistics"),
                         [](const auto& of) { return std::string(of.param); });

TEST(ViewCatalogue, NamesAreUniqueAndAnEmptySessionHasNoContent) {
  ViewState empty;
  empty.session.snapshot = TraceStore().snapshot();
  std::set<std::string_view> names;
  for (const View& view : allViews()) {
    EXPECT_TRUE(names.insert(view.name).second) << view.name;
    EXPECT_EQ(findView(view.name), &view);
    EXPECT_FALSE(view.hasContent(empty)) << view.name;
    EXPECT_FALSE(view.hasContent({})) << view.name << " without a session";
    RecordingCanvas canvas;
    view.draw(canvas, kArea, empty);
    EXPECT_FALSE(canvas.ops().empty()) << view.name << " says what would fill it";
  }
  EXPECT_EQ(findView("transformer"), findView("tokens"));
  EXPECT_EQ(findView(""), nullptr);
  const ViewState full = sampleState();
  for (const char* name : {"stack", "shares", "timeline", "memory", "roofline", "results", "kernel", "tokens"})
    EXPECT_TRUE(findView(name)->hasContent(full)) << name;
  EXPECT_FALSE(findView("compare")->hasContent(full));
}

}  // namespace
}  // namespace strata::same_picture_test
