#pragma once

#include <QImage>
#include <QPointF>

namespace strata::inline studio {

/// A picture to draw on, grey, one byte a pixel: 0 black, 255 white.
QImage blackPicture(QSize size);

/// A straight stroke of a soft round pen, three pixels wide, or of an eraser, five wide. Points are in pixels of
/// the picture, from its upper left corner.
void drawStroke(QImage& picture, QPointF from, QPointF to, bool erases);

/// The box that a digit's longer side fills: 20 pixels of 28, of other pictures as large a part.
QSize digitBox(QSize picture);

/// A drawing as MNIST's pictures were made of handwriting: scaled, with its shape kept, until it fills digitBox, and
/// moved until its centre of mass is the picture's centre. One without ink stays black.
QImage asMnist(const QImage& drawing);

}  // namespace strata::inline studio
