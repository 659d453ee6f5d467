#include "app/studio/finding_list.h"

#include <QHeaderView>
#include <algorithm>

#include "app/facts/finding_words.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

enum Column { Line, Kind, Words };
constexpr int kLineRole = Qt::UserRole, kMostRowsSeen = 7;

QString threadText(const std::array<std::uint32_t, 3>& thread, const std::array<std::uint32_t, 3>& block) {
  const auto number = [](std::uint32_t value) { return QString::number(value); };
  return say(Msg::KernelThread, {number(thread[0]), number(thread[1]), number(thread[2]), number(block[0]),
                                 number(block[1]), number(block[2])});
}

}  // namespace

FindingList::FindingList(QWidget* parent) : QTreeWidget(parent) {
  setHeaderLabels({say(Msg::KernelLine), say(Msg::KernelKind), say(Msg::KernelSentence)});
  header()->setSectionResizeMode(Line, QHeaderView::ResizeToContents);
  header()->setSectionResizeMode(Kind, QHeaderView::ResizeToContents);
  setWordWrap(true);
  setUniformRowHeights(false);
  setTabKeyNavigation(false);
  const auto choose = [this](const QTreeWidgetItem* item) {
    if (const int line = item->data(Line, kLineRole).toInt(); line > 0) emit chosen(line);
  };
  connect(this, &QTreeWidget::itemClicked, this, choose);
  connect(this, &QTreeWidget::itemActivated, this, choose);
}

void FindingList::add(QTreeWidgetItem& item, const std::string& file, int line, const QString& kind,
                      const QString& words) {
  const bool here = toQt(file) == m_file;
  item.setText(Line, here ? QString::number(line) : QStringLiteral("%1:%2").arg(toQt(file)).arg(line));
  item.setData(Line, kLineRole, here ? line : 0);
  item.setText(Kind, kind);
  item.setText(Words, words);
  for (const int column : {Line, Kind, Words}) {
    item.setToolTip(column, asTip(words));
    item.setTextAlignment(column, Qt::AlignTop);
  }
}

void FindingList::setFindings(const KernelFindings& findings, const QString& file) {
  clear();
  m_file = file;
  for (const Finding& finding : findings.findings) {
    auto* item = new QTreeWidgetItem(this);
    add(*item, finding.file, finding.line, toQt(finding.kind), toQt(findingText(finding)));
    if (finding.otherFile.empty()) continue;
    add(*new QTreeWidgetItem(item), finding.otherFile, finding.otherLine, say(Msg::KernelOther),
        threadText(finding.otherThread, finding.otherBlock));
  }
  expandAll();
  setVisible(topLevelItemCount() > 0);
  fitHeight();
}

void FindingList::fitHeight() {
  int rows = 0;
  for (int i = 0; i < topLevelItemCount(); ++i) rows += 1 + topLevelItem(i)->childCount();
  const int row = fontMetrics().height() * 3 / 2;
  setFixedHeight(header()->sizeHint().height() + row * (std::min(rows, kMostRowsSeen) + 1));
}

}  // namespace strata::inline studio
