#include "app/studio/digit_drawing.h"

#include <gtest/gtest.h>

#include <QRect>

namespace strata {
namespace {

int grey(const QImage& picture, int x, int y) {
  return picture.constScanLine(y)[x];
}

QRect inkBox(const QImage& picture) {
  QRect box;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x)
      if (grey(picture, x, y) > 100) box |= QRect(x, y, 1, 1);
  return box;
}

QPointF massOf(const QImage& picture) {
  QPointF sum;
  double mass = 0;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) {
      sum += grey(picture, x, y) * QPointF(x + 0.5, y + 0.5);
      mass += grey(picture, x, y);
    }
  return sum / mass;
}

TEST(DigitDrawing, APenIsSoftAtItsEdgeAndAnEraserUndoesIt) {
  QImage picture = blackPicture({28, 28});
  drawStroke(picture, {14, 5}, {14, 20}, false);
  EXPECT_EQ(grey(picture, 14, 12), 255);
  EXPECT_GT(grey(picture, 15, 12), 0);
  EXPECT_LT(grey(picture, 15, 12), 255);
  EXPECT_EQ(grey(picture, 17, 12), 0);
  EXPECT_EQ(grey(picture, 14, 12), grey(picture, 13, 12)) << "from the corner where two pixels meet, both are as near";
  drawStroke(picture, {14, 5}, {14, 20}, true);
  EXPECT_EQ(grey(picture, 14, 12), 0);
}

TEST(DigitDrawing, StrokesThatCrossDoNotAddUp) {
  QImage picture = blackPicture({28, 28});
  drawStroke(picture, {14, 5}, {14, 20}, false);
  const QImage once = picture;
  drawStroke(picture, {14, 5}, {14, 20}, false);
  EXPECT_EQ(picture, once);
}

TEST(DigitDrawing, ASmallDigitInACornerFillsTheBoxAndIsCentredByItsMass) {
  QImage picture = blackPicture({28, 28});
  drawStroke(picture, {3, 3}, {10, 3}, false);
  drawStroke(picture, {10, 3}, {6, 13}, false);
  const QImage made = asMnist(picture);
  EXPECT_NEAR(massOf(made).x(), 14, 0.3);
  EXPECT_NEAR(massOf(made).y(), 14, 0.3);
  const QRect box = inkBox(made), before = inkBox(picture);
  EXPECT_NEAR(box.height(), 20, 1);
  EXPECT_NEAR(box.width() / double(box.height()), before.width() / double(before.height()), 0.1) << "its shape is kept";
}

TEST(DigitDrawing, ALargeDigitShrinksToTheBox) {
  QImage picture = blackPicture({28, 28});
  drawStroke(picture, {14, 1}, {14, 27}, false);
  EXPECT_NEAR(inkBox(asMnist(picture)).height(), 20, 1);
}

TEST(DigitDrawing, ABlackPictureStaysBlack) {
  EXPECT_EQ(asMnist(blackPicture({28, 28})), blackPicture({28, 28}));
}

TEST(DigitDrawing, TheBoxIsAsLargeAPartOfOtherPictures) {
  EXPECT_EQ(digitBox({28, 28}), QSize(20, 20));
  EXPECT_EQ(digitBox({56, 14}), QSize(40, 10));
}

}  // namespace
}  // namespace strata
