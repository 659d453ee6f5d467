#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QImage>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QScreen>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QWheelEvent>
#include <algorithm>
#include <set>

#include "app/studio/command_palette.h"
#include "app/studio/layouts.h"
#include "app/studio/message_bar.h"
#include "app/studio/number_box.h"
#include "app/studio/results_panel.h"
#include "app/studio/right_click.h"
#include "app/studio/scene.h"
#include "app/studio/search_bar.h"
#include "app/studio/start_page.h"
#include "app/studio/tab_order.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/view_widget.h"
#include "engine/base/storey.h"
#include "window_fixture.h"

// The whole window by keys alone and by mouse alone.

namespace strata {
namespace {

class HandsTest : public WindowTest {
 protected:
  static QWidget* focus() { return QApplication::focusWidget(); }
  static std::string nameOf(const QWidget* widget) {
    if (!widget) return "nothing";
    std::string name = widget->metaObject()->className();
    for (; widget; widget = widget->parentWidget()) name += " " + widget->objectName().toStdString();
    return name;
  }

  /// As the screen has it.
  QImage picture() {
    QCoreApplication::processEvents();
    return window().grab().toImage();
  }

  static int pixelsThatDiffer(const QImage& one, const QImage& other, QRect where) {
    int count = 0;
    where &= one.rect() & other.rect();
    for (int y = where.top(); y <= where.bottom(); ++y)
      for (int x = where.left(); x <= where.right(); ++x) count += one.pixel(x, y) != other.pixel(x, y);
    return count;
  }

  QRect placeOf(const QWidget& widget) {
    constexpr int kAround = 3;
    return QRect(widget.mapTo(&window(), QPoint()), widget.size()).adjusted(-kAround, -kAround, kAround, kAround);
  }

  /// Something around it looks otherwise than without the keys.
  void expectFocusIsSeen(QWidget& widget) {
    const QImage with = picture();
    widget.clearFocus();
    const QImage without = picture();
    EXPECT_GT(pixelsThatDiffer(with, without, placeOf(widget)), 20) << nameOf(&widget);
    widget.setFocus(Qt::TabFocusReason);
  }

  std::vector<QWidget*> walk(Qt::Key key, Qt::KeyboardModifiers modifiers, bool looks) {
    constexpr std::size_t kMost = 200;
    std::vector<QWidget*> stops;
    QApplication::setActiveWindow(&window());
    QWidget* first = button("Run");
    first->setFocus();
    while (stops.size() < kMost) {
      stops.push_back(focus());
      if (looks) expectFocusIsSeen(*focus());
      press(*focus(), key, modifiers);
      if (!focus() || focus() == first) break;
    }
    return stops;
  }

  /// Whether a hand sees the middle of what can be seen of it.
  bool isInSight(QWidget& widget) {
    if (!widget.isVisible() || widget.window() != &window()) return false;
    const QRect seen = widget.visibleRegion().boundingRect();
    const QPoint middle = widget.mapTo(&window(), seen.center());
    if (seen.isEmpty() || !window().rect().contains(middle)) return false;
    const QWidget* there = window().childAt(middle);
    return there && (there == &widget || widget.isAncestorOf(there));
  }

  /// The line around what has the keys.
  bool ringIsAround(const QWidget& widget) {
    const auto* ring = window().findChild<QWidget*>(QStringLiteral("FocusRing"));
    return ring->isVisible() && placeOf(widget).contains(ring->geometry());
  }

