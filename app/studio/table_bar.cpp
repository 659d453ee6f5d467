#include "app/studio/table_bar.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QShortcut>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/canvas/format.h"
#include "app/facts/lanes.h"
#include "app/facts/range_said.h"
#include "app/facts/seen_statistics.h"
#include "app/facts/table_cells.h"
#include "app/studio/choice_box.h"
#include "app/studio/scene.h"
#include "app/studio/ui_text.h"
#include "app/studio/unbroken_input.h"

namespace strata::inline studio {
namespace {

constexpr int kRowsOfNames = 0, kRowsOfShapes = 1, kRowsOfEvents = 2;  // data of the choice of rows
constexpr int kNone = -1, kWork = -2;                                  // data of "all", and of all work of the device
constexpr int kLowRows = 9;                                            // of the bar's height: a panel with less is low
constexpr int kShortWords = 9;           // letters of a shortened box, with what is around them
constexpr int kBetween = 6, kBelow = 4;  // pixels between fields, and between lines of them

ChoiceBox* makeChoice(const char* name, Msg title) {
  auto* box = new ChoiceBox;
  box->setObjectName(QString::fromLatin1(name));
  box->setAccessibleName(say(title));
  box->setToolTip(say(title));
  return box;
}

QLayout* lineOf(const QList<QWidget*>& fields, const QWidget* widest) {
  auto* line = new QHBoxLayout;
  line->setSpacing(kBetween);
  for (QWidget* field : fields) line->addWidget(field, field == widest ? 1 : 0);
  return line;
}

/// Beside each other, without a word cut.
int leastWidth(const QList<QWidget*>& fields) {
  int width = 0;
  for (const QWidget* field : fields)
    if (!field->isHidden()) width += field->minimumSizeHint().width() + (width > 0 ? kBetween : 0);
  return width;
}

int widthWith(const QToolButton& button, Msg words) {
  const QFontMetrics letters = button.fontMetrics();
  return button.minimumSizeHint().width() - letters.horizontalAdvance(button.text()) +
         letters.horizontalAdvance(say(words));
}

void lay(QBoxLayout& parts, bool beside) {
  parts.setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  parts.setSpacing(beside ? kBetween : kBelow);
}

/// Whether it stood elsewhere.
bool choosePlace(QComboBox& box, const QVariant& data) {
  const QSignalBlocker quiet(box);
  const int before = box.currentIndex();
  box.setCurrentIndex(std::max(0, box.findData(data)));
  return box.currentIndex() != before;
}

}  // namespace

TableBar::TableBar(Scene& scene, QWidget* parent)
    : QFrame(parent),
      m_scene(scene),
      m_rows(makeChoice("TableRows", Msg::TableRowsTip)),
      m_storey(makeChoice("TableStorey", Msg::TableStoreyTip)),
      m_lane(makeChoice("TableLane", Msg::TableLaneTip)),
      m_least(makeChoice("TableLeast", Msg::TableLeastTip)),
      m_name(new QLineEdit),
      m_expression(new QToolButton),
      m_copy(new QToolButton),
      m_whole(new QToolButton) {
  m_rows->addItem(say(Msg::TableOfNames), kRowsOfNames);
  m_rows->addItem(say(Msg::TableOfShapes), kRowsOfShapes);
  m_rows->addItem(say(Msg::TableOfEvents), kRowsOfEvents);
  fillStoreys();
  fillDurations();
  m_lane->addItem(say(Msg::TableAllLanes), kNone);
  m_lane->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);  // streams may have long names
  m_lane->setMinimumContentsLength(static_cast<int>(m_lane->itemText(0).size()));
  for (QComboBox* box : {m_rows, m_storey, m_least}) box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_name->setObjectName(QStringLiteral("TableName"));
  m_name->setValidator(new UnbrokenInput(m_name));
  m_name->setPlaceholderText(say(Msg::TableNameHint));
  m_name->setAccessibleName(say(Msg::TableNameHint));
  m_name->setClearButtonEnabled(true);
  m_expression->setObjectName(QStringLiteral("TableExpression"));
  m_expression->setText(QStringLiteral(".*"));
  m_expression->setCheckable(true);
  m_expression->setFocusPolicy(Qt::StrongFocus);
  m_expression->setToolTip(say(Msg::TableExpressionTip));
  m_expression->setAccessibleName(say(Msg::TableExpressionTip));
  m_copy->setObjectName(QStringLiteral("TableCopy"));
  m_copy->setAccessibleName(say(Msg::TableCopy));
  m_copy->setFocusPolicy(Qt::StrongFocus);
  m_copy->setToolTip(say(Msg::TableCopyTip));
  m_whole->setObjectName(QStringLiteral("TableWhole"));
  m_whole->setFocusPolicy(Qt::StrongFocus);
  m_whole->setToolTip(say(Msg::TableWholeTip));
  m_whole->hide();
  sayWords(false);
  m_parts = new QBoxLayout(QBoxLayout::LeftToRight, this);
  m_parts->setContentsMargins(12, 4, 12, 0);
  setMinimumWidth(1);
  m_boxes = new QBoxLayout(QBoxLayout::LeftToRight);
  m_boxes->addLayout(lineOf({m_rows, m_storey}, nullptr));
  m_boxes->addLayout(lineOf({m_lane, m_least}, m_lane), 1);
  m_parts->addLayout(m_boxes, 1);
  m_parts->addLayout(lineOf(searchFields(), m_name), 1);
  for (QComboBox* box : boxes()) connect(box, &QComboBox::currentIndexChanged, this, &TableBar::choose);
  connect(m_name, &QLineEdit::textChanged, this, &TableBar::choose);
  connect(m_expression, &QToolButton::toggled, this, &TableBar::choose);
  connect(m_copy, &QToolButton::clicked, this, &TableBar::copy);
  connect(m_whole, &QToolButton::clicked, this, &TableBar::showWhole);
  connect(&scene, &Scene::stateChanged, this, &TableBar::show);
}

