#pragma once

#include <QImage>
#include <QWidget>

namespace strata::inline studio {

/// Pixels that are drawn on by mouse or keys.
class PadCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit PadCanvas(QWidget* parent = nullptr);
  ~PadCanvas() override;

  const QImage& picture() const { return m_picture; }
  void setPicture(QImage picture);
  void setErasing(bool erasing);  ///< what the left button and the keys do
  bool erasing() const { return m_erasing; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 signals:
  void changed();  ///< by a stroke, once it ends
  void clearWanted();
  void erasingWanted(bool erasing);
  void exampleWanted(int digit);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;

 private:
  QRectF sheet() const;  ///< where the picture lies
  QPointF pixelAt(QPointF at) const;
  void stroke(QPointF to, bool erases);
  void movePen(QPoint steps, bool draws);

  QImage m_picture;
  QPointF m_pen;  ///< in pixels of the picture
  bool m_erasing = false, m_byKeys = false;
};

}  // namespace strata::inline studio
