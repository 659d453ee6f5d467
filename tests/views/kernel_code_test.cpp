#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "app/facts/kernel_facts.h"
#include "app/views/kernel/kernel_layout.h"
#include "app/words/messages.h"
#include "tests/views/kernel_sample.h"

// The text of a kernel at every width.

namespace strata::kernel_view_test {
namespace {

std::string withoutSpaces(std::string_view text) {
  std::string out;
  for (const char letter : text)
    if (letter != ' ') out += letter;
  return out;
}

TEST(KernelView, TheChosenLineGoesOnBelowWhereItIsTooLong) {
  ViewState state = observed();
  const std::string longLine = "sum += A[row * rowA + i * colA] * B[i * rowB + col * colB];";
  auto info = std::make_shared<ExperimentInfo>(*state.session.experiment);
  info->variants[0].source =
      "__global__ void sample_naive() {\n  for (;;)\n    " + longLine + "  // a remark\n  C[0] = sum;\n}\n\n\n";
  state.session.experiment = info;
  state.sight.choices.line = 3;
  std::size_t broken = 0, often = 0;
  for (float width = 380; width < 1100; width += 20) {
    const Rect area{0, 0, width, 560};
    const KernelFacts facts = kernelFacts(state);
    const RecordingCanvas canvas = drawn(state, area);
    const KernelLayout layout = layOutKernel(canvas, area, facts, state.sight.choices);
    std::string shown;
    for (const DrawOp& op : canvas.ops())
      if (op.kind == DrawOp::Kind::Text && op.rect.x >= layout.code.x - 0.5f && op.rect.x < layout.code.right() &&
          layout.row(3).contains({op.rect.x, op.rect.y + op.rect.h / 2}))
        shown += withoutSpaces(op.text);
    EXPECT_TRUE(shown.starts_with(withoutSpaces(longLine))) << width << ": " << shown;
    const Rect next = layout.row(4);
    EXPECT_EQ(layout.lineAt(facts, {next.x + 9, next.y + next.h / 2}), 4);
    EXPECT_GE(next.y, layout.row(3).bottom());
    broken += layout.broken == 3;
    often += layout.breaks.size() > 1;
  }
  EXPECT_GT(broken, 3u);
  EXPECT_LT(broken, 36u) << "one row where there is room";
  EXPECT_GT(often, 0u) << "more than two rows where it is narrow";
}

TEST(KernelView, NoCodeIsCutWhereALessonAsksForALine) {
  ViewState state = ladder();
  const std::string longest =
      "    if (outRow + i < cols && outCol < rows) out[size_t(outRow + i) * rows + outCol] = tile[x][y + i];";
  auto info = std::make_shared<ExperimentInfo>(*state.session.experiment);
  info->variants[0].source = "__global__ void sample_naive() {\n  for (;;)\n" + longest + "  // a remark\n}\n";
  state.session.experiment = info;
  LessonSight lesson;
  lesson.mayBet = true;
  lesson.question.emplace();
  lesson.question->question.kind = Question::Kind::Place;
  lesson.question->question.unit = "line";
  state.sight.lesson = std::make_shared<const LessonSight>(std::move(lesson));
  for (float width = 600; width < 1100; width += 20) {
    const RecordingCanvas canvas;
    const KernelLayout layout = layOutKernel(canvas, {0, 0, width, 560}, kernelFacts(state), state.sight.choices);
    EXPECT_LE(canvas.measure(longest, kernelCodeStyle(canvas, layout)), layout.code.w) << width;
  }
}

TEST(KernelView, HeadsAreAboutAsLargeAsTheNumbersBelow) {
  const ViewState state = observed();
  for (const Rect area : {Rect{0, 0, 850, 340}, Rect{0, 0, 440, 430}, Rect{0, 0, 1294, 700}}) {
    const RecordingCanvas canvas = drawn(state, area);
    const KernelLayout layout = layOutKernel(canvas, area, kernelFacts(state), state.sight.choices);
    const DrawOp* head = canvas.findText(text(Msg::KernelSectors));
    ASSERT_NE(head, nullptr) << area.w;
    EXPECT_GE(head->style.size, 0.9f * kernelCodeStyle(canvas, layout).size) << area.w;
  }
}

TEST(KernelView, ALineThatIsCutSaysSo) {
  const ViewState state = observed();
  const KernelFacts facts = kernelFacts(state);
  std::size_t cut = 0;
  for (float width = 400; width < 1000; width += 7) {
    const Rect area{0, 0, width, 560};
    const KernelLayout layout = layOutKernel(RecordingCanvas{}, area, facts, state.sight.choices);
    std::map<float, std::string> rows;  // by their middle
    const RecordingCanvas canvas = drawn(state, area);
    for (const DrawOp& op : canvas.ops())
      if (op.kind == DrawOp::Kind::Text && op.rect.x >= layout.code.x - 0.5f && op.rect.x < layout.code.right())
        rows[std::round(op.rect.y + op.rect.h / 2)] += withoutSpaces(op.text);
    for (int i = 0; i < layout.lineCount; ++i) {
      if (layout.firstLine + i == layout.broken) continue;
      const Rect row = layout.row(layout.firstLine + i);
      const std::string line = withoutSpaces(facts.lines[static_cast<std::size_t>(layout.firstLine + i - 1)]);
      const std::string shown = rows[std::round(row.y + row.h / 2)];
      if (shown == line) continue;
      ASSERT_TRUE(shown.ends_with("…")) << width << ": " << shown << " of " << line;
      EXPECT_TRUE(line.starts_with(shown.substr(0, shown.size() - 3))) << width << ": " << shown << " of " << line;
      ++cut;
    }
  }
  EXPECT_GT(cut, 10u);
}

}  // namespace
}  // namespace strata::kernel_view_test
