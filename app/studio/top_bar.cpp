#include "app/studio/top_bar.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include "app/studio/choice_box.h"
#include "app/studio/command_palette.h"
#include "app/studio/experiment_box.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

constexpr int kBarHeight = 44, kMenuRowGap = 4, kNarrowDevice = 140, kNarrowExperiment = 120,
              kReadDevice = 200;  // pixels; boxes' at text size 100 %
constexpr int kCommandRole = Qt::UserRole + 1;
constexpr const char* kOwnCommandKey = "command";

/// Says when its list is about to be seen.
class DeviceBox : public ChoiceBox {
 public:
  explicit DeviceBox(std::function<void()> opening) : m_opening(std::move(opening)) {}
  void showPopup() override {
    m_opening();
    ChoiceBox::showPopup();
  }

 private:
  std::function<void()> m_opening;
};

void setItemEnabled(QComboBox& box, int row, bool enabled) {
  if (auto* items = qobject_cast<QStandardItemModel*>(box.model())) items->item(row)->setEnabled(enabled);
}

QPushButton* makeButton(const QString& name, const QString& label, Msg tip) {
  auto* button = new QPushButton(label);
  button->setObjectName(name);
  button->setToolTip(say(tip));
  return button;
}

}  // namespace

TopBar::TopBar(QWidget* parent)
    : QFrame(parent),
      m_menus(new QMenuBar),
      m_device(new DeviceBox([this] { emit devicesWanted(); })),
      m_experiment(new ExperimentBox),
      m_expected(new QLabel),
      m_run(makeButton("Run", QStringLiteral("▶ ") + say(Msg::StudioRun), Msg::StudioRunTip)),
      m_stop(makeButton("Stop", QStringLiteral("■ ") + say(Msg::StudioStop), Msg::StudioStopTip)),
      m_live(makeButton("Live", QStringLiteral("● ") + say(Msg::StudioLive), Msg::StudioLiveTip)),
      m_export(makeButton("Export", say(Msg::StudioExport), Msg::StudioExportTip)) {
  setObjectName(QStringLiteral("TopBar"));
  auto* wordmark = new QLabel(QStringLiteral("Strata"));
  wordmark->setObjectName(QStringLiteral("Wordmark"));
  m_menus->setNativeMenuBar(false);
  m_menus->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
  m_device->setObjectName(QStringLiteral("Device"));
  m_device->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_device->addItem(say(Msg::StudioDeviceUnasked));
  m_device->setToolTip(say(Msg::StudioDeviceTip));
  m_experiment->setToolTip(say(Msg::StudioExperimentTip));
  wordmark->setWhatsThis(say(Msg::WhatNothing));
  m_live->setCheckable(true);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(12, 0, 12, 0);
  rows->setSpacing(0);
  m_menuRow = new QHBoxLayout;
  rows->addLayout(m_menuRow);
  auto* row = m_row = new QHBoxLayout;
  rows->addLayout(row);
  for (QHBoxLayout* each : {m_menuRow, m_row}) each->setSpacing(10);
  m_first = {wordmark, m_menus};
  for (QWidget* widget : m_first) row->addWidget(widget, 0, Qt::AlignVCenter);
  addLabeled(*row, say(Msg::StudioDevice), *m_device);
  addLabeled(*row, say(Msg::StudioExperiment), *m_experiment);
  m_expected->setObjectName(QStringLiteral("Expected"));
  m_expected->hide();
  row->addWidget(m_run);
  row->addWidget(m_expected);
  for (QPushButton* button : {m_stop, m_live}) row->addWidget(button);
  row->addStretch(1);
  row->addWidget(m_export);
  connect(m_run, &QPushButton::clicked, this, &TopBar::run);
  connect(m_stop, &QPushButton::clicked, this, &TopBar::stop);
  connect(m_live, &QPushButton::clicked, this, &TopBar::live);
  connect(m_experiment, &QComboBox::activated, this, &TopBar::experimentChosen);
  connect(m_device, &QComboBox::currentIndexChanged, this, &TopBar::deviceChosen);
  connect(m_device, &QComboBox::activated, this, [this] { m_chosenDevice = deviceKey(); });
  connect(&StudioStyle::shared(), &StudioStyle::changed, this, &TopBar::shareRoom);
  setRunning(false);
  setLive(false, true);
}

void TopBar::addLabeled(QHBoxLayout& row, const QString& label, QComboBox& box) {
  auto* text = new QLabel(label);
  text->setObjectName(QStringLiteral("BarLabel"));
  text->setBuddy(&box);
  m_labels.push_back(text);
  row.addWidget(text);
  row.addWidget(&box);
}