  static bool wheelOver(QWidget& widget) {
    const QPointF at = widget.rect().center();
    QWheelEvent wheel(at, widget.mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&widget, &wheel);
    return wheel.isAccepted();
  }
};

TEST_F(HandsTest, TabWalksTheWholeWindowAndFocusIsSeenAtEachStop) {
  openWindow();
  window().resize(1900, 1060);  // where no panel stands behind another
  ASSERT_TRUE(runSmall());
  const std::vector<QWidget*> forth = walk(Qt::Key_Tab, {}, true);
  EXPECT_EQ(std::set<QWidget*>(forth.begin(), forth.end()).size(), forth.size()) << "no stop comes twice";
  std::vector<QWidget*> back = walk(Qt::Key_Backtab, Qt::ShiftModifier, false);
  std::reverse(back.begin() + 1, back.end());
  EXPECT_EQ(forth, back);
  for (ViewWidget* view : window().viewWidgets())
    if (view->isVisible() && !view->visibleRegion().isEmpty() &&
        window().rect().intersects(placeOf(*view).adjusted(4, 4, -4, -4)) && std::ranges::count(forth, view) == 0 &&
        window().childAt(view->mapTo(&window(), view->rect().center())) == view)
      ADD_FAILURE() << nameOf(view) << " is not reached";
  for (const char* name : {"n", "Device", "Export", "Timeline", "Runs", "SourceVariant"})
    EXPECT_EQ(std::ranges::count(forth, QString::fromLatin1(name), &QWidget::objectName), 1) << name;
  EXPECT_EQ(std::ranges::count(forth, window().findChild<QTableView*>()), 1);
}

TEST_F(HandsTest, TabReachesAllThatIsSeenInEveryLayoutAndArrowsChangeTabs) {
  openWindow();
  ASSERT_TRUE(runSmall());
  for (const QSize size : {QSize(1280, 720), QSize(1900, 1060)})
    for (const std::string& layout : layoutNames()) {
      const std::string where = layout + " " + std::to_string(size.width()) + ": ";
      window().resize(size);
      ASSERT_TRUE(window().layouts().apply(layout));
      waitUntilPanelsRest();
      const std::vector<QWidget*> stops = walk(Qt::Key_Tab, {}, false);
      EXPECT_EQ(std::set<QWidget*>(stops.begin(), stops.end()).size(), stops.size()) << where << "a stop comes twice";
      for (QWidget* each : window().findChildren<QWidget*>()) {
        const bool takesKeys = (each->focusPolicy() & Qt::TabFocus) && each->isEnabled() && !each->focusProxy();
        if (!takesKeys || !isInSight(*each) || qobject_cast<QMenuBar*>(each)) continue;
        EXPECT_EQ(std::ranges::count(stops, each), 1) << where << nameOf(each) << " is not reached";
      }
      for (QWidget* stop : stops) {
        goTo(*stop, true);  // as Tab does
        EXPECT_TRUE(ringIsAround(*stop)) << where << nameOf(stop);
        auto* tabs = qobject_cast<QTabBar*>(stop);
        if (!tabs || tabs->count() < 2) continue;
        const int before = tabs->currentIndex();
        press(*tabs, before + 1 < tabs->count() ? Qt::Key_Right : Qt::Key_Left);
        EXPECT_NE(tabs->currentIndex(), before) << where << nameOf(tabs);
      }
    }
}

TEST_F(HandsTest, ReturnPressesAButtonAndOpensABox) {
  openWindow();
  auto* device = window().findChild<QComboBox*>(QStringLiteral("Device"));
  goTo(*device, true);
  press(*device, Qt::Key_Return);
  EXPECT_TRUE(device->view()->isVisible());
  device->hidePopup();
  auto* step = window().findChild<QCheckBox*>(QStringLiteral("naive"));
  const bool before = step->isChecked();
  for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
    press(*step, key);
    EXPECT_EQ(step->isChecked(), key == Qt::Key_Return ? !before : before);
  }
  QKeyEvent held(QEvent::KeyPress, Qt::Key_Return, {}, {}, true);
  QCoreApplication::sendEvent(step, &held);
  EXPECT_EQ(step->isChecked(), before) << "a key that is held down presses once";
  setParameter("n", 64);
  press(*button("Run"), Qt::Key_Return);
  EXPECT_TRUE(waitUntil([&] { return !window().session().results().empty() && !window().session().running(); }));
}

TEST_F(HandsTest, ShiftTabGoesFromTheTableOfEventsToItsFilter) {
  openWindow();
  ASSERT_TRUE(runSmall());
  press(window().scene().timelineWidget(), Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_EQ(focus(), &view("Statistics"));
  press(*focus(), Qt::Key_Backtab, Qt::ShiftModifier);
  auto* name = window().findChild<QLineEdit*>(QStringLiteral("TableName"));
  ASSERT_EQ(focus(), name) << nameOf(focus());
  QTest::keyClicks(focus(), QStringLiteral("fl"));
  EXPECT_EQ(name->text(), QStringLiteral("fl")) << "and no letter is a key of the window";
  press(*focus(), Qt::Key_Tab);
  EXPECT_EQ(focus(), &view("Statistics")) << nameOf(focus());
  press(*focus(), Qt::Key_Tab);
  EXPECT_TRUE(QStringList({QStringLiteral("TableWhole"), QStringLiteral("TableCopy")}).contains(focus()->objectName()))
      << nameOf(focus()) << ": what acts on all rows comes behind them";
}

TEST_F(HandsTest, ArrowsGoFromOneThingOfAViewToTheNextAndSpacePressesIt) {
  openWindow();
  ASSERT_TRUE(runSmall());
  emit window().results().activated(window().session().results().front());  // a call with work on most storeys
  waitUntilPanelsRest();
  auto* stack = window().findChild<ViewWidget*>("Stack");
  QApplication::setActiveWindow(&window());
  stack->setFocus();
  EXPECT_TRUE(stack->spot().isEmpty());
  std::set<std::pair<int, int>> places;
  for (std::size_t i = 0; i <= kStoreyCount; ++i) {
    const QImage before = picture();
    const QRect spot = stack->spot();
    press(*stack, Qt::Key_Down);
    if (stack->spot() == spot) break;
    EXPECT_GT(pixelsThatDiffer(before, picture(), placeOf(*stack)), 20);
    places.insert({stack->spot().x(), stack->spot().y()});
  }
  EXPECT_GE(places.size(), 3u) << "model, runtime, hardware; others where they took part in this call";
  const Selection before = window().selection().selection();
  press(*stack, Qt::Key_Space);  // on the kernel; the model's call was selected
  EXPECT_NE(window().selection().selection(), before);
}

TEST_F(HandsTest, SpacePressesWhatWasClicked) {
  openWindow();
  ASSERT_TRUE(runSmall());
  auto* stack = window().findChild<ViewWidget*>("Stack");
  QApplication::setActiveWindow(&window());
  std::optional<QPoint> chip;
  for (int x = stack->width() - 4; x > 0 && !chip; x -= 4)
    if (QString::fromStdString(stack->wordsAt(QPointF(x, 14)).value) == "all calls") chip = QPoint(x, 14);
  ASSERT_TRUE(chip);
  QTest::mouseClick(stack, Qt::LeftButton, {}, *chip);
  ASSERT_TRUE(window().scene().state().sight.choices.allCalls);
  EXPECT_EQ(focus(), stack);
  EXPECT_TRUE(stack->spot().contains(*chip));
  press(window(), Qt::Key_T);
  ASSERT_FALSE(window().scene().state().sight.choices.allCalls);
  press(*stack, Qt::Key_Space);
  EXPECT_TRUE(window().scene().state().sight.choices.allCalls);
  EXPECT_FALSE(window().session().running()) << "not Run, which was clicked before";
}

TEST_F(HandsTest, PanelsAreOneKeyApart) {
  openWindow();
  QApplication::setActiveWindow(&window());
  button("Run")->setFocus();
  std::set<QWidget*> firsts;
  for (int i = 0; i < 30 && firsts.insert(focus()).second; ++i) press(*focus(), Qt::Key_F6);
  EXPECT_GE(firsts.size(), 8u);
  QWidget* here = focus();
  press(*here, Qt::Key_F6);
  EXPECT_NE(focus(), here);
  press(*focus(), Qt::Key_F6, Qt::ShiftModifier);
  EXPECT_EQ(focus(), here);
}

TEST_F(HandsTest, EscapeEndsTheRunOnlyWhereNothingElseIsOpen) {
  openWindow();
  setParameter("n", 384);
  setParameter("repeat", 1000);
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return window().session().running() && kernels() > 0; }));
  QWidget& timeline = window().scene().timelineWidget();
  press(timeline, Qt::Key_F, Qt::ControlModifier);
  auto* search = window().findChild<SearchBar*>();
  ASSERT_TRUE(search->isVisible());
  timeline.setFocus();  // the field lies open, the keys are elsewhere
  press(timeline, Qt::Key_Escape);
  EXPECT_FALSE(search->isVisible());
  press(window(), Qt::Key_F10);
  QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Escape);
  QCoreApplication::processEvents();
  EXPECT_FALSE(window().session().stopping());
  press(timeline, Qt::Key_Escape);
  EXPECT_TRUE(window().session().stopping() || !window().session().running());
  ASSERT_TRUE(waitUntil([&] { return !window().session().running(); }));
  command("run stop");
  EXPECT_FALSE(window().session().running());
}

