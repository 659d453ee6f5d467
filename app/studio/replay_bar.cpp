#include "app/studio/replay_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>

#include "app/facts/set_back.h"
#include "app/studio/replay.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

QPushButton* makeButton(const char* name, const QString& sign, Msg tip) {
  auto* button = new QPushButton(sign);
  button->setObjectName(QString::fromLatin1(name));
  button->setToolTip(say(tip));
  button->setAccessibleName(say(tip));
  button->setFixedWidth(28);
  return button;
}

}  // namespace

QString speedText(Duration perSecond) {
  constexpr std::pair<std::int64_t, std::string_view> kUnits[] = {
      {1'000'000'000, "s"}, {1'000'000, "ms"}, {1000, "µs"}};
  for (const auto& [size, unit] : kUnits)
    if (perSecond.ns >= size) return QStringLiteral("1 s = %1 %2").arg(perSecond.ns / size).arg(toQt(unit));
  return QStringLiteral("1 s = %1 ns").arg(perSecond.ns);
}

ReplayBar::ReplayBar(Replay& replay, std::function<bool()> begin, QWidget* parent)
    : QFrame(parent),
      m_replay(replay),
      m_begin(std::move(begin)),
      m_speed(new QComboBox),
      m_back(makeButton("ReplayBack", QStringLiteral("◀"), Msg::StudioReplayBack)),
      m_play(makeButton("ReplayPlay", QStringLiteral("▶"), Msg::StudioReplayPlay)),
      m_forward(makeButton("ReplayForward", QStringLiteral("▶|"), Msg::StudioReplayForward)),
      m_leave(makeButton("ReplayLeave", QStringLiteral("✕"), Msg::StudioReplayLeave)) {
  setObjectName(QStringLiteral("ReplayBar"));
  auto* label = new QLabel(say(Msg::StudioReplayAt));
  label->setObjectName(QStringLiteral("BarLabel"));
  label->setBuddy(m_speed);
  m_speed->setObjectName(QStringLiteral("ReplaySpeed"));
  m_speed->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_speed->addItem(say(Msg::StudioReplayFits));  // without data: no speed is asked for
  for (const Duration speed : Replay::speeds())
    m_speed->addItem(speedText(speed), QVariant::fromValue<qint64>(speed.ns));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(3);
  row->addWidget(label);
  row->addWidget(m_speed);
  for (QPushButton* button : {m_back, m_play, m_forward, m_leave}) row->addWidget(button);
  connect(m_speed, &QComboBox::activated, this, &ReplayBar::chooseSpeed);
  connect(m_back, &QPushButton::clicked, this, [this] { step(-1); });
  connect(m_play, &QPushButton::clicked, this, &ReplayBar::playOrPause);
  connect(m_forward, &QPushButton::clicked, this, [this] { step(1); });
  connect(m_leave, &QPushButton::clicked, &replay, &Replay::leave);
  connect(&replay, &Replay::changed, this, &ReplayBar::show);
  QSizePolicy keepsItsPlace = m_leave->sizePolicy();
  keepsItsPlace.setRetainSizeWhenHidden(true);
  m_leave->setSizePolicy(keepsItsPlace);
  show();
}

void ReplayBar::addTo(QMenu& menu) {
  menu.addAction(say(Msg::StudioReplayPlay), QKeySequence(Qt::CTRL | Qt::Key_Space), this, &ReplayBar::playOrPause);
  menu.addAction(say(Msg::StudioReplayForward), QKeySequence(Qt::Key_Period), this, [this] { step(1); });
  menu.addAction(say(Msg::StudioReplayBack), QKeySequence(Qt::Key_Comma), this, [this] { step(-1); });
  menu.addAction(say(Msg::StudioReplayLeave), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Space), &m_replay,
                 &Replay::leave);
  QMenu* speeds = menu.addMenu(say(Msg::StudioReplaySpeed));
  for (int i = 0; i < m_speed->count(); ++i)
    speeds->addAction(m_speed->itemText(i), this, [this, i] {
      m_speed->setCurrentIndex(i);
      chooseSpeed(i);
    });
}

void ReplayBar::setPossible(bool possible) {
  for (QPushButton* button : {m_back, m_play, m_forward}) button->setEnabled(possible);
  if (!possible) m_replay.leave();
}

void ReplayBar::chooseSpeed(int item) {
  const QVariant chosen = m_speed->itemData(item);
  m_replay.setSpeed(chosen.isValid() ? std::optional(Duration{chosen.toLongLong()}) : std::nullopt);
}

void ReplayBar::playOrPause() {
  if (m_replay.playing()) return m_replay.pause();
  if (m_replay.active() || m_begin()) m_replay.play();
}

void ReplayBar::step(int by) {
  if (m_replay.active() || m_begin()) m_replay.step(by);
}

void ReplayBar::show() {
  m_play->setText(m_replay.playing() ? QStringLiteral("▮▮") : QStringLiteral("▶"));
  m_leave->setVisible(m_replay.active());
  m_speed->setItemText(0, m_replay.active()
                              ? say(Msg::StudioReplayFit, {speedText(fittingSpeed(m_replay.range().length()))})
                              : say(Msg::StudioReplayFits));
}

}  // namespace strata::inline studio