void TableBar::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  shareRoom();
}

bool TableBar::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) shareRoom();
  return QFrame::eventFilter(watched, event);
}

/// Fields stand in as few lines as hold them. In a low panel rows of the table are worth more than room for other
/// entries, and than whole words.
void TableBar::shareRoom() {
  const QMargins around = layout()->contentsMargins();
  const int room = width() - around.left() - around.right();
  const int first = leastWidth({m_rows, m_storey}), second = leastWidth({m_lane, m_least});
  const bool low = parentWidget()->height() < kLowRows * m_name->sizeHint().height();
  const bool shortens = low || std::max(first, second) > room;
  const int least = kShortWords * fontMetrics().averageCharWidth();
  int entries = -kBetween;
  for (const ChoiceBox* box : boxes()) entries += kBetween + box->widthOfEntry();
  const bool whole = entries + kBetween + leastSearch(false) <= room;
  const int all = !shortens ? first + kBetween + second : whole ? entries : 4 * least + 3 * kBetween;
  const auto beside = [&](bool brief) { return all + kBetween + leastSearch(brief) <= room; };
  sayWords(leastSearch(false) > room || (shortens && !beside(false) && beside(true)));
  const int forBoxes = beside(m_brief) ? room - kBetween - leastSearch(m_brief) : room;
  widen(!shortens ? 0 : least, !shortens || all > room ? 0 : forBoxes);
  lay(*m_boxes, all <= room);
  lay(*m_parts, beside(m_brief));
  keepRoomForPart();
}