TEST_F(HandsTest, LettersTurnTheViewThatTabReached) {
  openWindow();
  ASSERT_TRUE(runSmall());
  raiseByMouse("Statistics");
  waitUntilPanelsRest();
  ViewWidget& table = view("Statistics");
  ASSERT_TRUE(waitUntil([&] { return window().scene().state().sight.table != nullptr; }));
  QCursor::setPos(window().scene().timelineWidget().mapToGlobal(QPoint(300, 60)));
  QCoreApplication::processEvents();
  const auto first = [&] { return window().scene().state().sight.choices.table.first; };
  const auto range = [&] { return window().scene().state().sight.range; };
  window().scene().showRange({range().begin, range().begin + Duration{range().length().ns / 2}});
  const TimeRange before = range();
  QApplication::setActiveWindow(&window());
  goTo(table, true);
  press(table, Qt::Key_S);
  EXPECT_GT(first(), 0u);
  EXPECT_EQ(range(), before);
  QCursor::setPos(window().scene().timelineWidget().mapToGlobal(QPoint(310, 60)));
  press(table, Qt::Key_W);
  EXPECT_LT(range().length(), before.length()) << "who moves the pointer means what it is on";
}

TEST_F(HandsTest, ThePaletteNamesTheKeysOfEachAction) {
  openWindow();
  press(window().scene().timelineWidget(), Qt::Key_K, Qt::ControlModifier);
  auto* list = window().findChild<CommandPalette*>()->findChild<QListWidget*>();
  ASSERT_GT(list->count(), 60);
  const auto stop = list->findItems(QStringLiteral("Run › Stop"), Qt::MatchExactly);
  ASSERT_EQ(stop.size(), 1);
  EXPECT_EQ(stop.front()->data(Qt::UserRole + 1).toString(), "Esc");
  std::set<QString> keys;
  for (int row = 0; row < list->count(); ++row) {
    const QString key = list->item(row)->data(Qt::UserRole + 1).toString();
    EXPECT_FALSE(key.isEmpty() || key.endsWith(QLatin1Char(' ')) || key.endsWith(QLatin1String("Alt+")))
        << list->item(row)->text().toStdString() << ": " << key.toStdString();
    const bool byArrows = key.endsWith(QChar(0x2193));
    EXPECT_TRUE(keys.insert(key).second || byArrows) << key.toStdString() << " twice";
  }
  window().findChild<CommandPalette*>()->close();
}

