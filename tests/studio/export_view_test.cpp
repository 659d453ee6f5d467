#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QLineEdit>
#include <QMenu>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <set>

#include "app/still/report_page.h"
#include "app/studio/message_bar.h"
#include "app/studio/right_click.h"
#include "app/studio/scene.h"
#include "app/studio/session_files.h"
#include "app/studio/status_line.h"
#include "app/studio/studio_style.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/view_export.h"
#include "app/studio/view_widget.h"
#include "window_fixture.h"

namespace strata {
namespace {

/// While it reads its folder a file dialog has nothing to save, and takes no Return.
constexpr int kUntilADialogTakesAPathMs = 200;

/// A view as a picture for a slide: chosen by its name, saved under a name.
class ExportViewTest : public WindowTest {
 protected:
  ~ExportViewTest() override { StudioStyle::shared().setLight(false); }

  /// Types the name into the file dialog once it is there, and accepts it.
  void answerDialogWith(const QString& path) {
    auto* look = new QTimer(&window());
    QObject::connect(look, &QTimer::timeout, &window(), [look, path] {
      auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr) return;
      look->deleteLater();
      dialog->findChild<QLineEdit*>()->setText(path);
      QMetaObject::invokeMethod(dialog, "accept");
    });
    look->start(20);
  }
  QString path(const char* name) const { return QString::fromStdString(temporary(name)); }
  static QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  QString said() { return window().status().text(); }
};

TEST_F(ExportViewTest, TheSessionAsThePageThatTheCommandLineWrites) {
  openWindow();
  ASSERT_TRUE(runSmall());
  answerDialogWith(path("unsaved"));
  command("report as a page");
  EXPECT_TRUE(
      waitUntil([&] { return bytesOf(path("unsaved.html")).contains("<h1>A session · matmul 64×64×64</h1>"); }));
  ASSERT_TRUE(window().session().save(path("saved.pftrace").toStdString()).ok());
  openFile(temporary("saved.pftrace"));
  window().files().exportPage(path("saved.html"));
  Session session;
  ASSERT_TRUE(session.open(path("saved.pftrace").toStdString()).ok());
  const std::string page = bytesOf(path("saved.html")).toStdString();
  EXPECT_TRUE(page == reportPage(session, stackReport(*session.snapshot())));
  EXPECT_NE(page.find("<figure id=\"stack\""), std::string::npos);
  EXPECT_TRUE(said().contains(QStringLiteral("saved.html"))) << said().toStdString();
  window().files().exportPage(path("no/folder/page.html"));
  EXPECT_TRUE(window().messages().isVisible()) << "it says why there is none";
}

TEST_F(ExportViewTest, ByThePaletteIntoAnSvgThatNamesWhatIsSelected) {
  openWindow();
  ASSERT_TRUE(runSmall());
  answerDialogWith(path("call.svg"));
  command("export view stack");
  const QByteArray svg = bytesOf(path("call.svg"));
  EXPECT_TRUE(svg.startsWith("<svg"));
  EXPECT_TRUE(svg.contains(">Stack</text>"));
  EXPECT_TRUE(svg.contains(">Hardware</text>") || svg.contains(">hardware</text>"));
  const auto call = static_cast<std::uint32_t>(window().scene().state().sight.selection.call);
  ASSERT_GT(call, 0u);
  EXPECT_TRUE(svg.contains("#" + QByteArray::number(call) + " · ")) << "the selected call";
  EXPECT_TRUE(said().contains(path("call.svg"))) << said().toStdString();
}

TEST_F(ExportViewTest, WhereNothingRanItSaysThatThereIsNothingToWrite) {
  openWindow();
  for (const char* of : {"save session", "save session as", "report as a page", "chrome"}) {
    window().messages().hide();
    command(of);
    EXPECT_EQ(window().messages().message().toStdString(), text(Msg::StudioNothingToWrite)) << of;
    EXPECT_TRUE(window().messages().isVisible()) << of;
  }
}

TEST_F(ExportViewTest, OnceAPathIsTypedIntoADialogTheKeysAreWhereTheyWere) {
  openWindow();
  ASSERT_TRUE(runSmall());
  QTimer look;
  QObject::connect(&look, &QTimer::timeout, &look, [&] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    if (dialog == nullptr) return;
    if (QGuiApplication::focusWindow() != dialog->windowHandle())
      return dialog->activateWindow();  // without a window manager none is active by itself
    auto* line = dialog->findChild<QLineEdit*>();
    line->clear();
    QTest::keyClicks(line, path("typed.pftrace"));
    QTest::keyClick(line, Qt::Key_Return);
  });
  look.start(kUntilADialogTakesAPathMs);
  TimelineWidget& timeline = window().scene().timelineWidget();
  QApplication::setActiveWindow(&window());
  timeline.setFocus();
  ASSERT_EQ(QApplication::focusWidget(), &timeline);
  EXPECT_TRUE(window().files().save());
  EXPECT_TRUE(waitUntil([&] { return QApplication::focusWidget() == &timeline; }));
}