/// Each box as its entry, as far as the room of their line goes, and at least `least`.
void TableBar::widen(int least, int room) {
  QList<ChoiceBox*> narrowFirst = boxes();
  std::ranges::sort(narrowFirst, {}, &ChoiceBox::widthOfEntry);
  int left = static_cast<int>(narrowFirst.size());
  room -= (left - 1) * kBetween;
  for (ChoiceBox* box : narrowFirst) {
    const int width = std::max(least, std::min(box->widthOfEntry(), room / left--));
    box->setMinimumWidth(width);
    room -= width;
  }
}

/// In short where that spares a line.
void TableBar::sayWords(bool brief) {
  m_brief = brief;
  const bool measured = m_scene.state().sight.measured.has_value();
  m_copy->setText(say(brief ? Msg::TableCopyShort : Msg::TableCopy));
  m_whole->setText(say(brief ? Msg::TableOnlyShort : measured ? Msg::TableOnlyMeasured : Msg::TableOnlySight));
}

/// Of the button that comes once only a part is counted.
int TableBar::widthOfPart(bool brief) const {
  if (brief) return widthWith(*m_whole, Msg::TableOnlyShort);
  return std::max(widthWith(*m_whole, Msg::TableOnlySight), widthWith(*m_whole, Msg::TableOnlyMeasured));
}

/// With that button, also while it is not there.
int TableBar::leastSearch(bool brief) const {
  return leastWidth({m_name, m_expression}) + kBetween + widthOfPart(brief) + kBetween +
         widthWith(*m_copy, brief ? Msg::TableCopyShort : Msg::TableCopy);
}

/// The name's field has its room until it comes, so that nothing else moves then.
void TableBar::keepRoomForPart() {
  const int used = m_whole->isHidden() ? 0 : kBetween + m_whole->minimumSizeHint().width();
  m_name->setMinimumWidth(m_name->minimumSizeHint().width() + kBetween + widthOfPart(m_brief) - used);
}

QList<ChoiceBox*> TableBar::boxes() const {
  return {m_rows, m_storey, m_lane, m_least};
}

QList<QWidget*> TableBar::searchFields() const {
  return {m_name, m_expression, m_whole, m_copy};  // what comes and goes moves no button
}

QList<QWidget*> TableBar::fields() const {
  QList<QWidget*> all;
  for (ChoiceBox* box : boxes()) all.push_back(box);
  return all + searchFields();
}

QList<QWidget*> TableBar::tabOrder(QWidget& table) const {
  return {m_rows, m_storey, m_lane, m_least, m_expression, m_name, &table, m_whole, m_copy};
}

void TableBar::fillStoreys() {
  m_storey->addItem(say(Msg::TableAllStoreys), kNone);
  m_storey->addItem(say(Msg::TableWork), kWork);
  for (const StoreyInfo& info : storeys()) m_storey->addItem(toQt(info.title), static_cast<int>(info.storey));
}

void TableBar::fillDurations() {
  m_least->addItem(say(Msg::TableAnyDuration), 0);
  for (int ns = 1'000; ns <= 1'000'000'000; ns *= 10)
    m_least->addItem(QStringLiteral("≥ ") + toQt(formatDuration({ns})), ns);
}

/// Anew where another session came, or a track to this one.
void TableBar::fillLanes(const ViewState& state) {
  const auto tracks = state.session.snapshot ? state.session.snapshot->tracks() : std::span<const TrackInfo>();
  const std::uint64_t first = tracks.empty() ? 0 : tracks.front().uuid;
  if (tracks.size() == m_tracks && first == m_firstTrack) return;
  m_tracks = tracks.size();
  m_firstTrack = first;
  const QSignalBlocker quiet(m_lane);
  m_lane->clear();
  m_lane->addItem(say(Msg::TableAllLanes), kNone);
  if (tracks.empty()) return;
  for (const Lane& lane : lanesOf(*state.session.snapshot))
    m_lane->addItem(toQt(lane.name), static_cast<int>(lane.tracks.front()));
}