TEST_F(HandsTest, TheWheelChangesNoFieldThatItPasses) {
  openWindow();
  ASSERT_TRUE(runSmall());
  for (QWidget* each : window().findChildren<QWidget*>()) {
    if (!each->isVisible()) continue;
    const auto* box = qobject_cast<QComboBox*>(each);
    const auto* number = qobject_cast<QAbstractSpinBox*>(each);
    const auto* tabs = qobject_cast<QTabBar*>(each);
    if (!box && !number && !tabs) continue;
    each->setFocus();  // also not where it has the keys
    const auto value = [&] {
      return box ? box->currentText() : tabs ? tabs->tabText(tabs->currentIndex()) : number->text();
    };
    const QString before = value();
    wheelOver(*each);
    EXPECT_EQ(value(), before) << nameOf(each);
  }
}

TEST_F(HandsTest, LettersZoomTheTimelineWhereverTheKeysAre) {
  openWindow();
  ASSERT_TRUE(runSmall());
  button("Export")->setFocus();
  const auto range = [&] { return window().scene().state().sight.range; };
  const TimeRange before = range();
  press(*button("Export"), Qt::Key_W);
  const TimeRange near = range();
  EXPECT_LT(near.length(), before.length());
  press(*button("Export"), Qt::Key_D);
  EXPECT_GT(range().begin, near.begin);
  auto* size = window().findChild<QWidget*>("n");
  size->setFocus();
  const TimeRange now = range();
  QTest::keyClick(size->findChild<QLineEdit*>(), Qt::Key_W);
  EXPECT_EQ(range().length(), now.length()) << "in a field a letter is a letter";
}

