#include "app/studio/tensor_fetch.h"

#include <QTest>

#include "app/studio/message_bar.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/source_panel.h"
#include "app/words/messages.h"
#include "engine/trace/trace_args.h"
#include "engine/trace/trace_query.h"
#include "window_fixture.h"

namespace strata {
namespace {

constexpr std::string_view kWanted = "layers.1.attention_residual";

class TensorFetchTest : public WindowTest {
 protected:
  /// Of the operation that makes the tensor, and of the kernel below it.
  std::optional<EventRef> operation, kernel;

  void runTransformer() {
    openWindow();
    ASSERT_TRUE(window().chooseExperiment("transformer"));
    ASSERT_TRUE(window().fillForm({"prompt=Once", "tokens=3"}).ok());
    window().runs().run();
    ASSERT_TRUE(waitUntil([&] { return kernels() > 0 && !window().session().running(); }));
    const auto snapshot = window().session().snapshot();
    for (std::uint32_t call = 1; call <= snapshot->callCount(); ++call) {
      for (const EventRef ref : eventsOfCall(*snapshot, CallId{call})) {
        const TraceEvent& event = snapshot->event(ref);
        if (snapshot->text(event, arg::kResult) == kWanted) operation = ref, kernel.reset();
        const auto launch = isWork(event.kind) ? snapshot->launchOf(event.correlation) : std::nullopt;
        if (!operation || kernel || !launch) continue;
        const TraceEvent& around = snapshot->event(*operation);
        const HostTime asked = snapshot->event(*launch).begin;
        if (around.begin <= asked && asked <= around.end()) kernel = ref;
      }
    }
    ASSERT_TRUE(operation && kernel);
  }
  void fetch() { press(window(), Qt::Key_T, Qt::ControlModifier); }
  std::string shown() const {
    const auto& tensor = const_cast<TensorFetchTest*>(this)->window().session().pictures().tensor;
    return tensor ? tensor->json : "";
  }
};

TEST_F(TensorFetchTest, BringsTheResultOfTheSelectedKernelsOperation) {
  ASSERT_NO_FATAL_FAILURE(runTransformer());
  window().selection().select({kernel, window().session().snapshot()->event(*kernel).call});
  EXPECT_EQ(resultOfSelection(window().scene().state()), kWanted);
  fetch();
  EXPECT_TRUE(waitUntil([&] { return shown().find(kWanted) != std::string::npos; })) << shown();
  EXPECT_TRUE(window().messages().message().isEmpty()) << window().messages().message().toStdString();
}

TEST_F(TensorFetchTest, AHeadThatIsChosenInTheViewIsReadFromTheAgent) {
  ASSERT_NO_FATAL_FAILURE(runTransformer());
  const AttentionHead head{1, 1};
  ASSERT_FALSE(window().scene().state().session.tokens->knows(head));
  const std::string before = shown();
  ViewChoices choices = window().scene().state().sight.choices;
  choices.head = head;
  window().scene().choose(choices);
  EXPECT_TRUE(waitUntil([&] { return window().scene().state().session.tokens->knows(head); }));
  EXPECT_EQ(shown(), before) << "the tensor view keeps its tensor";
  EXPECT_TRUE(window().messages().message().isEmpty()) << window().messages().message().toStdString();
}

TEST_F(TensorFetchTest, TheSourcePanelShowsTheKernelOfTheSelectedOperation) {
  ASSERT_NO_FATAL_FAILURE(runTransformer());
  auto& source = *window().findChild<SourcePanel*>();
  const auto snapshot = window().session().snapshot();
  window().selection().select({kernel, snapshot->event(*kernel).call});
  EXPECT_TRUE(source.source().contains(QStringLiteral("void linear_"))) << "an attention's output is a linear layer";
  const auto calls = snapshot->callCount();
  for (std::uint32_t call = 1; call <= calls; ++call)
    for (const EventRef ref : eventsOfCall(*snapshot, CallId{call}))
      if (snapshot->name(snapshot->event(ref).name).starts_with("norm_")) kernel = ref;
  window().selection().select({kernel, snapshot->event(*kernel).call});
  EXPECT_TRUE(source.source().contains(QStringLiteral("void norm_")));
  ASSERT_TRUE(window().chooseExperiment("matmul"));
  EXPECT_TRUE(source.source().contains(QStringLiteral("matmul")));
}

TEST_F(TensorFetchTest, WhatItAsksToSelectFirstIsAskedNoLongerOnceItIsSelected) {
  ASSERT_NO_FATAL_FAILURE(runTransformer());
  window().selection().clear();
  fetch();
  ASSERT_EQ(window().messages().message().toStdString(), text(Msg::StudioFetchNothing));
  window().selection().select({operation, window().session().snapshot()->event(*operation).call});
  EXPECT_TRUE(window().messages().message().isEmpty()) << window().messages().message().toStdString();
}

TEST_F(TensorFetchTest, SaysWhatToSelectFirst) {
  openWindow();
  window().selection().clear();
  fetch();
  EXPECT_EQ(window().messages().message().toStdString(), text(Msg::StudioFetchNothing));
}

}  // namespace
}  // namespace strata
