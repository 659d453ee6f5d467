#include "app/studio/view_accessible.h"

#include <QAccessibleWidget>

#include "app/studio/ui_text.h"
#include "app/studio/view_widget.h"

namespace strata::inline studio {
namespace {

class ViewAccessible final : public QAccessibleWidget {
 public:
  explicit ViewAccessible(ViewWidget& view) : QAccessibleWidget(&view, QAccessible::Canvas), m_view(view) {}

  /// The words stand in the name, too: it is the name that readers speak when it changes.
  QString text(QAccessible::Text wanted) const override {
    if (wanted == QAccessible::Value) return words();
    if (wanted == QAccessible::Description) return toQt(m_view.view().shows);
    if (wanted != QAccessible::Name) return QAccessibleWidget::text(wanted);
    const QString own = m_view.accessibleName(), title = own.isEmpty() ? say(m_view.view().title) : own, at = words();
    return at.isEmpty() ? title : title + QStringLiteral(": ") + at;
  }

 private:
  QString words() const { return toQt(m_view.wordsToRead()); }

  const ViewWidget& m_view;
};

}  // namespace

QAccessibleInterface* makeViewAccessible(const QString&, QObject* object) {
  auto* view = qobject_cast<ViewWidget*>(object);
  return view ? new ViewAccessible(*view) : nullptr;
}

void tellSpot(ViewWidget& view) {
  if (!QAccessible::isActive()) return;
  QAccessibleEvent changed(&view, QAccessible::NameChanged);
  QAccessible::updateAccessibility(&changed);
}

}  // namespace strata::inline studio
