#include "app/studio/notice.h"

#include <QAccessibleWidget>
#include <QVariant>
#include <QWidget>

namespace strata::inline studio {
namespace {

constexpr const char* kNotice = "notice";

QAccessibleInterface* makeNoticeAccessible(const QString&, QObject* object) {
  auto* part = qobject_cast<QWidget*>(object);
  return part && part->property(kNotice).toBool() ? new QAccessibleWidget(part, QAccessible::Notification) : nullptr;
}

}  // namespace

void makeNotice(QWidget& part) {
  part.setProperty(kNotice, true);
  QAccessible::installFactory(makeNoticeAccessible);  // once, however often
}

void tellNotice(QWidget& part, const QString& words) {
  part.setAccessibleName(words);
  if (words.isEmpty() || !part.isVisible() || !QAccessible::isActive()) return;
  QAccessibleEvent shown(&part, QAccessible::ObjectShow);
  QAccessible::updateAccessibility(&shown);
}

}  // namespace strata::inline studio
