#include "app/studio/window_words.h"

#include <gmock/gmock.h>

#include <csignal>

#include "app/session/agent_errors.h"
#include "app/studio/device_probe.h"
#include "app/studio/ui_text.h"
#include "engine/protocol/agent_faults.h"

namespace strata {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Duration kLimit{10'000'000'000};

TEST(WindowWords, NameNoOptionOfACommandLine) {
  AgentMoment kernel, program;
  kernel.running = {"life"};
  for (const Error& hung : {openingHung("The device", kLimit), workHung(program, kLimit), workHung(kernel, kLimit)}) {
    ASSERT_THAT(hung.message, HasSubstr("--hang-limit")) << "on a command line it is there";
    EXPECT_THAT(inWindow(hung.message), Not(HasSubstr("--"))) << hung.message;
  }
  EXPECT_THAT(inWindow(workHung(kernel, kLimit).message), HasSubstr("the device works on life"));
  EXPECT_THAT(inWindow(workHung(kernel, kLimit).message), HasSubstr(text(Msg::StudioToWorkLonger)));
}

TEST(WindowWords, NameAControlInsteadOfAChoiceOfTheRequest) {
  EXPECT_EQ(inWindow("mine computes a wrong result. observe=errors looks for the lines to blame"),
            "mine computes a wrong result. “What is wrong” looks for the lines to blame");
  EXPECT_EQ(inWindow("left out, slow=run runs it anyway: its 4 runs"),
            "left out, “Slow steps: run” runs it anyway: its 4 runs");
  RunResult slow;
  slow.message = "left out, slow=run runs it anyway";
  EXPECT_EQ(inWindow(std::vector{slow}).front().message, "left out, “Slow steps: run” runs it anyway");
  AgentProcess::Exit exit;
  exit.signaled = true;
  exit.code = SIGSEGV;
  const std::string crash = agentEnded(exit, {}, RanThen::Own).message;
  ASSERT_THAT(crash, HasSubstr("observe=errors looks for the line."));
  EXPECT_THAT(inWindow(crash), HasSubstr("“What is wrong” looks for the line."));
}

TEST(WindowWords, OfWhyADeviceCannotBeUsedAreTheWindowsToo) {
  AgentReport report;
  report.backend = "cuda";
  report.reason = openingHung("The device", kLimit).message;
  EXPECT_THAT(deviceEntries({report}).front().reason.toStdString(), HasSubstr(text(Msg::StudioToOpenLater)));
}

TEST(WindowWords, LeaveOtherSentencesAsTheyAre) {
  EXPECT_EQ(inWindow("The agent was ended."), "The agent was ended.");
}

}  // namespace
}  // namespace strata