TEST_F(HandsTest, ABadNumberStaysAndRunSaysWhatWouldDo) {
  openWindow();
  chooseDevice("cpu");
  auto* size = window().findChild<NumberBox*>("n");
  QApplication::setActiveWindow(&window());
  size->setFocus();
  size->selectAll();
  QTest::keyClicks(size, "many");
  press(*size, Qt::Key_Tab);
  EXPECT_NE(focus(), size);
  EXPECT_EQ(size->text(), "many");
  EXPECT_TRUE(size->toolTip().contains("many"));
  EXPECT_TRUE(window().messages().message().contains("many")) << "said before Run is pressed";
  press(window(), Qt::Key_F5);
  EXPECT_FALSE(window().session().running());
  EXPECT_TRUE(window().messages().message().contains("many")) << window().messages().message().toStdString();
  EXPECT_EQ(focus(), size);
  size->selectAll();
  QTest::keyClicks(size, "96");
  EXPECT_TRUE(size->problem().isEmpty());
  press(*size, Qt::Key_Tab);
  EXPECT_TRUE(window().messages().message().isEmpty()) << "what was wrong is mended";
  EXPECT_TRUE(runSmall());
}

TEST_F(HandsTest, AWindowEndsWithAWrongNumberInTheFieldThatHasTheKeys) {
  openWindow();
  auto* size = window().findChild<NumberBox*>("n");
  QApplication::setActiveWindow(&window());
  size->setFocus();
  size->selectAll();
  QTest::keyClicks(size, "many");
  ASSERT_EQ(focus(), size);
  ASSERT_FALSE(size->problem().isEmpty());
  endWindow();
}

TEST_F(HandsTest, NothingMovesWhenAMessageComes) {
  openWindow();
  const auto places = [&] {
    std::vector<QRect> all;
    for (QDockWidget* dock : window().findChildren<QDockWidget*>()) all.push_back(dock->geometry());
    all.push_back(placeOf(window().scene().timelineWidget()));
    return all;
  };
  waitUntilPanelsRest();
  const auto before = places();
  window().messages().show(QStringLiteral("A sentence. ").repeated(40), MessageBar::Tone::Problem, "Do it");
  waitUntilPanelsRest();
  EXPECT_TRUE(window().messages().isVisible());
  EXPECT_GT(window().messages().height(), 30);
  EXPECT_EQ(places(), before);
}

TEST_F(HandsTest, AMessageHidesNothingOfTheViewsAndGivesTheirRoomBack) {
  openWindow();
  for (const char* layout : {"overview", "timeline"}) {  // without a panel below, the timeline stands at the foot
    ASSERT_TRUE(window().layouts().apply(std::string(layout)));
    waitUntilPanelsRest();
    const auto heights = [&] {
      std::vector<int> all;
      for (const ViewWidget* each : window().viewWidgets()) all.push_back(each->height());
      return all;
    };
    const std::vector<int> before = heights();
    window().messages().show(QStringLiteral("A sentence."));
    waitUntilPanelsRest();
    for (ViewWidget* each : window().viewWidgets()) {
      const QRect place(each->mapTo(&window(), QPoint()), each->size());
      EXPECT_FALSE(each->isVisible() && place.intersects(window().messages().geometry())) << layout << nameOf(each);
    }
    window().messages().hide();
    waitUntilPanelsRest();
    EXPECT_EQ(heights(), before) << layout;
  }
}

