#include <QApplication>
#include <QComboBox>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QLabel>
#include <QList>
#include <QPushButton>
#include <QRect>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <algorithm>
#include <memory>
#include <optional>

#include "app/facts/wall_clock.h"
#include "app/studio/choice_box.h"
#include "app/studio/layouts.h"
#include "app/studio/message_bar.h"
#include "app/studio/number_box.h"
#include "app/studio/scene.h"
#include "app/studio/status_line.h"
#include "app/studio/table_bar.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/top_bar.h"
#include "app/studio/ui_text.h"
#include "app/studio/whole_paths.h"
#include "window_fixture.h"

// The bar at the top, that of messages, and the one above a table.

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

TEST_F(BarsTest, APathInAMessageIsNotBrokenBehindItsFirstSlash) {
  const QFontMetrics letters(QApplication::font());
  const QString path = QStringLiteral("/home/anna/mine.pftrace");
  const int width = letters.horizontalAdvance(path) + 1;
  EXPECT_EQ(wholePaths(QStringLiteral("Cannot open ") + path, letters, width), QStringLiteral("Cannot open\n") + path);
  EXPECT_EQ(wholePaths(path + QStringLiteral(" is gone.\nLook."), letters, width),
            path + QStringLiteral(" is gone.\nLook."));
  EXPECT_EQ(wholePaths(QStringLiteral("a/b c/d"), letters, width), QStringLiteral("a/b c/d")) << "there is room";
}

TEST_F(BarsTest, APathTooLongForAMessageIsElidedInItsMiddle) {
  openWindow();
  MessageBar& bar = window().messages();
  const auto* words = bar.findChild<QLabel*>();
  ASSERT_NE(words, nullptr);
  const QString said = QStringLiteral("/home/") + QStringLiteral("folder/").repeated(60) +
                       QStringLiteral("mine.pftrace: ") + QStringLiteral("no such file.");
  bar.show(said);
  EXPECT_EQ(bar.message(), said);
  EXPECT_TRUE(words->text().startsWith("/home/folder")) << words->text().toStdString();
  EXPECT_TRUE(words->text().contains(QStringLiteral("…"))) << words->text().toStdString();
  EXPECT_TRUE(words->text().contains("mine.pftrace:")) << words->text().toStdString();
  EXPECT_TRUE(words->toolTip().contains(QStringLiteral("folder/").repeated(60)));
  bar.show(QStringLiteral("A sentence."));
  EXPECT_EQ(words->text(), QStringLiteral("A sentence."));
  EXPECT_TRUE(words->toolTip().isEmpty());
}

TEST_F(BarsTest, OfALongPathTheNameStays) {
  const QFontMetrics letters(QApplication::font());
  const QString name = QStringLiteral("/2026-11-29-matmul-ladder.pftrace");
  const QString said =
      QStringLiteral("saved /home/anna/a folder with spaces") + QStringLiteral("/deeper").repeated(9) + name;
  const auto fitted = [&](const QString& message, int width) {
    const QString seen = pathsOnOneLine(message, letters, width);
    EXPECT_LE(letters.horizontalAdvance(seen), width) << seen.toStdString();
    return seen;
  };
  const int half = letters.horizontalAdvance(said) / 2;
  const QString seen = fitted(said, half);
  EXPECT_TRUE(seen.startsWith("saved /home/anna")) << seen.toStdString();
  EXPECT_TRUE(seen.endsWith(QStringLiteral("…") + name)) << seen.toStdString();
  EXPECT_TRUE(fitted(said + QStringLiteral(" again"), half).endsWith(name + QStringLiteral(" again")));
  const QString narrow = fitted(said, letters.horizontalAdvance(name));
  EXPECT_TRUE(narrow.startsWith("saved …/2026")) << narrow.toStdString();
  EXPECT_TRUE(narrow.endsWith("pftrace")) << narrow.toStdString();
  EXPECT_EQ(fitted(said, letters.horizontalAdvance(said)), said) << "there is room";
  fitted(said, 3);
  const QString wide = QStringLiteral("/home") + QStringLiteral("/deeper").repeated(9) + name;
  const QString line = wholePaths(wide, letters, letters.horizontalAdvance(wide) / 2);
  EXPECT_TRUE(line.startsWith("/home") && line.endsWith(QStringLiteral("…") + name)) << line.toStdString();
  const QString bare = QStringLiteral("ladder-").repeated(20) + QStringLiteral("end.pftrace");
  const QString word = wholePaths(bare, letters, letters.horizontalAdvance(bare) / 2);
  EXPECT_TRUE(word.startsWith("ladder") && word.endsWith("end.pftrace")) << word.toStdString();
}

