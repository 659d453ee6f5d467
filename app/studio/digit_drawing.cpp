#include "app/studio/digit_drawing.h"

#include <QRect>
#include <algorithm>
#include <cmath>

namespace strata::inline studio {
namespace {

constexpr double kPenRadius = 1.25;           ///< as in assets/models/train/draw_digits.py
constexpr double kEraserRadius = 2.25;        ///< takes away a stroke with its soft edge
constexpr double kBox = 20, kDigitSide = 28;  ///< of MNIST
constexpr int kInk = 64;                      ///< from this grey on a pixel is more than a stroke's soft edge
constexpr int kSamples = 4;                   ///< a side, of each pixel of a scaled picture

double distanceToLine(QPointF point, QPointF from, QPointF to) {
  const QPointF way = to - from, off = point - from;
  const double length2 = QPointF::dotProduct(way, way);
  const double along = length2 > 0 ? std::clamp(QPointF::dotProduct(off, way) / length2, 0.0, 1.0) : 0;
  const QPointF rest = off - along * way;
  return std::hypot(rest.x(), rest.y());
}

double greyAt(const QImage& picture, int x, int y) {
  return picture.valid(x, y) ? picture.constScanLine(y)[x] : 0;
}

/// Between pixels' centres; black outside.
double greyBetween(const QImage& picture, QPointF at) {
  const double left = std::floor(at.x() - 0.5), top = std::floor(at.y() - 0.5);
  const double right = at.x() - 0.5 - left, down = at.y() - 0.5 - top;
  const int x = static_cast<int>(left), y = static_cast<int>(top);
  return (1 - down) * ((1 - right) * greyAt(picture, x, y) + right * greyAt(picture, x + 1, y)) +
         down * ((1 - right) * greyAt(picture, x, y + 1) + right * greyAt(picture, x + 1, y + 1));
}

QRect inkOf(const QImage& picture) {
  QRect box;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x)
      if (picture.constScanLine(y)[x] >= kInk) box |= QRect(x, y, 1, 1);
  return box;
}

QPointF centreOfMass(const QImage& picture) {
  QPointF sum;
  double mass = 0;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) {
      const double grey = picture.constScanLine(y)[x];
      sum += grey * QPointF(x + 0.5, y + 0.5);
      mass += grey;
    }
  return sum / mass;
}

}  // namespace

QImage blackPicture(QSize size) {
  QImage picture(size, QImage::Format_Grayscale8);
  picture.fill(0);
  return picture;
}

void drawStroke(QImage& picture, QPointF from, QPointF to, bool erases) {
  const double radius = erases ? kEraserRadius : kPenRadius;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) {
      const double cover = std::clamp(radius + 0.5 - distanceToLine({x + 0.5, y + 0.5}, from, to), 0.0, 1.0);
      const auto ink = static_cast<uchar>(std::lround(255 * cover));
      uchar& pixel = picture.scanLine(y)[x];
      pixel = erases ? std::min<uchar>(pixel, 255 - ink) : std::max(pixel, ink);
    }
}

QSize digitBox(QSize picture) {
  return (picture.toSizeF() * kBox / kDigitSide).toSize();
}

QImage asMnist(const QImage& drawing) {
  QImage made = blackPicture(drawing.size());
  const QRect ink = inkOf(drawing);
  if (ink.isEmpty()) return made;
  const QSizeF box = digitBox(drawing.size());
  const double scale = std::min(box.width() / ink.width(), box.height() / ink.height());
  const QPointF mass = centreOfMass(drawing), centre(drawing.width() / 2.0, drawing.height() / 2.0);
  for (int y = 0; y < made.height(); ++y)
    for (int x = 0; x < made.width(); ++x) {
      double sum = 0;
      for (int i = 0; i < kSamples * kSamples; ++i) {
        const QPointF inside((i % kSamples + 0.5) / kSamples, (i / kSamples + 0.5) / kSamples);
        sum += greyBetween(drawing, mass + (QPointF(x, y) + inside - centre) / scale);
      }
      made.scanLine(y)[x] = static_cast<uchar>(std::lround(sum / (kSamples * kSamples)));
    }
  return made;
}

}  // namespace strata::inline studio
