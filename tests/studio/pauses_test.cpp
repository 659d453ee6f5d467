#include <QDoubleSpinBox>
#include <QPushButton>
#include <QTest>

#include "app/studio/message_bar.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "engine/trace/trace_args.h"
#include "engine/trace/trace_query.h"
#include "window_fixture.h"

namespace strata {
namespace {

constexpr int kPauseMs = 20'000;  ///< longer than an agent at work may be silent

/// A few minutes with the window, with the pauses of a person.
class PausesTest : public WindowTest {
 protected:
  bool run() {
    bool ended = false;
    Answer::Status status = Answer::Status::Accepted;
    const auto connection = QObject::connect(&window().session(), &StudioSession::runEnded,
                                             [&](const Answer& answer) { ended = true, status = answer.status; });
    click(button("Run"));
    const bool done = waitUntil([&] { return ended; });
    QObject::disconnect(connection);
    return done && status == Answer::Status::Done;
  }

  /// Of an operation whose result can be fetched.
  std::optional<EventRef> operation() {
    const auto snapshot = window().session().snapshot();
    for (std::uint32_t call = 1; call <= snapshot->callCount(); ++call)
      for (const EventRef ref : eventsOfCall(*snapshot, CallId{call}))
        if (snapshot->text(snapshot->event(ref), arg::kResult) == "layers.1.attention_residual") return ref;
    return std::nullopt;
  }

  std::string tensor() {
    const auto& shown = window().session().pictures().tensor;
    return shown ? shown->json : "";
  }
};

TEST_F(PausesTest, RunLookRunLookFetchChangeRunStopRun) {
  openWindow();
  ASSERT_TRUE(window().chooseExperiment("transformer"));
  ASSERT_TRUE(window().fillForm({"prompt=Once", "tokens=3"}).ok());
  ASSERT_TRUE(run());
  const int agent = window().session().agentPid();
  QTest::qWait(kPauseMs);
  ASSERT_TRUE(run());
  QTest::qWait(kPauseMs);
  const auto wanted = operation();
  ASSERT_TRUE(wanted);
  window().selection().select({wanted, window().session().snapshot()->event(*wanted).call});
  press(window(), Qt::Key_T, Qt::ControlModifier);
  ASSERT_TRUE(waitUntil([&] { return tensor().find("layers.1.attention_residual") != std::string::npos; }));
  setParameter("tokens", 200);
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return window().session().running() && button("Stop")->isEnabled(); }));
  click(button("Stop"));
  ASSERT_TRUE(waitUntil([&] { return !window().session().running(); }));
  setParameter("tokens", 2);
  ASSERT_TRUE(run());
  EXPECT_EQ(window().session().agentPid(), agent) << "one agent for all";
  EXPECT_TRUE(window().messages().message().isEmpty()) << window().messages().message().toStdString();
}

}  // namespace
}  // namespace strata
