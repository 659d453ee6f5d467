#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include "app/studio/message_bar.h"
#include "app/studio/scene.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/top_bar.h"
#include "window_fixture.h"

// The bar at the top, and that of messages.

namespace strata {
namespace {

class BarsTest : public WindowTest {};

TEST_F(BarsTest, TheWordsOfAMessageHaveTheColourOfItsTone) {
  openWindow();
  MessageBar& bar = window().messages();
  const auto* words = bar.findChild<QLabel*>();
  ASSERT_NE(words, nullptr);
  const auto colour = [&](MessageBar::Tone tone) {
    bar.show(QStringLiteral("A sentence."), tone);
    return words->palette().color(QPalette::WindowText);
  };
  const QColor good = colour(MessageBar::Tone::Good), problem = colour(MessageBar::Tone::Problem);
  EXPECT_NE(good, problem);
  EXPECT_EQ(colour(MessageBar::Tone::Good), good);
}

TEST_F(BarsTest, WhileItRunsTheKeysOfRunAreStops) {
  openWindow();
  auto* bar = window().findChild<TopBar*>();
  ASSERT_NE(bar, nullptr);
  button("Run")->setFocus();
  ASSERT_EQ(window().focusWidget(), button("Run"));
  bar->setRunning(true);
  EXPECT_EQ(window().focusWidget(), button("Stop"));
  bar->setRunning(false);
  EXPECT_EQ(window().focusWidget(), button("Run"));
  bar->setRunning(true);
  QWidget& timeline = window().scene().timelineWidget();
  timeline.setFocus();
  bar->setRunning(false);
  EXPECT_EQ(window().focusWidget(), &timeline) << "who has moved on stays there";
  window().findChild<QComboBox*>(QStringLiteral("Device"))->setFocus();
  bar->setRunning(true);
  EXPECT_EQ(window().focusWidget(), button("Stop")) << "nor do those of the device's box go to the experiment's";
}

}  // namespace
}  // namespace strata
