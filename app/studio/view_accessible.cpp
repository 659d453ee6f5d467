#include "app/studio/view_accessible.h"

#include <QAccessibleWidget>
#include <QWindow>
#include <utility>

#include "app/studio/ui_text.h"
#include "app/studio/view_widget.h"

namespace strata::inline studio {
namespace {

/// What a key acts on in a drawn view. Each has words of its own for good: readers speak a thing that gets the keys,
/// but pass over a name that is almost the one before.
class SpotAccessible final : public QAccessibleInterface {
 public:
  SpotAccessible(ViewWidget& view, QString words) : m_view(view), m_words(std::move(words)) {}

  bool isValid() const override { return true; }
  QObject* object() const override { return nullptr; }
  QWindow* window() const override { return m_view.window()->windowHandle(); }
  QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(&m_view); }
  QAccessibleInterface* child(int) const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QString text(QAccessible::Text wanted) const override { return wanted == QAccessible::Name ? m_words : QString(); }
  void setText(QAccessible::Text, const QString&) override {}
  QAccessible::Role role() const override { return QAccessible::ListItem; }
  QRect rect() const override {
    const QRect own = m_view.spot().isEmpty() ? m_view.rect() : m_view.spot();
    return {m_view.mapToGlobal(own.topLeft()), own.size()};
  }
  QAccessible::State state() const override {
    QAccessible::State now;
    now.focusable = true;
    now.focused = m_view.hasFocus();
    now.invisible = !m_view.isVisible();
    return now;
  }

 private:
  ViewWidget& m_view;
  QString m_words;
};

/// Besides what it shows it has one child, what a key acts on, if there is any.
class ViewAccessible final : public QAccessibleWidget {
 public:
  explicit ViewAccessible(ViewWidget& view) : QAccessibleWidget(&view, QAccessible::Canvas), m_view(view) {}
  ViewAccessible(const ViewAccessible&) = delete;
  ViewAccessible& operator=(const ViewAccessible&) = delete;
  ~ViewAccessible() override { forget(); }

  QString text(QAccessible::Text wanted) const override {
    if (wanted == QAccessible::Value) return words();
    if (wanted == QAccessible::Description) return toQt(m_view.told());
    if (wanted != QAccessible::Name) return QAccessibleWidget::text(wanted);
    const QString own = m_view.accessibleName(), title = own.isEmpty() ? say(m_view.view().title) : own, at = words();
    return at.isEmpty() ? title : title + QStringLiteral(": ") + at;
  }

  int childCount() const override { return QAccessibleWidget::childCount() + (words().isEmpty() ? 0 : 1); }
  QAccessibleInterface* child(int index) const override {
    const int widgets = QAccessibleWidget::childCount();
    return index == widgets ? spot() : QAccessibleWidget::child(index);
  }
  int indexOfChild(const QAccessibleInterface* child) const override {
    const bool isSpot = m_spot != 0 && child == QAccessible::accessibleInterface(m_spot);
    return isSpot ? QAccessibleWidget::childCount() : QAccessibleWidget::indexOfChild(child);
  }
  QAccessibleInterface* focusChild() const override {
    QAccessibleInterface* found = m_view.hasFocus() ? spot() : nullptr;
    return found ? found : QAccessibleWidget::focusChild();
  }

 private:
  QString words() const { return toQt(m_view.wordsToRead()); }

  /// A new one where the words have changed; nullptr: there are none.
  QAccessibleInterface* spot() const {
    const QString now = words();
    QAccessibleInterface* before = m_spot != 0 ? QAccessible::accessibleInterface(m_spot) : nullptr;
    if (before && before->text(QAccessible::Name) == now) return before;
    forget();
    if (now.isEmpty()) return nullptr;
    auto* made = new SpotAccessible(m_view, now);
    m_spot = QAccessible::registerAccessibleInterface(made);
    return made;
  }
  void forget() const {
    if (const QAccessible::Id old = std::exchange(m_spot, 0)) QAccessible::deleteAccessibleInterface(old);
  }

  ViewWidget& m_view;
  mutable QAccessible::Id m_spot = 0;  ///< of what Qt's table of interfaces owns; 0: none
};

}  // namespace

QAccessibleInterface* makeViewAccessible(const QString&, QObject* object) {
  auto* view = qobject_cast<ViewWidget*>(object);
  return view ? new ViewAccessible(*view) : nullptr;
}

void tellSpot(ViewWidget& view) {
  if (!QAccessible::isActive()) return;
  QAccessibleInterface* all = QAccessible::queryAccessibleInterface(&view);
  QAccessibleInterface* spot = all && view.hasFocus() ? all->focusChild() : nullptr;
  if (spot && spot != all) {
    QAccessibleEvent reached(spot, QAccessible::Focus);
    return QAccessible::updateAccessibility(&reached);
  }
  QAccessibleEvent changed(&view, QAccessible::NameChanged);
  QAccessible::updateAccessibility(&changed);
}

}  // namespace strata::inline studio
