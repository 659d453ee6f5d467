#include "app/studio/picture_pad.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <QDir>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "app/session/choices.h"
#include "app/studio/digit_drawing.h"
#include "app/studio/pad_canvas.h"
#include "app/studio/parameter_form.h"

namespace strata {
namespace {

/// The digit reader's form, with a data folder of its own.
class PicturePadTest : public ::testing::Test {
 protected:
  PicturePadTest() : m_before(qgetenv("XDG_DATA_HOME")) {
    qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
    form = std::make_unique<ParameterForm>(*findExperiment("cnn").value());
    form->resize(300, 700);
    form->show();
    canvas = form->findChild<PadCanvas*>();
    line = form->findChild<QLineEdit*>("image");
  }
  ~PicturePadTest() override { qputenv("XDG_DATA_HOME", m_before); }

  void draw(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton) {
    QTest::mousePress(canvas, button, {}, from);
    QMouseEvent move(QEvent::MouseMove, to, canvas->mapToGlobal(to), Qt::NoButton, button, {});
    QApplication::sendEvent(canvas, &move);
    QTest::mouseRelease(canvas, button, {}, to);
  }

  int filesKept() const {
    return static_cast<int>(QDir(m_folder.filePath("strata/pictures")).entryList(QDir::Files).size());
  }

  std::unique_ptr<ParameterForm> form;
  PadCanvas* canvas = nullptr;
  QLineEdit* line = nullptr;

  QTemporaryDir m_folder;

 private:
  QByteArray m_before;
};

TEST_F(PicturePadTest, ShowsThePictureThatIsReadWhereNoneIsNamed) {
  EXPECT_EQ(canvas->picture().size(), QSize(28, 28));
  EXPECT_NE(canvas->picture(), blackPicture({28, 28}));
  EXPECT_EQ(form->findChildren<QToolButton*>("PadExample").size(), 10);
  EXPECT_EQ(canvas->accessibleName(), "Pad to draw the picture");
}

TEST_F(PicturePadTest, AnExampleIsThePictureAsItIs) {
  form->findChildren<QToolButton*>("PadExample")[3]->click();
  EXPECT_TRUE(line->text().endsWith("digits/own_3.pgm")) << line->text().toStdString();
  const QImage three = canvas->picture();
  EXPECT_EQ(three, QImage(line->text()).convertToFormat(QImage::Format_Grayscale8));
  form->findChildren<QToolButton*>("PadExample")[7]->click();
  EXPECT_EQ(line->text(), "") << "the seven needs no name";
  EXPECT_NE(canvas->picture(), three);
}

TEST_F(PicturePadTest, WhatIsDrawnIsNormalisedAndWrittenOnceItIsToRun) {
  canvas->setPicture(blackPicture({28, 28}));
  draw({20, 20}, {20, 60});
  const QString file = line->text();
  EXPECT_TRUE(file.startsWith(m_folder.path())) << file.toStdString();
  EXPECT_EQ(form->request().parameters["image"], file.toStdString());
  EXPECT_EQ(filesKept(), 0) << "nothing was asked for";
  const auto request = form->requestToRun();
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request.value().parameters["image"], file.toStdString());
  EXPECT_EQ(QImage(file).convertToFormat(QImage::Format_Grayscale8), asMnist(canvas->picture()));
  EXPECT_NE(QImage(file).convertToFormat(QImage::Format_Grayscale8), canvas->picture());
}

TEST_F(PicturePadTest, APictureThatARunHasReadNeverChanges) {
  draw({20, 20}, {20, 60});
  ASSERT_TRUE(form->requestToRun().ok());
  const QString first = line->text();
  const QImage before(first);
  draw({60, 20}, {90, 90});
  ASSERT_TRUE(form->requestToRun().ok());
  EXPECT_NE(line->text(), first);
  EXPECT_EQ(QImage(first), before);
  EXPECT_EQ(filesKept(), 2);
}

TEST_F(PicturePadTest, ADrawingGoesOnAfterItsRun) {
  canvas->setPicture(blackPicture({28, 28}));
  draw({20, 20}, {20, 60});
  const QImage drawing = canvas->picture();
  Request request = form->requestToRun().value();
  form->fill(request);
  EXPECT_EQ(canvas->picture(), drawing) << "as drawn, not as it is read";
}

TEST_F(PicturePadTest, TheRightButtonAndTheEraserErase) {
  canvas->setPicture(blackPicture({28, 28}));
  draw({20, 20}, {20, 60});
  EXPECT_NE(canvas->picture(), blackPicture({28, 28}));
  draw({20, 20}, {20, 60}, Qt::RightButton);
  EXPECT_EQ(canvas->picture(), blackPicture({28, 28}));
  draw({20, 20}, {20, 60});
  QTest::keyClick(canvas, Qt::Key_E);
  draw({20, 20}, {20, 60});
  EXPECT_EQ(canvas->picture(), blackPicture({28, 28}));
}

TEST_F(PicturePadTest, KeysDrawClearAndBeginFromAnExample) {
  QTest::keyClick(canvas, Qt::Key_Delete);
  EXPECT_EQ(canvas->picture(), blackPicture({28, 28}));
  QTest::keyClick(canvas, Qt::Key_Up);
  EXPECT_EQ(canvas->picture(), blackPicture({28, 28})) << "the pen moves only";
  QTest::keyClick(canvas, Qt::Key_Down, Qt::ShiftModifier);
  EXPECT_NE(canvas->picture(), blackPicture({28, 28}));
  QTest::keyClick(canvas, Qt::Key_4);
  EXPECT_TRUE(line->text().endsWith("own_4.pgm"));
}

TEST_F(PicturePadTest, AFileThatIsNoPictureLeavesThePadBlackAndSaysSo) {
  line->setText("/nowhere/it.pgm");
  EXPECT_EQ(canvas->picture(), blackPicture({28, 28}));
  EXPECT_TRUE(canvas->toolTip().contains("no picture"));
  ASSERT_TRUE(form->requestToRun().ok());
  EXPECT_EQ(filesKept(), 0);
}

TEST_F(PicturePadTest, ADrawingThatCannotBeKeptIsAnErrorThatNamesTheFile) {
  QFile inTheWay(m_folder.filePath("strata"));
  ASSERT_TRUE(inTheWay.open(QIODevice::WriteOnly));
  draw({20, 20}, {20, 60});
  const auto request = form->requestToRun();
  ASSERT_FALSE(request.ok());
  EXPECT_NE(request.error().message.find("drawn-"), std::string::npos) << request.error().message;
}

}  // namespace
}  // namespace strata