TEST_F(ExportViewTest, ByARightClickIntoAPngAsLargeAsTheView) {
  openWindow();
  ASSERT_TRUE(runSmall());
  StudioStyle::shared().setLight(true);
  TimelineWidget& timeline = window().scene().timelineWidget();
  const std::unique_ptr<QMenu> menu(window().rightClick().menuFor(timeline, timeline.rect().center()));
  const auto offered = menu->actions();
  const auto picture = std::ranges::find_if(
      offered, [](const QAction* action) { return action->text().startsWith(QStringLiteral("Export")); });
  ASSERT_NE(picture, offered.end());
  answerDialogWith(path("lanes"));  // without an ending it becomes a .png
  (*picture)->trigger();
  const QImage image(path("lanes.png"));
  ASSERT_FALSE(image.isNull());
  EXPECT_EQ(image.size(), timeline.size() * timeline.devicePixelRatioF());
  EXPECT_EQ(image.pixel(image.width() / 2, image.height() - 1) >> 16 & 0xFF, lightTheme().background.r)
      << "in the window's theme";
  std::set<QRgb> colours;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) colours.insert(image.pixel(x, y));
  EXPECT_GT(colours.size(), 30u);
}

TEST_F(ExportViewTest, EveryViewCanBeExportedOneThatWasClosedComesToTheFront) {
  openWindow();
  ASSERT_TRUE(runSmall());
  for (ViewWidget* each : window().viewWidgets()) {
    ASSERT_TRUE(each->actions().front()->text().startsWith(QStringLiteral("Export")))
        << each->objectName().toStdString();
    const QString file = path((each->objectName() + QStringLiteral(".svg")).toUtf8().constData());
    answerDialogWith(file);
    each->actions().front()->trigger();
    EXPECT_GT(QFileInfo(file).size(), 300) << each->objectName().toStdString();
    EXPECT_TRUE(bytesOf(file).contains("<text")) << each->objectName().toStdString();
  }
  auto* speed = window().findChild<QDockWidget*>(QStringLiteral("SpeedDock"));
  speed->close();
  answerDialogWith(path("speed.svg"));
  command("export view speed");
  EXPECT_TRUE(speed->isVisible());
  const QByteArray speeds = bytesOf(path("speed.svg"));
  EXPECT_TRUE(std::ranges::any_of(window().session().results(), [&](const RunResult& result) {
    return speeds.contains(">" + QByteArray::fromStdString(result.variant) + "</text>");
  })) << speeds.toStdString();
}

TEST_F(ExportViewTest, APictureIsCopiedAsItIsExported) {
  openWindow();
  QGuiApplication::clipboard()->clear();
  window().viewExport().exportTo(view("Stack"), path("stack.png"));
  window().viewExport().copy(view("Stack"));
  const QImage copied = QGuiApplication::clipboard()->image(), written(path("stack.png"));
  ASSERT_FALSE(copied.isNull());
  EXPECT_EQ(copied.convertToFormat(QImage::Format_ARGB32), written.convertToFormat(QImage::Format_ARGB32));
}

TEST_F(ExportViewTest, AViewThatWasClosedIsCopiedWhole) {
  openWindow();
  ASSERT_TRUE(runSmall());
  for (const char* name : {"Statistics", "Speed", "Stack"}) {
    window().findChild<QDockWidget*>(QString::fromLatin1(name) + QStringLiteral("Dock"))->close();
    QGuiApplication::clipboard()->clear();
    command((std::string("copy picture ") + name).c_str());
    const QImage copied = QGuiApplication::clipboard()->image();
    EXPECT_EQ(window().messages().message(), QString());
    EXPECT_EQ(copied.size(), view(name).size() * view(name).devicePixelRatioF()) << name;
    EXPECT_GT(copied.width(), 200) << name;
  }
}

TEST_F(ExportViewTest, WhatCannotBeWrittenIsSaidInTheWindow) {
  openWindow();
  window().viewExport().exportTo(view("Stack"), path("no/folder/stack.png"));
  EXPECT_TRUE(window().messages().message().contains(path("no/folder/stack.png")));
  window().viewExport().exportTo(view("Stack"), path("stack.gif"));
  EXPECT_TRUE(window().messages().message().contains(QStringLiteral("svg, pdf or png")));
  EXPECT_FALSE(QFileInfo::exists(path("stack.gif")));
  window().viewExport().exportTo(view("Stack"), path("stack.svg"));
  EXPECT_TRUE(window().messages().message().isEmpty()) << "it could be written after all";
}

}  // namespace
}  // namespace strata
