#pragma once

#include <QFrame>
#include <QList>

#include "app/facts/view_state.h"

class QBoxLayout;
class QLineEdit;
class QToolButton;

namespace strata::inline studio {

class ChoiceBox;
class Scene;

/// "Names · all storeys · all lanes · any duration · Find … .* · Copy as CSV", above the table of events; in two rows
/// or three where there is no room for one.
class TableBar : public QFrame {
  Q_OBJECT
 public:
  explicit TableBar(Scene& scene, QWidget* parent = nullptr);
  QList<QWidget*> fields() const;  ///< as they stand
  /// As Tab goes: the name's field last before the table, where Shift+Tab finds it; what acts on all rows behind.
  QList<QWidget*> tabOrder(QWidget& table) const;
  void copy();  ///< all rows of the table, to the clipboard, as soon as it is of what is wanted

 signals:
  void copied(std::size_t rows);

 private:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;  ///< of the panel: its height
  void fillStoreys();
  void fillDurations();
  void fillLanes(const ViewState& state);
  void choose();  ///< what the fields say
  void show(const ViewState& state);
  void showPart(const ViewState& state);  ///< that only a part is counted, or that a range is measured
  void showWhole();
  void shareRoom();
  void widen(int least, int room);
  void sayWords(bool brief);
  int widthOfPart(bool brief) const;
  int leastSearch(bool brief) const;
  void keepRoomForPart();
  QList<ChoiceBox*> boxes() const;
  QList<QWidget*> searchFields() const;

  Scene& m_scene;
  QBoxLayout *m_parts, *m_boxes;  ///< both beside each other, or one below the other
  ChoiceBox *m_rows, *m_storey, *m_lane, *m_least;
  QLineEdit* m_name;
  QToolButton *m_expression, *m_copy, *m_whole;
  bool m_copyWaits = false;  ///< for the table that is being made
  bool m_brief = false;      ///< there is no room for all words of buttons
  std::size_t m_tracks = 0;  ///< that the lanes were listed of
  std::uint64_t m_firstTrack = 0;
};

/// The view with this bar above it; Ctrl+C in the view copies.
QWidget* withTableBar(QWidget& view, Scene& scene);

}  // namespace strata::inline studio
