#include "app/studio/ask_line.h"

#include <QInputDialog>
#include <algorithm>
#include <utility>

namespace strata::inline studio {

void askLine(QWidget& parent, const QString& title, const QString& label, const QString& line,
             std::function<void(const QString&)> given) {
  constexpr int kLetters = 60, kAround = 12;  // as wide at least; around words: margins, and a title's buttons
  auto* ask = new QInputDialog(&parent);
  ask->setAttribute(Qt::WA_DeleteOnClose);
  ask->setWindowTitle(title);
  ask->setLabelText(label);
  ask->setTextValue(line);
  QObject::connect(ask, &QInputDialog::textValueSelected, &parent, std::move(given));
  const QFontMetrics metrics = ask->fontMetrics();
  const int words = std::max(metrics.horizontalAdvance(title), metrics.horizontalAdvance(line));
  const int letter = metrics.averageCharWidth();
  ask->resize(std::max(kLetters * letter, words + kAround * letter), ask->sizeHint().height());
  ask->open();
}

}  // namespace strata::inline studio