void TopBar::addExperiments(std::span<const ExperimentInfo* const> experiments) {
  m_experiment->add(experiments);
}

void TopBar::addDevice(const DeviceEntry& device) {
  const bool usable = !device.command.isEmpty();
  m_device->addItem(usable ? device.title : say(Msg::StudioDeviceMissing, {device.title}), device.key);
  const int row = m_device->count() - 1;
  m_device->setItemData(row, device.command, kCommandRole);
  m_device->setItemData(row, asTip(device.reason), Qt::ToolTipRole);
  setItemEnabled(*m_device, row, usable);
}

void TopBar::addOwnCommand() {
  m_device->insertItem(0, say(Msg::StudioOwnCommand), QLatin1String(kOwnCommandKey));
  m_device->setItemData(0, m_ownCommand, kCommandRole);
  m_device->setItemData(0, asTip(m_ownCommand), Qt::ToolTipRole);
}

void TopBar::setDevices(const std::vector<DeviceEntry>& devices, const QString& preferred, bool all) {
  const bool listIsOpen = m_device->view()->isVisible();
  m_device->clear();
  for (const DeviceEntry& device : devices) addDevice(device);
  if (!m_ownCommand.isEmpty()) addOwnCommand();
  if (!all) {
    m_device->addItem(say(Msg::StudioLookingForDevices));
    setItemEnabled(*m_device, m_device->count() - 1, false);
  }
  const int chosen = m_device->findData(m_chosenDevice), wanted = m_device->findData(preferred);
  const bool first = !m_ownCommand.isEmpty() || preferred == QLatin1String("best");
  m_device->setCurrentIndex(!m_chosenDevice.isEmpty() && chosen >= 0 ? chosen : first ? 0 : wanted);
  if (listIsOpen) m_device->showPopup();  // as large as it is now
}

void TopBar::showLooking() {
  const int last = m_device->count() - 1;
  if (last >= 0 && !m_device->itemData(last).isValid()) m_device->setItemText(last, say(Msg::StudioLookingForDevices));
}

void TopBar::showSessionDevice(const QString& title) {
  if (m_device->count() == 1 && deviceKey().isEmpty())
    m_device->setItemText(0, title.isEmpty() ? say(Msg::StudioDeviceNotTold) : say(Msg::StudioDeviceHere, {title}));
}

void TopBar::setAgentCommand(const QString& command) {
  m_ownCommand = command;
  addOwnCommand();
  m_device->setCurrentIndex(0);
}

QString TopBar::agentCommand() const {
  return m_device->currentData(kCommandRole).toString();
}

QString TopBar::deviceKey() const {
  return m_device->currentData().toString();
}

void TopBar::setRunning(bool running, bool stopping) {
  QPushButton* next = running ? m_stop : m_run;
  QPushButton* before = running ? m_run : m_stop;
  next->setEnabled(true);
  // Else Qt gives the keys to a box, which they would change.
  const QWidget* focused = window()->focusWidget();
  if (focused == before || (running && focused == m_device)) next->setFocus();
  before->setEnabled(false);
  m_stop->setText(QStringLiteral("■ ") + say(stopping ? Msg::StudioStopping : Msg::StudioStop));
  m_stop->setToolTip(say(stopping ? Msg::StudioStoppingTip : Msg::StudioStopTip));
  m_device->setEnabled(!running);
  shareRoom();
}

void TopBar::setExpected(const Expected& expected) {
  m_estimate = expected.text;
  m_briefEstimate = expected.brief;
  setTip(*m_expected, expected.tip);
  m_run->setToolTip(expected.text.isEmpty() ? say(Msg::StudioRunTip) : say(Msg::StudioRunTip) + '\n' + expected.text);
  shareRoom();
}

void TopBar::setLive(bool live, bool following) {
  m_live->setEnabled(live && !following);
  m_live->setChecked(live && following);
}

/// Other words in a box or a button.
bool TopBar::event(QEvent* event) {
  const bool done = QFrame::event(event);
  if (event->type() == QEvent::LayoutRequest && layout()->sizeHint().width() != m_wanted) shareRoom();
  return done;
}

void TopBar::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  shareRoom();
}

// Menus come before buttons that are also actions of a menu, and these, in a wide window, before labels.
void TopBar::shareRoom() {
  constexpr Share kShares[] = {
      {false, true, true, true, true},    {false, false, true, true, true},    {false, false, true, true, false},
      {false, false, true, false, false}, {false, false, false, false, false}, {true, true, true, true, true},
      {true, false, true, true, false},   {true, false, true, false, false},   {true, false, false, false, false}};
  if (m_sharing) return;
  m_sharing = true;
  m_expected->hide();
  for (const Share& share : kShares) {
    take(share);
    if (layout()->sizeHint().width() > width()) continue;
    if (!share.wide) widenBoxes();
    break;
  }
  showExpected();
  m_wanted = layout()->sizeHint().width();
  m_sharing = false;
  setFixedHeight(std::max(kBarHeight, layout()->sizeHint().height() + kMenuRowGap));
}

