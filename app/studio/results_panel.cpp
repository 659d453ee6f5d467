#include "app/studio/results_panel.h"

#include <QAction>
#include <QClipboard>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QResizeEvent>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/studio/results_model.h"
#include "app/studio/run_bar.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"
#include "engine/frames/frame_story.h"

namespace strata::inline studio {
namespace {

// Pixels at text size 100 %.
constexpr int kRowHeight = 38;
constexpr int kLeastWidth = 330;  ///< holds the longest variant's name
constexpr std::pair<int, int> kWidths[] = {
    {ResultsModel::Speed, 62}, {ResultsModel::Share, 60}, {ResultsModel::Check, 68}};
constexpr int kBeside = 4;     ///< a cell's words, on either side
constexpr int kMark = 3;       ///< at the left of a row that is chosen
constexpr int kLeastRows = 3;  ///< that stay visible; the others are reached by scrolling

/// A cell of two lines: the number, and below it, quieter, where it comes from.
class TwoLines : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Theme& theme = StudioStyle::shared().theme();
    const bool first = index.column() == ResultsModel::Variant;
    if (option.state & QStyle::State_Selected) {
      painter->fillRect(option.rect, toQt(theme.button));
      if (first)
        painter->fillRect(QRect(option.rect.topLeft(), QSize(kMark, option.rect.height())), toQt(theme.accent));
    }
    const int align = first ? Qt::AlignLeft : Qt::AlignRight;
    const QRect box = option.rect.adjusted(kBeside, 3, -kBeside, -3);
    painter->setFont(first ? uiFont() : monoFont());
    const int tone = index.data(ResultsModel::kToneRole).toInt();
    painter->setPen(toQt(tone > 0 ? theme.good : tone < 0 ? theme.warning : theme.text));
    painter->drawText(box, align | Qt::AlignTop, index.data().toString());
    painter->setFont(uiFont(10));
    painter->setPen(toQt(theme.textDim));
    const QString note = index.data(ResultsModel::kNoteRole).toString();
    painter->drawText(box, align | Qt::AlignBottom,
                      painter->fontMetrics().elidedText(note, Qt::ElideRight, box.width()));
  }

  /// Of a number, which is never cut.
  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
    return {QFontMetrics(monoFont()).horizontalAdvance(index.data().toString()) + 2 * kBeside + 1,
            scaledPixels(kRowHeight)};
  }
};

bool same(const std::vector<RunResult>& a, const std::vector<RunResult>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const RunResult& x, const RunResult& y) {
    return x.variant == y.variant && x.status == y.status && x.seconds.median == y.seconds.median &&
           x.firstCall == y.firstCall && x.shareOfLibrary == y.shareOfLibrary && x.modelled == y.modelled;
  });
}

void dress(QTableView& table) {
  table.setItemDelegate(new TwoLines(&table));
  table.setSelectionBehavior(QAbstractItemView::SelectRows);
  table.setSelectionMode(QAbstractItemView::ExtendedSelection);
  table.setShowGrid(false);
  table.setTabKeyNavigation(false);
  table.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table.verticalHeader()->hide();
  table.horizontalHeader()->setHighlightSections(false);
  table.horizontalHeader()->setMinimumSectionSize(30);
  table.horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table.horizontalHeader()->setSectionResizeMode(ResultsModel::Variant, QHeaderView::Stretch);
}

void fitColumns(QTableView& table) {
  for (const auto& [column, width] : kWidths) {
    int widest = scaledPixels(width);
    for (int row = 0; row < table.model()->rowCount(); ++row)
      widest = std::max(widest, table.sizeHintForIndex(table.model()->index(row, column)).width());
    table.setColumnWidth(column, widest);
  }
}

/// What grows with the text.
void fitText(QWidget& panel, QTableView& table) {
  panel.setMinimumWidth(scaledPixels(kLeastWidth));
  table.verticalHeader()->setDefaultSectionSize(scaledPixels(kRowHeight));
  fitColumns(table);
}

}  // namespace