TEST_F(BarsTest, TheFileInTheStatusLineSaysWhenItWasRecorded) {
  openWindow();
  ASSERT_TRUE(runSmall());
  const std::string recorded = recordedOf(*window().session().snapshot());
  ASSERT_FALSE(recorded.empty());
  const QList<QLabel*> labels = window().status().findChildren<QLabel*>();
  EXPECT_TRUE(std::ranges::any_of(labels, [words = say(Msg::RecordedAt, {QString::fromStdString(recorded)})](
                                              const QLabel* label) { return label->toolTip().contains(words); }));
}

TEST_F(BarsTest, AMessageInTheStatusLineKeepsTheNameOfItsFile) {
  openWindow();
  StatusLine& line = window().status();
  line.setMessage(QStringLiteral("saved /home") + QStringLiteral("/folder").repeated(60) +
                  QStringLiteral("/mine.pftrace"));
  const QList<QLabel*> labels = line.findChildren<QLabel*>();
  const bool kept = std::ranges::any_of(labels, [](const QLabel* label) {
    return label->text().contains(QStringLiteral("…")) && label->text().endsWith("/mine.pftrace");
  });
  EXPECT_TRUE(kept);
}

TEST_F(BarsTest, NewsInTheStatusLineGoesWhenItIsOldAndWithWhatComesNext) {
  StatusLine line;
  line.setNewsMs(0);
  line.announce("Rows copied");
  EXPECT_TRUE(line.text().contains("Rows copied"));
  ASSERT_TRUE(waitUntil([&] { return !line.text().contains("Rows copied"); }));
  line.announce("Rows copied");
  line.setMessage("Run done");
  QCoreApplication::processEvents();
  QCoreApplication::processEvents();
  EXPECT_TRUE(line.text().contains("Run done")) << "what a state says does not grow old";
  line.setNewsMs(1'000'000);
  line.announce("Picture copied");
  QCoreApplication::processEvents();
  EXPECT_TRUE(line.text().contains("Picture copied"));
  line.announce("Saved");
  EXPECT_FALSE(line.text().contains("Picture copied"));
}

TEST_F(BarsTest, ADismissedMessageLeavesTheStatusLineToo) {
  openWindow();
  openFile("/nowhere/gone.pftrace");
  ASSERT_TRUE(waitUntil([&] { return window().messages().isVisible(); }));
  ASSERT_TRUE(window().status().text().contains("gone.pftrace")) << window().status().text().toStdString();
  for (auto* close : window().messages().findChildren<QToolButton*>()) click(close);
  EXPECT_FALSE(window().messages().isVisible());
  EXPECT_FALSE(window().status().text().contains("gone.pftrace")) << window().status().text().toStdString();
}

TEST_F(BarsTest, ABoxThatIsTooNarrowHasItsEntryInItsTip) {
  ChoiceBox box;
  box.addItem(QStringLiteral("NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition"));
  box.setToolTip(QStringLiteral("Where it runs"));
  box.show();
  const auto tipAt = [&](QSize size) {
    box.resize(size);
    const QPoint at = box.rect().center();
    QHelpEvent help(QEvent::ToolTip, at, box.mapToGlobal(at));
    QApplication::sendEvent(&box, &help);
    return QToolTip::text();
  };
  const QString narrow = tipAt({140, box.height()});
  EXPECT_TRUE(narrow.contains("Workstation Edition")) << narrow.toStdString();
  EXPECT_TRUE(narrow.contains("Where it runs"));
  EXPECT_EQ(tipAt(box.sizeHint() + QSize(40, 0)), QStringLiteral("Where it runs"));
}

TEST_F(BarsTest, AWrongNumberIsToldInTheBarAndBesideItsFieldWhereThatSaysSomethingElse) {
  openWindow();
  auto* size = window().findChild<NumberBox*>(QStringLiteral("n"));
  QApplication::setActiveWindow(&window());
  const auto type = [size](const char* words) {
    size->setFocus();
    size->selectAll();
    QTest::keyClicks(size, words);
    QTest::keyClick(size, Qt::Key_Tab);
  };
  type("many");
  EXPECT_TRUE(window().messages().message().contains(QStringLiteral("many")));
  EXPECT_FALSE(QToolTip::text().contains(QStringLiteral("many"))) << "once is enough";
  type("96");
  window().messages().show(QStringLiteral("Another message."));
  type("many");
  EXPECT_EQ(window().messages().message(), QStringLiteral("Another message."));
  EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("many")));
  QToolTip::hideText();
}