/// They take what is free but for a short estimate, the shorter names first, and its room as well before the experiment
/// is cut, or the device until it can be told from others.
void TopBar::widenBoxes() {
  const auto give = [this](QComboBox& box, int most, int kept) {
    const int left = std::max(0, width() - layout()->sizeHint().width() - kept);
    const int more = std::clamp(std::min(box.sizeHint().width(), most) - box.maximumWidth(), 0, left);
    box.setMaximumWidth(box.maximumWidth() + more);
    layout()->activate();
  };
  const int estimate = m_expected->fontMetrics().horizontalAdvance(QStringLiteral("≈ 99 min")) + m_row->spacing();
  for (QComboBox* box : std::initializer_list<QComboBox*>{m_experiment, m_device})
    give(*box, QWIDGETSIZE_MAX, estimate);
  give(*m_experiment, QWIDGETSIZE_MAX, 0);
  give(*m_device, scaledPixels(kReadDevice), 0);
}

/// It takes no other's place: Run stays where it is while an estimate comes and goes.
void TopBar::showExpected() {
  for (const QString& words : {m_estimate, m_briefEstimate}) {
    m_expected->setText(words);
    m_expected->setVisible(!words.isEmpty());
    layout()->activate();
    if (layout()->sizeHint().width() <= width()) return;
  }
  m_expected->hide();
  layout()->activate();
}

void TopBar::take(const Share& share) {
  QHBoxLayout* wanted = share.menusAlone ? m_menuRow : m_row;
  if (wanted->indexOf(m_menus) < 0) {
    for (QWidget* widget : m_first) (share.menusAlone ? m_row : m_menuRow)->removeWidget(widget);
    for (int i = 0; QWidget * widget : m_first) wanted->insertWidget(i++, widget, 0, Qt::AlignVCenter);
    if (share.menusAlone) wanted->addStretch(1);
  }
  for (QWidget* label : m_labels) label->setVisible(share.labels);
  for (QWidget* group : m_groups) {
    group->setVisible(share.groups);
    for (auto* box : group->findChildren<QComboBox*>()) box->setVisible(share.groupBoxes);
  }
  m_device->setMaximumWidth(share.wide ? QWIDGETSIZE_MAX : scaledPixels(kNarrowDevice));
  m_experiment->setMaximumWidth(share.wide || share.groupBoxes ? QWIDGETSIZE_MAX : scaledPixels(kNarrowExperiment));
  // A group's width is that of its parts once its own layout knows them; known later, it would be shared out again.
  for (QWidget* group : m_groups)
    if (group->layout()) group->layout()->activate();
  layout()->activate();
}

void TopBar::addGroup(QWidget* group) {
  m_groups.push_back(group);
  for (auto* label : group->findChildren<QLabel*>(QStringLiteral("BarLabel"))) m_labels.push_back(label);
  m_row->insertWidget(m_row->indexOf(m_live) + 1, group);
}

void TopBar::setExportMenu(QMenu* menu) {
  m_export->setMenu(menu);
}

void TopBar::addTo(QMenu& menu) {
  menu.addAction(say(Msg::StudioRun), QKeySequence(Qt::Key_F5), this, &TopBar::clickRun);
  // Shown beside it; the key itself is the window's, which may have something else to leave.
  const QString key = QKeySequence(Qt::Key_Escape).toString(QKeySequence::NativeText);
  menu.addAction(say(Msg::StudioStop) + QLatin1Char('\t') + key, this, &TopBar::clickStop);
  QMenu* choices = menu.addMenu(say(Msg::StudioExperiment));
  for (int i = 0; i < m_experiment->count(); ++i) {
    const auto choose = [this, i] {
      setExperiment(i);
      emit experimentChosen(i);
    };
    choices->addAction(m_experiment->itemText(i), this, choose)->setProperty(kPaletteName, m_experiment->nameAt(i));
  }
}

void TopBar::setExperiment(int index) {
  m_experiment->setCurrentIndex(index);
}

void TopBar::clickRun() {
  m_run->click();
}

void TopBar::clickStop() {
  m_stop->click();
}

void TopBar::openExport() {
  m_export->showMenu();
}

}  // namespace strata::inline studio