ResultsPanel::ResultsPanel(QWidget* parent)
    : QWidget(parent),
      m_runs(new RunBar(this)),
      m_model(new ResultsModel(this)),
      m_table(new QTableView(this)),
      m_note(new QLabel(this)),
      m_said(say(Msg::StudioNoResults)) {
  m_note->setObjectName(QStringLiteral("Note"));
  m_note->setWordWrap(true);
  m_note->setContentsMargins(4, 0, 4, 8);
  m_table->setModel(m_model);
  m_table->setAccessibleName(say(Msg::StudioResults));
  dress(*m_table);
  fitText(*this, *m_table);
  connect(&StudioStyle::shared(), &StudioStyle::changed, this, [this] {
    fitText(*this, *m_table);
    fitHeight();
  });
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 0, 8, 6);
  column->setSpacing(0);
  column->addWidget(m_runs);
  column->addWidget(m_note);
  column->addWidget(m_table, 1);
  column->addStretch(0);
  const auto resultAt = [this](const QModelIndex& index) {
    return m_model->results()[static_cast<std::size_t>(index.row())];
  };
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this, resultAt](const QModelIndex& now) {
            if (now.isValid()) emit activated(resultAt(now));
          });
  connect(m_table, &QTableView::doubleClicked, this,
          [this, resultAt](const QModelIndex& at) { emit opened(resultAt(at)); });
  auto* copy = new QAction(say(Msg::StudioCopyRows), m_table);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetShortcut);
  m_table->addAction(copy);
  connect(copy, &QAction::triggered, this, &ResultsPanel::copyRows);
  fitHeight();
}

void ResultsPanel::copyRows() {
  std::vector<int> rows;
  for (const QModelIndex& row : m_table->selectionModel()->selectedRows()) rows.push_back(row.row());
  std::ranges::sort(rows);
  if (!rows.empty()) QGuiApplication::clipboard()->setText(m_model->tableText(rows));
}

void ResultsPanel::setResults(const std::vector<RunResult>& results) {
  if (same(results, m_model->results())) return;
  const int row = m_table->currentIndex().row();
  const QSignalBlocker quiet(m_table->selectionModel());
  m_model->setResults(results);
  for (const auto& [column, width] : kWidths) m_table->setColumnHidden(column, !m_model->has(column));
  fitColumns(*m_table);
  if (row >= 0 && row < m_model->rowCount()) m_table->selectRow(row);
  fitHeight();
}

void ResultsPanel::setRunning(const ExperimentInfo* running, const QString& doing, bool earlier, bool lost,
                              const QString& reason) {
  const QString title = running ? toQt(running->title) : QString();
  const QString what = doing.isEmpty() ? title : doing;
  const bool frames = running && running->name == kFramesExperiment;
  const QString idle = !reason.isEmpty() ? say(any() ? Msg::StudioRunCutOff : Msg::StudioRunLost, {reason})
                       : lost            ? say(Msg::StudioRowsBeforeLost)
                                         : say(Msg::StudioNoResults);
  m_said = !running  ? idle
           : earlier ? say(Msg::StudioRowsOfBefore, {title})
           : any()   ? say(Msg::StudioRowsSoFar, {title})
           : frames  ? say(Msg::StudioFramesAwaited, {what, say(Msg::FrameTitle)})
                     : say(Msg::StudioResultsAwaited, {what});
  m_running = running != nullptr;
  m_lost = lost || !reason.isEmpty();
  fitHeight();
}

void ResultsPanel::setHidden(bool hidden) {
  if (std::exchange(m_hidden, hidden) != hidden) fitHeight();
}

bool ResultsPanel::any() const {
  return m_model->rowCount() > 0;
}

void ResultsPanel::fitHeight() {
  m_note->setText(m_hidden ? say(Msg::EmptyOfQuestion) : m_said);
  m_note->setVisible(m_hidden || m_running || m_lost || !any());
  m_table->setVisible(any() && !m_hidden);
  const int head = m_table->horizontalHeader()->sizeHint().height() + 4;
  m_table->setMinimumHeight(head + scaledPixels(kRowHeight) * std::min(1, m_model->rowCount()));
  m_table->setMaximumHeight(head + scaledPixels(kRowHeight) * m_model->rowCount());
  updateGeometry();
}

QSize ResultsPanel::minimumSizeHint() const {
  QSize least = QWidget::minimumSizeHint();
  least.setHeight(std::max(least.height(), layout()->minimumHeightForWidth(std::max(width(), minimumWidth()))));
  if (!m_table->isHidden())
    least.rheight() += scaledPixels(kRowHeight) * (std::min(kLeastRows, m_model->rowCount()) - 1);
  return least;
}

/// The words above the rows take more lines in a narrower panel.
void ResultsPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->oldSize().width() != event->size().width()) updateGeometry();
}

}  // namespace strata::inline studio
