#pragma once

#include <QAction>
#include <QDialog>
#include <QPointer>
#include <vector>

class QLineEdit;
class QListWidget;
class QMenuBar;

namespace strata::inline studio {

/// Properties of a menu's action: what kind of thing it brings ("Layout"), said before its name; words that find it
/// although they are not its name; and another name, which finds it as its own does.
inline constexpr const char *kPaletteKind = "paletteKind", *kPaletteWords = "paletteWords",
                            *kPaletteName = "paletteName";

/// Every action of the menus by a few letters of its name: "Ctrl+K, th li, Enter" is View › Theme › Light.
class CommandPalette : public QDialog {
  Q_OBJECT
 public:
  CommandPalette(QMenuBar& menus, QWidget* window);

  /// Reads the menus anew and shows itself at the top of the window.
  void popUp();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void filter();
  void trigger();

  struct Command {
    QString path;              ///< "View › Theme › Light"
    QString named;             ///< the same by its other name; empty: it has none
    QString words;             ///< that find it, too
    QString keys;              ///< "Ctrl+O", or the letters of the menus: "Alt+V, T, L"
    QPointer<QAction> action;  ///< nullptr: its menu was made anew meanwhile
  };
  QMenuBar& m_menus;
  std::vector<Command> m_commands;
  QLineEdit* m_text;
  QListWidget* m_list;
};

/// How well the typed letters fit a command, from 0; -1: they do not. Each typed word must be found; beginnings of
/// words count most, and a command whose own name is or begins so, or as the last
/// words; of those alike the one nearer to the bar.
int commandFit(const QString& path, const QString& typed);

/// The same of a text: each typed word must begin one of it, in any order; 1: it begins as typed.
int textFit(const QString& text, QString typed);

}  // namespace strata::inline studio
