#include "app/studio/window_words.h"

#include <gmock/gmock.h>

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
