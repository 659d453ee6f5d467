#pragma once

#include <QObject>
#include <QTimer>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/studio/dock_widths.h"

class QAction;
class QMainWindow;
class QMenu;
class QDockWidget;

namespace strata::inline studio {

struct LayoutPreset;

/// The names of the ready-made arrangements: "overview", "kernel" …
std::vector<std::string> layoutNames();

/// Which docks are open and where: ready-made arrangements, undo, and what is kept between starts. A ready-made one
/// fits itself to the window and the size of the text: where there is little room, panels stand behind each other as
/// tabs, and none is squeezed until it cannot be read. It ends when somebody moves, opens or closes a dock.
class Layouts : public QObject {
  Q_OBJECT
 public:
  /// All docks must be there and where they stand when the program starts for the first time.
  explicit Layouts(QMainWindow& window);

  void addTo(QMenu& menu);
  void apply(const LayoutPreset& preset);
  /// False if there is none of this name.
  bool apply(const std::string& name);
  /// The same for a while, in the window as it is: one that is projected stays large and full screen.
  void lend(const std::string& name);
  /// As it was before the first lend(); nothing where another was chosen since.
  void giveBack();
  bool readyMade() const { return m_preset != nullptr; }  ///< nobody has changed it by hand
  void applyFor(const std::string& view);                 ///< the one that has it in front
  void undo();
  void redo();
  /// Another tool's trace is shown: the overview leaves out the panels that only a run of Strata fills.
  void setForeign(bool foreign);
  void fit();  ///< the window or its text has another size
  /// A view that was asked for gets rows to read, and keeps them in a window of another size.
  void giveRoom(const QString& dock);
  /// A lesson, or the list of them, that is about to be opened in a window with room for no column more stands where a
  /// layout that has it would have it: behind what is left of it.
  void makePlace(QDockWidget& opening);
  /// A column that was opened beside a layout is as wide as in one that has it.
  void giveWidth(QDockWidget& column);
  /// The dock that is seen where this one stands; nullptr: none is.
  QDockWidget* inFrontOf(QDockWidget& dock) const;
  /// By the window; not by a hand.
  void bringToFront(QDockWidget& dock);
  bool broughtToFront(const QDockWidget& dock) const { return m_brought.contains(&dock); }
  /// Large type on black or white, one view and the timeline, nothing beside them; once more: as it was.
  void toggleProjector();
  QByteArray save() const;
  void restore(const QByteArray& layout);

 signals:
  void chosen();  ///< a ready-made one, from its menu

 private:
  /// How much there is, in pixels of text at 100 %.
  struct Room {
    bool low = false;      ///< the panels of a side stand behind each other
    bool flat = false;     ///< so do the views above and below the timeline
    bool narrow = false;   ///< both sides are one
    bool tight = false;    ///< a column stands behind what is left of it
    bool foreign = false;  ///< nothing for the panels of a run
    bool operator==(const Room&) const = default;
  };
  bool eventFilter(QObject* watched, QEvent* event) override;
  Room room() const;
  void stand(const LayoutPreset& preset);
  void project();
  void leaveProjector();  ///< nothing where it is not projected
  void giveRoom(QDockWidget& wanted);
  void arrange();  ///< what was chosen
  void join(const QList<QDockWidget*>& docks);
  void findOpen();
  void bringToFront();
  /// The view above the timeline, and the tabs elsewhere, that somebody looks at.
  QList<QDockWidget*> seen() const;
  void keepInFront(const QList<QDockWidget*>& docks);  ///< once they are laid out
  void shareSizes();
  void keepOwnWidths();                           ///< beside letters of another size
  void leaveToMiddle(const QDockWidget& leaves);  ///< the width of a column that closes or floats
  void giveLeft();
  void keepWide();
  int columnWidth() const;
  QList<QDockWidget*> openIn(Qt::DockWidgetArea area) const;
  QDockWidget* dock(std::string_view name) const;
  void changed();   ///< by hand
  void watch();     ///< a dock was moved, floated, opened or closed
  void remember();  ///< once it rests
  void settle();
  void show(const QByteArray& layout);

  QMainWindow& m_window;
  QByteArray m_first;
  QList<QDockWidget*> m_docks, m_open;  ///< all; those that the ready-made arrangement opened
  QList<const QDockWidget*> m_brought;  ///< to the front of its place last, each
  QList<QDockWidget*> m_toFront;        ///< once the docks are laid out
  std::vector<QByteArray> m_history;    ///< the last one is what is seen, but for what was undone
  std::size_t m_at = 0;
  QTimer m_rest;
  const LayoutPreset* m_preset;  ///< that stands as it was made; nullptr: somebody's own
  Room m_room;
  std::optional<DockWidths> m_ownWidths;  ///< of somebody's own, before letters changed
  std::optional<DockWidths> m_left;       ///< beside a column that has just left
  double m_textScale = 1;
  QString m_wanted;  ///< the dock that was given room last, in this arrangement
  bool m_foreign = false, m_showing = false, m_arranging = false, m_refitting = false;
  std::optional<std::pair<QByteArray, const LayoutPreset*>> m_beforeProjector;  ///< how it was; none: not projected
  struct Before {
    QByteArray state;
    const LayoutPreset* preset = nullptr;
    bool projected = false;
  };
  std::optional<Before> m_beforeLent;  ///< none: nothing is lent
  QAction *m_undo = nullptr, *m_redo = nullptr;
};

}  // namespace strata::inline studio