TEST_F(BarsTest, NoBoxIsCutWhereTheBarHasRoomLeft) {
  openWindow();
  window().resize(1366, 768);
  ASSERT_TRUE(window().layouts().apply(std::string("overview")));
  auto* bar = window().findChild<TopBar*>();
  bar->setDevices({{"cpu", "CPU · Intel(R) Xeon(R) Platinum 8481C CPU", "false", {}}}, "cpu", true);
  waitUntilPanelsRest();
  const auto boxes = bar->findChildren<ChoiceBox*>(Qt::FindDirectChildrenOnly);
  ASSERT_EQ(boxes.size(), 2);
  const auto* device = bar->findChild<ChoiceBox*>(QStringLiteral("Device"));
  const auto* experiment = boxes[boxes[0] == device ? 1 : 0];
  EXPECT_GE(experiment->width(), experiment->widthOfEntry()) << "its name is whole";
  const auto* last = bar->findChild<QWidget*>(QStringLiteral("Export"));
  int end = 0;
  for (const QWidget* other : bar->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
    if (other != last && other->isVisible()) end = std::max(end, other->geometry().right());
  const int free = last->x() - end;
  for (const ChoiceBox* box : {experiment, device})
    EXPECT_TRUE(free < 50 || box->width() >= std::min(200, box->sizeHint().width()))
        << box->width() << " wide, " << free << " left";
}

TEST_F(BarsTest, TheFiltersOfATableAreWholeBesideOtherPanels) {
  openWindow();
  const std::unique_ptr<QWidget> panel(withTableBar(*new QLabel, window().scene()));
  const auto* bar = panel->findChild<TableBar*>();
  panel->show();
  for (const int width : {1200, 640, 420}) {
    panel->resize(width, 700);
    for (int i = 0; i < 8; ++i) QApplication::processEvents();
    for (const QWidget* field : bar->fields()) {
      if (!field->isVisible()) continue;
      const std::string where = std::to_string(width) + " " + field->objectName().toStdString();
      EXPECT_GE(field->width(), field->minimumSizeHint().width()) << where;
      EXPECT_TRUE(bar->rect().contains(field->geometry())) << where;
    }
  }
}

TEST_F(BarsTest, AboveALowTableNothingMovesWhereOnlyAPartIsCounted) {
  openWindow();
  ASSERT_TRUE(runSmall());
  Scene& scene = window().scene();
  const std::unique_ptr<QWidget> panel(withTableBar(*new QLabel, scene));
  const auto* bar = panel->findChild<TableBar*>();
  const auto* part = panel->findChild<QToolButton*>(QStringLiteral("TableWhole"));
  const auto* copy = panel->findChild<QToolButton*>(QStringLiteral("TableCopy"));
  const QList<ChoiceBox*> boxes = panel->findChildren<ChoiceBox*>();
  ASSERT_EQ(boxes.size(), 4);
  panel->show();
  const TimeRange whole = *scene.state().session.snapshot->bounds();
  const auto placesWith = [&](bool onlyPart) {
    scene.measure(onlyPart ? std::optional(TimeRange{whole.begin, whole.begin + Duration{1000}}) : std::nullopt);
    if (!onlyPart) scene.showRange(whole);
    EXPECT_TRUE(waitUntil([&] { return part->isVisible() == onlyPart; }));
    for (int i = 0; i < 8; ++i) QApplication::processEvents();
    QList<QRect> places{bar->geometry(), copy->geometry()};
    for (const ChoiceBox* box : boxes) places.push_back(box->geometry());
    return places;
  };
  for (int width = 420; width <= 1000; width += 20) {
    panel->resize(width, 150);
    const QList<QRect> before = placesWith(false);
    EXPECT_EQ(placesWith(true), before) << width;
    EXPECT_TRUE(bar->rect().contains(part->geometry())) << width;
    EXPECT_GE(part->width(), part->minimumSizeHint().width()) << width;
    int entries = 0;
    for (const ChoiceBox* box : boxes) entries += box->widthOfEntry();
    const bool alone = copy->y() > boxes.front()->geometry().bottom();
    constexpr int kAround = 60;
    if (!alone || entries + kAround > width) continue;
    for (const ChoiceBox* box : boxes)
      EXPECT_GE(box->width(), box->widthOfEntry()) << width << " " << box->objectName().toStdString();
  }
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
