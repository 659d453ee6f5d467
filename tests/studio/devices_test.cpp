#include <gtest/gtest.h>

#include <QComboBox>

#include "app/studio/automation.h"
#include "app/studio/device_probe.h"
#include "app/studio/top_bar.h"

namespace strata {
namespace {

DeviceInfo device(const char* backend, int index, const char* name) {
  DeviceInfo info;
  info.backend = backend;
  info.index = index;
  info.name = name;
  return info;
}

TEST(Devices, UsableOnesComeFirstAndTheOthersSayWhy) {
  const std::vector<AgentReport> reports{{"cuda", false, "no CUDA driver", Storey::Driver, {}, {}, {}},
                                         {"cpu", true, "", {}, {device("cpu", 0, "AMD EPYC")}, {}, {"agent cpu"}}};
  const auto entries = deviceEntries(reports);
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].title, "CPU · AMD EPYC");
  EXPECT_EQ(deviceTitle(device("cpu", 0, "Intel(R) Xeon(R) CPU E5-2690 v4 @ 2.60GHz")), "CPU · Intel Xeon E5-2690 v4");
  EXPECT_EQ(entries[0].command, "agent cpu");
  EXPECT_EQ(entries[1].reason, "no CUDA driver");
  EXPECT_TRUE(entries[1].command.isEmpty());
}

TEST(Devices, SeveralOfOneKindAreNumbered) {
  const std::vector<AgentReport> reports{
      {"cuda", true, "", {}, {device("cuda", 0, "H200"), device("cuda", 1, "H200")}, {}, {"a", "b"}}};
  const auto entries = deviceEntries(reports);
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[1].key, "cuda:1");
  EXPECT_EQ(entries[1].command, "b");
}

TEST(Devices, WhatIsChosenStaysChosenWhileMoreAreFound) {
  const DeviceEntry cpu{"cpu", "CPU", "agent cpu", {}}, cuda{"cuda", "CUDA", "agent cuda", {}};
  TopBar unasked, asked;
  for (TopBar* bar : {&unasked, &asked}) bar->setDevices({cpu}, "best", false);
  auto* box = asked.findChild<QComboBox*>("Device");
  EXPECT_EQ(box->count(), 2) << "and that more are looked for";
  box->setCurrentIndex(0);
  emit box->activated(0);
  for (TopBar* bar : {&unasked, &asked}) bar->setDevices({cuda, cpu}, "best", true);
  EXPECT_EQ(unasked.deviceKey(), "cuda") << "the best there is";
  EXPECT_EQ(asked.deviceKey(), "cpu");
}

TEST(Devices, TheBoxSaysWhereRunWillRunAlsoBesideASessionOfAnotherMachine) {
  TopBar bar;
  bar.showSessionDevice("CUDA · NVIDIA H200");
  auto* box = bar.findChild<QComboBox*>("Device");
  EXPECT_EQ(box->currentText(), QStringLiteral("This machine (recorded on CUDA · NVIDIA H200)"));
  bar.setDevices({{"cpu", "CPU", "agent cpu", {}}}, "best", true);
  EXPECT_EQ(box->currentText(), "CPU");
}

TEST(Devices, AreOnlySaidToBeLookedForWhileTheyAre) {
  TopBar bar;
  auto* box = bar.findChild<QComboBox*>("Device");
  EXPECT_EQ(box->currentText(), QStringLiteral("This machine")) << "a file is opened, and nobody asks for devices";
  bar.setAgentCommand("ssh lab agent");
  bar.showLooking();
  EXPECT_EQ(box->itemText(0), QStringLiteral("own command")) << "what was given stays";
  EXPECT_EQ(box->itemText(1), QStringLiteral("looking for devices…"));
  bar.setDevices({{"cpu", "CPU", "agent cpu", {}}}, "best", true);
  bar.showLooking();
  EXPECT_EQ(box->findText(QStringLiteral("looking for devices…")), -1) << "they are known";
}

TEST(Devices, AnOwnCommandStaysAmongThem) {
  TopBar bar;
  bar.setAgentCommand("ssh lab agent");
  for (const bool all : {false, true}) bar.setDevices({{"cpu", "CPU", "agent cpu", {}}}, "best", all);
  EXPECT_EQ(bar.agentCommand(), "ssh lab agent");
  EXPECT_EQ(bar.findChild<QComboBox*>("Device")->count(), 2) << "once";
}

}  // namespace
}  // namespace strata
