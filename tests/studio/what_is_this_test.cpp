#include "app/studio/what_is_this.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTableView>
#include <QTest>
#include <algorithm>

#include "app/studio/command_palette.h"
#include "app/studio/top_bar.h"
#include "app/words/messages.h"
#include "window_fixture.h"

namespace strata {
namespace {

class WhatIsThisTest : public WindowTest {
 protected:
  WhatIs at(QWidget& part, const QPoint& place) { return window().whatIsThis().at(part, place); }
  WhatIs at(QWidget& part) { return at(part, part.rect().center()); }
  QWidget& part(const char* name) {
    auto* found = window().findChild<QWidget*>(QString::fromLatin1(name));
    EXPECT_NE(found, nullptr) << name;
    return *found;
  }

  /// Seen, and nothing stands in it.
  static bool isLeaf(const QWidget& widget) {
    return widget.isVisible() && !widget.visibleRegion().isEmpty() &&
           std::ranges::none_of(widget.findChildren<QWidget*>(), &QWidget::isVisible);
  }
};

TEST_F(WhatIsThisTest, HasAnAnswerForEveryPartOfTheWindow) {
  openAttendedWindow();
  ASSERT_TRUE(runSmall());
  std::size_t asked = 0;
  for (QWidget* widget : window().findChildren<QWidget*>()) {
    if (!isLeaf(*widget) || widget->inherits("QDockWidgetGroupWindow") || widget->size().isEmpty()) continue;
    const WhatIs what = at(*widget);
    const std::string where = widget->metaObject()->className() + (" " + widget->objectName()).toStdString() + " in " +
                              (widget->parentWidget() ? widget->parentWidget()->objectName() : QString()).toStdString();
    EXPECT_FALSE(what.text.empty()) << where;
    EXPECT_NE(what.title, "Strata Studio") << where;
    ++asked;
  }
  EXPECT_GT(asked, 40u);
}

TEST_F(WhatIsThisTest, ThePaletteFindsAnswersInLessonsAndTheGlossary) {
  openAttendedWindow();
  const auto firstOf = [this](const char* typed) {
    CommandPalette palette(window().findChild<TopBar*>()->menus(), &window());
    palette.popUp();
    palette.findChild<QLineEdit*>()->setText(QString::fromLatin1(typed));
    return palette.findChild<QListWidget*>()->item(0)->text().toStdString();
  };
  EXPECT_TRUE(firstOf("why is a driver not enough").ends_with("Why not straight to the driver?"));
  EXPECT_EQ(firstOf("glossary driver"), "Help › Glossary › Driver › driver");
  EXPECT_EQ(firstOf("libcuda"), "Help › Glossary › Driver › CUDA driver API");
}

TEST_F(WhatIsThisTest, SaysWhatTheDeviceBoxIsFor) {
  openAttendedWindow();
  EXPECT_EQ(at(part("Device")).text, text(Msg::StudioDeviceTip));
}

TEST_F(WhatIsThisTest, ARowOfTheResultSaysHowItWasMeasured) {
  openAttendedWindow();
  ASSERT_TRUE(runSmall());
  auto* table = window().findChild<QTableView*>();
  ASSERT_NE(table, nullptr);
  const WhatIs what = at(*table->viewport(), table->visualRect(table->model()->index(0, 1)).center());
  EXPECT_NE(what.text.find("repeats"), std::string::npos) << what.text;
}

TEST_F(WhatIsThisTest, ARowOfTheSelectionSaysItsNameAndKind) {
  openAttendedWindow();
  ASSERT_TRUE(runSmall());
  bool found = false;
  for (QLabel* value : part("SelectionDock").findChildren<QLabel*>("Value")) {
    if (!value->isVisible()) continue;
    found = true;
    EXPECT_FALSE(at(*value).text.empty()) << value->text().toStdString();
  }
  EXPECT_TRUE(found);
}

TEST_F(WhatIsThisTest, F1TellsOfWhatTheKeysAreOnWhereTheyWereUsedLast) {
  openAttendedWindow();
  ASSERT_TRUE(runSmall());
  auto* stack = window().findChild<ViewWidget*>(QStringLiteral("Stack"));
  ASSERT_NE(stack, nullptr);
  QWidget& device = part("Device");
  const QPoint middle = device.rect().center();
  const auto asked = [this] { return window().whatIsThis().asked(); };
  QTest::mouseMove(&device, middle);
  stack->setFocus();
  press(*stack, Qt::Key_Right);
  ASSERT_FALSE(stack->spot().isEmpty());
  EXPECT_EQ(asked().part, stack) << "the keys were used last";
  EXPECT_EQ(asked().place, stack->spot().center());
  QTest::mouseMove(&device, middle + QPoint(2, 0));
  EXPECT_TRUE(waitUntil([&] { return asked().part == &device; })) << "the mouse was";
  press(*stack, Qt::Key_Shift);
  EXPECT_EQ(asked().part, &device) << "a modifier alone does nothing";
  QKeyEvent repeated(QEvent::KeyPress, Qt::Key_F24, {}, {}, /*autorep=*/true);
  QCoreApplication::sendEvent(stack, &repeated);
  EXPECT_EQ(asked().part, &device) << "it was pressed before";
  window().whatIsThis().tell(device, middle);
  QWidget* answer = QApplication::activePopupWidget();
  ASSERT_NE(answer, nullptr);
  QTest::keyClick(answer, Qt::Key_Escape);
  EXPECT_TRUE(waitUntil([&] { return asked().part == &device; })) << "it closed the answer";
  press(*stack, Qt::Key_Right);
  EXPECT_EQ(asked().part, stack);
  QTest::mouseClick(&device, Qt::MiddleButton);
  EXPECT_EQ(asked().part, &device);
}

}  // namespace
}  // namespace strata
