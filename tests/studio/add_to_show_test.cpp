#include <QDialogButtonBox>
#include <QDockWidget>
#include <QFile>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <fstream>

#include "app/canvas/picture_file.h"
#include "app/facts/event_table.h"
#include "app/facts/slide_notes.h"
#include "app/present/presentation.h"
#include "app/studio/comparer.h"
#include "app/studio/message_bar.h"
#include "app/studio/notes_dialog.h"
#include "app/studio/scene.h"
#include "app/studio/session_files.h"
#include "app/studio/show_desk.h"
#include "app/studio/status_line.h"
#include "app/studio/studio_style.h"
#include "app/studio/timeline_widget.h"
#include "app/views/timeline/timeline_lanes.h"
#include "app/views/view.h"
#include "window_fixture.h"

namespace strata {
namespace {

/// A view of the window as a slide: what a class sees is what stood in the window.
class AddToShow : public WindowTest {
 protected:
  static QByteArray bytesOf(const std::string& path) {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  void raise(const char* dock) {
    auto* found = window().findChild<QDockWidget*>(QString::fromLatin1(dock));
    found->show();
    found->raise();
  }
  /// The slide's view, drawn as large as the window's, on the ground that this has there.
  QByteArray pictureOf(Presentation& presentation, const ViewWidget& like, Color Theme::*ground = &Theme::background) {
    const ViewState state = presentation.state();
    const PictureFrame frame{like.area().w, like.area().h, 1, &StudioStyle::shared().theme(), ground};
    const View& shown = *findView(presentation.slide().view);
    EXPECT_TRUE(writePicture(temporary("slide.png"), PictureFormat::Png, frame, [&](Canvas& canvas, Rect area) {
                  shown.draw(canvas, area, state);
                }).ok());
    return bytesOf(temporary("slide.png"));
  }
};

TEST_F(AddToShow, ASlidesPictureIsTheWindows) {
  openWindow();
  ASSERT_TRUE(runSmall());
  ASSERT_TRUE(window().session().save(temporary("s.pftrace")).ok());
  openFile(temporary("s.pftrace"));
  Scene& scene = window().scene();
  scene.zoomTo(scene.state().sight.selection);
  ViewChoices choices = scene.state().sight.choices;
  choices.variant = "tiled", choices.line = 5;
  scene.choose(choices);
  window().shows().setShow(QString::fromStdString(temporary("talk")));
  const char* const views[] = {"Stack", "Timeline", "Kernel"};
  for (const char* name : views) window().shows().add(view(name));
  EXPECT_TRUE(window().status().text().contains(QStringLiteral("talk.strata-show as slide 3")));
  const auto show = readShow(temporary("talk.strata-show"));
  ASSERT_TRUE(show.ok()) << show.error().message;
  EXPECT_EQ(show.value().slides[0].open, "s.pftrace") << "show and session may move together";
  Presentation presentation(show.value(), temporary(""), "false", [] {});
  for (std::size_t i = 0; i < std::size(views); ++i) {
    presentation.go(i);
    ASSERT_TRUE(view(views[i]).savePicture(temporary("window.png")).ok());
    EXPECT_TRUE(pictureOf(presentation, view(views[i])) == bytesOf(temporary("window.png"))) << views[i];
    EXPECT_FALSE(presentation.problem()) << presentation.problem()->message;
  }
  scene.showRange(scene.timeline().all());
  ASSERT_TRUE(view("Timeline").savePicture(temporary("window.png")).ok());
  presentation.go(1);
  EXPECT_FALSE(pictureOf(presentation, view("Timeline")) == bytesOf(temporary("window.png"))) << "another sight";
}

TEST_F(AddToShow, WhatAPersonChoseIsOnTheSlideToo) {
  openWindow();
  ASSERT_TRUE(runSmall());
  ASSERT_TRUE(runSmall());
  ASSERT_TRUE(window().session().save(temporary("s.pftrace")).ok());
  Scene& scene = window().scene();
  const TimeRange all = scene.timeline().all();
  scene.showRange({all.begin + Duration{all.length().ns / 4}, all.end});
  window().session().changeRuns([](RunList& runs) { runs.show(0); });
  ASSERT_TRUE(scene.state().sight.selection.event);
  const std::uint32_t track = scene.state().sight.selection.event->track;
  scene.turnMark();
  scene.writeNote("here");
  scene.measureSelection();
  scene.chooseLanes(laneActed(scene.state(), track, LaneAct::Pin));
  scene.chooseLanes(laneActed(scene.state(), layoutTimeline(view("Timeline").area(), scene.state()).groups[2].tracks[0],
                              LaneAct::Hide));
  ViewChoices choices = scene.state().sight.choices;
  choices.vocabulary = Vocabulary::Hip;
  choices.allCalls = true;
  choices.table = {{.name = "m.t", .expression = true}, true, TableColumn::Begin, true};
  choices.compare = {.of = CompareOf::Kernels, .column = CompareColumn::TotalB};
  choices.device.unfolded = 0;
  scene.choose(choices);
  window().comparer().compareRun(1);
  for (const char* dock : {"StatisticsDock", "DeviceDock", "CompareDock"}) raise(dock);
  ASSERT_TRUE(waitUntil([&] {
    const Sight& sight = scene.state().sight;
    return sight.comparison && sight.device && sight.shares && sight.table && sight.table->eachEvent();
  }));
  window().shows().setShow(QString::fromStdString(temporary("talk")));
  const char* const views[] = {"Stack",  "Timeline", "Statistics", "Device", "Compare",
                               "Memory", "Speed",    "Roofline",   "Kernel", "Tensor"};
  for (const char* name : views) window().shows().add(view(name));
  const auto show = readShow(temporary("talk.strata-show"));
  ASSERT_TRUE(show.ok()) << show.error().message;
  ASSERT_EQ(show.value().slides.size(), std::size(views));
  Presentation presentation(show.value(), temporary(""), "false", [] {});
  for (std::size_t i = 0; i < std::size(views); ++i) {
    presentation.go(i);
    ASSERT_TRUE(view(views[i]).savePicture(temporary("window.png")).ok());
    const bool beside = std::string_view(views[i]) == "Roofline" || std::string_view(views[i]) == "Tensor";
    EXPECT_TRUE(pictureOf(presentation, view(views[i]), beside ? &Theme::dock : &Theme::background) ==
                bytesOf(temporary("window.png")))
        << views[i];
    EXPECT_FALSE(presentation.problem()) << presentation.problem()->message;
  }
}

TEST_F(AddToShow, AComparisonWithWhatIsInNoFileIsRefused) {
  openWindow();
  ASSERT_TRUE(runSmall());
  window().comparer().keep();
  window().session().open({temporary("nowhere.pftrace")});  // stays
  ASSERT_TRUE(waitUntil([&] { return window().scene().state().sight.comparison != nullptr; }));
  window().shows().setShow(QString::fromStdString(temporary("talk")));
  window().shows().add(view("Compare"));
  EXPECT_TRUE(QFile::exists(QString::fromStdString(temporary("talk.strata-show")))) << "saved beside the show";
  openWindow();
  ASSERT_TRUE(runSmall());
  const std::string other = temporary("other.pftrace");
  ASSERT_TRUE(window().session().save(other).ok());
  ASSERT_TRUE(runSmall());  // more than the file holds
  window().comparer().keep();
  openFile(other);
  ASSERT_TRUE(waitUntil([&] { return window().scene().state().sight.comparison != nullptr; }));
  window().shows().setShow(QString::fromStdString(temporary("next")));
  window().shows().add(view("Compare"));
  EXPECT_FALSE(QFile::exists(QString::fromStdString(temporary("next.strata-show"))));
  EXPECT_TRUE(window().messages().message().contains(QStringLiteral("is in no file")));
}

TEST_F(AddToShow, WhatIsNotSavedIsSavedBesideTheShow) {
  openWindow();
  ASSERT_TRUE(runSmall());
  window().shows().setShow(QString::fromStdString(temporary("talk.strata-show")));
  window().shows().add(view("Stack"));
  EXPECT_TRUE(QFile::exists(QString::fromStdString(temporary("talk-1.pftrace"))));
  window().shows().add(view("Memory"));
  EXPECT_FALSE(QFile::exists(QString::fromStdString(temporary("talk-2.pftrace")))) << "it holds all there is";
  const auto show = readShow(temporary("talk.strata-show"));
  ASSERT_TRUE(show.ok()) << show.error().message;
  ASSERT_EQ(show.value().slides.size(), 2u);
  EXPECT_EQ(show.value().slides[1].open, "talk-1.pftrace");
}

TEST_F(AddToShow, NotesAreOfTheSlideThatWasJustAdded) {
  openWindow();
  ASSERT_TRUE(runSmall());
  window().shows().setShow(QString::fromStdString(temporary("talk")));
  window().shows().writeNotes(QStringLiteral("too early"));
  EXPECT_TRUE(window().messages().message().contains(QStringLiteral("no slide yet")));
  window().shows().add(view("Stack"));
  window().shows().add(view("Memory"));
  window().shows().writeNotes(QStringLiteral("first: ask\n\nthen tell\n"));
  const std::string file = temporary("talk.strata-show");
  EXPECT_EQ(notesOfLastSlide(bytesOf(file).toStdString()), "first: ask\n\nthen tell");
  command("notes for the last slide");
  auto* dialog = window().findChild<NotesDialog*>();
  ASSERT_NE(dialog, nullptr);
  auto* text = dialog->findChild<QPlainTextEdit*>();
  ASSERT_NE(text, nullptr) << "notes have several lines";
  EXPECT_EQ(text->toPlainText(), QStringLiteral("first: ask\n\nthen tell")) << "what is there can be changed";
  text->setPlainText(QStringLiteral("tell"));
  dialog->accept();
  const auto show = readShow(file);
  ASSERT_TRUE(show.ok()) << show.error().message;
  ASSERT_EQ(show.value().slides.size(), 2u);
  EXPECT_EQ(show.value().slides[0].note, "");
  EXPECT_EQ(show.value().slides[1].note, "tell");
  EXPECT_TRUE(window().status().text().contains(QStringLiteral("talk.strata-show")));
  window().shows().add(view("Timeline"));
  EXPECT_EQ(notesOfLastSlide(bytesOf(file).toStdString()), "") << "a new slide has none";
}

TEST_F(AddToShow, NotesThatWereTypedAreDroppedByCancelAlone) {
  openWindow();
  std::ofstream(temporary("talk.strata-show")) << "slide: a\nview: stack\n";
  window().shows().setShow(QString::fromStdString(temporary("talk.strata-show")));
  const auto typed = [&](const char* words) {
    command("notes for the last slide");
    auto* dialog = window().findChild<NotesDialog*>(QString(), Qt::FindDirectChildrenOnly);
    auto* text = dialog->findChild<QPlainTextEdit*>();
    text->setFocus();
    text->selectAll();
    QTest::keyClicks(text, QString::fromLatin1(words));
    return std::pair(dialog, text);
  };
  const auto written = [&] {
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    return notesOfLastSlide(bytesOf(temporary("talk.strata-show")).toStdString());
  };
  QTest::keyClick(typed("ask").second, Qt::Key_Escape);
  EXPECT_EQ(written(), "ask");
  QTest::mouseClick(typed("no").first->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Cancel),
                    Qt::LeftButton);
  EXPECT_EQ(written(), "ask");
  QTest::keyClick(typed("tell").second, Qt::Key_Return, Qt::ControlModifier);
  EXPECT_EQ(written(), "tell");
  const auto [dialog, text] = typed("one\t");
  EXPECT_EQ(text->toPlainText(), QStringLiteral("one"));
  EXPECT_FALSE(text->hasFocus()) << "Tab moves on";
  dialog->accept();
}

TEST_F(AddToShow, AShowBegunInALightWindowIsLight) {
  openWindow();
  ASSERT_TRUE(runSmall());
  for (const bool light : {true, false}) {
    StudioStyle::shared().setLight(light);
    const std::string file = temporary(light ? "light.strata-show" : "dark.strata-show");
    window().shows().setShow(QString::fromStdString(file));
    window().shows().add(view("Stack"));
    EXPECT_EQ(readShow(file).value().light, light);
  }
}

TEST_F(AddToShow, ThePresenterIsStartedWithTheShowAndItsTroubleIsSaid) {
  openWindow();
  command("present my show");
  EXPECT_TRUE(window().messages().message().contains(QStringLiteral("no slide yet")));
  std::ofstream(temporary("talk.strata-show")) << "slide: of nothing\n";
  window().shows().setShow(QString::fromStdString(temporary("talk.strata-show")));
  command("present my show");
  EXPECT_TRUE(waitUntil([&] { return window().messages().message().contains(QStringLiteral("names no view")); }))
      << window().messages().message().toStdString();
}

TEST_F(AddToShow, AFolderThatCannotBeWrittenIsSaid) {
  openWindow();
  ASSERT_TRUE(runSmall());
  window().shows().setShow(QStringLiteral("/nowhere/talk"));
  window().shows().add(view("Stack"));
  EXPECT_TRUE(window().status().text().contains(QStringLiteral("/nowhere")));
}

TEST_F(AddToShow, OfASessionThatHoldsNothingNothingIsWritten) {
  openWindow();
  window().shows().setShow(QString::fromStdString(temporary("talk.strata-show")));
  window().shows().add(view("Stack"));
  EXPECT_EQ(window().messages().message().toStdString(), text(Msg::StudioNothingToWrite));
  EXPECT_FALSE(QFile::exists(QString::fromStdString(temporary("talk.strata-show"))));
  EXPECT_FALSE(QFile::exists(QString::fromStdString(temporary("talk-1.pftrace"))));
}

}  // namespace
}  // namespace strata
