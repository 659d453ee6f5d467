#pragma once

#include <QFont>
#include <QWidget>
#include <vector>

#include "app/studio/inspector_text.h"

class QAction;
class QGridLayout;

namespace strata::inline studio {

class NameLabel;

/// Shows what describe() says.
class Inspector : public QWidget {
  Q_OBJECT
 public:
  explicit Inspector(QWidget* parent = nullptr);
  void setText(const InspectorText& text);
  QString title() const;
  QString text() const;  ///< all lines, as a person reads them

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Line {
    NameLabel *key, *value, *kind;
  };
  Line& line(std::size_t index);
  QFont fontOf(std::size_t index) const;  ///< of that line's value
  void fitKeys();                         ///< to the size of the text, and to the width
  void place(std::size_t index);          ///< value and kind of that line
  void showTitle();
  void showRow(std::size_t index, const InspectorText::Row* row);  ///< null: none

  InspectorText m_text;
  NameLabel* m_title;
  QAction* m_copyName;
  QGridLayout* m_grid;
  std::vector<Line> m_lines;
  bool m_narrow = false;  ///< no room for kinds beside values
};

}  // namespace strata::inline studio