TEST_F(HandsTest, AMessageLeavesTheButtonsOfALessonFree) {
  openWindow();
  ASSERT_TRUE(window().layouts().apply(std::string("learn")));
  window().messages().show(QStringLiteral("A sentence. ").repeated(40), MessageBar::Tone::Problem, "Do it");
  waitUntilPanelsRest();
  const auto* lesson = window().findChild<QDockWidget*>(QStringLiteral("LessonDock"));
  ASSERT_FALSE(lesson->visibleRegion().isEmpty());
  EXPECT_FALSE(window().messages().geometry().intersects(lesson->geometry()));
}

TEST_F(HandsTest, TheWindowFitsTheScreenAtFirst) {
  openWindow();
  const QSize room = window().screen()->availableSize();
  EXPECT_LE(window().width(), room.width());
  EXPECT_LT(window().height(), room.height()) << "its title bar wants room, too";
}

TEST_F(HandsTest, TheGlossaryIsAMenuSoThatThePaletteFindsItsTerms) {
  openWindow();
  QAction* warp = nullptr;
  for (QAction* action : window().findChildren<QAction*>())
    if (action->text().remove(QLatin1Char('&')) == QStringLiteral("warp")) warp = action;
  ASSERT_NE(warp, nullptr);
  const auto bubbles = [] {
    int count = 0;
    for (const QWidget* widget : QApplication::topLevelWidgets())
      count += std::string_view(widget->metaObject()->className()) == "QWhatsThat" && widget->isVisible();
    return count;
  };
  EXPECT_EQ(bubbles(), 0);
  warp->trigger();
  EXPECT_TRUE(waitUntil([&] { return bubbles() == 1; }));
}

TEST_F(HandsTest, AMessageStaysBeforePanelsThatComeLater) {
  openWindow();
  window().messages().show(QStringLiteral("Read me"));
  for (const std::string& layout : layoutNames()) {
    ASSERT_TRUE(window().layouts().apply(layout));
    waitUntilPanelsRest();
    const QRect place = placeOf(window().messages());
    for (const int x : {place.left() + 20, place.center().x(), place.right() - 20}) {
      const QWidget* seen = window().childAt(x, place.center().y());
      EXPECT_TRUE(seen == &window().messages() || window().messages().isAncestorOf(seen))
          << layout << " " << x << ": " << nameOf(seen);
    }
  }
}

TEST_F(HandsTest, ARightClickAnywhereCopiesWhatStandsThereAndSaysWhatItIs) {
  openWindow();
  ASSERT_TRUE(runSmall());
  std::size_t asked = 0;
  for (QWidget* each : window().findChildren<QWidget*>()) {
    if (!each->isVisible() || each->visibleRegion().isEmpty() || each->window() != &window()) continue;
    const std::unique_ptr<QMenu> menu(window().rightClick().menuFor(*each, each->rect().center()));
    EXPECT_EQ(menu->actions().back()->text().toStdString(), text(Msg::WhatIsThis)) << nameOf(each);
    ++asked;
  }
  EXPECT_GT(asked, 60u);
  auto* table = window().findChild<QTableView*>();
  const QPoint cell = table->visualRect(table->model()->index(0, 1)).center();
  const std::unique_ptr<QMenu> menu(window().rightClick().menuFor(*table->viewport(), cell));
  menu->actions()[0]->trigger();
  EXPECT_EQ(QApplication::clipboard()->text(), table->model()->index(0, 1).data().toString());
  menu->actions()[1]->trigger();
  EXPECT_EQ(QApplication::clipboard()->text().count('\t'), table->model()->columnCount() - 1);
  EXPECT_TRUE(QApplication::clipboard()->text().startsWith(table->model()->index(0, 0).data().toString()));
}

}  // namespace
}  // namespace strata