void TableBar::choose() {
  TableChoices choices = m_scene.state().sight.choices.table;
  const int rows = m_rows->currentData().toInt();
  const bool each = rows == kRowsOfEvents;
  choices.byShape = rows == kRowsOfShapes;
  if (each != choices.eachEvent) {
    choices.eachEvent = each;
    choices.column = each ? TableColumn::Length : TableColumn::Total;
    choices.ascending = false;
  }
  const auto chosen = [](const QComboBox& box) { return box.currentData().toInt(); };
  EventFilter& filter = choices.filter;
  filter.work = chosen(*m_storey) == kWork;
  filter.storey = chosen(*m_storey) < 0 ? std::nullopt : std::optional(static_cast<Storey>(chosen(*m_storey)));
  filter.lane = chosen(*m_lane) == kNone ? std::nullopt : std::optional(static_cast<std::uint32_t>(chosen(*m_lane)));
  filter.least = {chosen(*m_least)};
  filter.name = m_name->text().toStdString();
  filter.expression = m_expression->isChecked();
  choices.first = 0;
  choices.firstOf = m_scene.state().sight.selection.event;
  shareRoom();
  m_scene.chooseTable(choices);
}

/// Another session has other lanes and begins without a filter.
void TableBar::show(const ViewState& state) {
  fillLanes(state);
  showPart(state);
  const TableChoices& choices = state.sight.choices.table;
  const EventFilter& filter = choices.filter;
  const int rows = choices.eachEvent ? kRowsOfEvents : choices.byShape ? kRowsOfShapes : kRowsOfNames;
  bool moved = choosePlace(*m_rows, rows);
  moved |= choosePlace(*m_storey, filter.work ? kWork : filter.storey ? static_cast<int>(*filter.storey) : kNone);
  moved |= choosePlace(*m_lane, filter.lane ? static_cast<int>(*filter.lane) : kNone);
  moved |= choosePlace(*m_least, static_cast<int>(filter.least.ns));
  if (moved) shareRoom();
  const QSignalBlocker quietName(m_name), quietExpression(m_expression);
  if (m_name->text() != toQt(filter.name)) m_name->setText(toQt(filter.name));
  m_expression->setChecked(filter.expression);
  if (m_copyWaits) copy();
}

void TableBar::showPart(const ViewState& state) {
  const bool part = state.sight.measured || rangeSaid(state) == RangeSaid::InSight;
  const QString before = m_whole->text();
  sayWords(m_brief);
  if (m_whole->isHidden() != part && m_whole->text() == before) return;
  m_whole->setVisible(part);
  keepRoomForPart();
}

void TableBar::showWhole() {
  m_scene.measure(std::nullopt);
  if (const auto whole = m_scene.state().session.snapshot->bounds()) m_scene.showRange(*whole);
}

void TableBar::copy() {
  const ViewState& state = m_scene.state();
  // What is in sight moves on while something runs: then what is shown is copied, which says what it is of.
  m_copyWaits = state.sight.table && !tableIsAsWanted(state) && !state.sight.running;
  if (!state.sight.table || m_copyWaits) return;
  QGuiApplication::clipboard()->setText(toQt(tableCsv(state)));
  emit copied(state.sight.table->size());
}

QWidget* withTableBar(QWidget& view, Scene& scene) {
  auto* both = new QWidget;
  both->setWhatsThis(view.whatsThis());
  auto* bar = new TableBar(scene);
  bar->setObjectName(QStringLiteral("TableBar"));
  both->installEventFilter(bar);
  auto* column = new QVBoxLayout(both);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(bar);
  column->addWidget(&view, 1);
  QWidget* before = nullptr;
  for (QWidget* stop : bar->tabOrder(view)) {
    if (before) QWidget::setTabOrder(before, stop);
    before = stop;
  }
  auto* copies = new QShortcut(QKeySequence(QKeySequence::Copy), &view);
  copies->setContext(Qt::WidgetShortcut);
  QObject::connect(copies, &QShortcut::activated, bar, &TableBar::copy);
  return both;
}

}  // namespace strata::inline studio
