#pragma once

#include <QFrame>

class QLabel;
class QLineEdit;
class QMenu;

namespace strata::inline studio {

class Scene;

/// "Find: matmul  3 of 120  ↑ ↓ ✕", above the timeline; hidden until wanted.
class SearchBar : public QFrame {
  Q_OBJECT
 public:
  explicit SearchBar(Scene& scene, QWidget* parent = nullptr);
  void addTo(QMenu& menu);
  void open();
  void leave();
  QString message() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void go(int by);
  void show();

  Scene& m_scene;
  QLineEdit* m_text;
  QLabel* m_count;
};

}  // namespace strata::inline studio
