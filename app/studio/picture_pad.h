#pragma once

#include <QWidget>
#include <filesystem>
#include <vector>

#include "engine/base/result.h"

class QBoxLayout;
class QLabel;
class QToolButton;

namespace strata::inline studio {

class PadCanvas;

/// Shows the picture that a parameter names, and takes another drawn by hand, which is kept in a file of its own.
class PicturePad : public QWidget {
  Q_OBJECT
 public:
  /// `nothing`: the file that an empty name stands for; the pictures beside it are examples to begin from.
  explicit PicturePad(const QString& nothing, QWidget* parent = nullptr);

  /// Shows the picture of a file; an empty pad where there is none, with the reason as its tip.
  void open(const QString& file);
  /// Writes what was drawn, if anything, to the file that named() told. Its name is of its pixels, so a picture that a
  /// run has read never changes.
  Result<void> keep();

 signals:
  void named(const QString& file);  ///< the picture is this one now

 private:
  void addTools(QWidget& side);
  void addExamples(QBoxLayout& column);
  void begin(const QString& file);  ///< from an example
  void clear();
  void drawn();
  void showRead();

  QString m_nothing;
  std::vector<std::filesystem::path> m_examples;
  PadCanvas* m_canvas;
  QLabel* m_read;
  QToolButton* m_erase;
  QString m_file;  ///< of the picture
  QImage m_toRead;
  bool m_drawn = false;  ///< the picture is by hand
};

}  // namespace strata::inline studio
