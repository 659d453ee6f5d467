#include "app/studio/replay_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <algorithm>
#include <cmath>

#include "app/facts/set_back.h"
#include "app/studio/choice_box.h"
#include "app/studio/replay.h"
#include "app/studio/replay_icons.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

constexpr int kSign = 12;  // pixels at text size 100 %

/// As wide as whatever may fit needs, so that nothing beside it moves when slow motion begins.
class SpeedBox : public ChoiceBox {
 public:
  QSize sizeHint() const override {
    const auto widthOf = [this](const QString& words) { return fontMetrics().size(Qt::TextSingleLine, words).width(); };
    int listed = 0, most = 0;
    for (int i = 0; i < count(); ++i) listed = std::max(listed, widthOf(itemText(i)));
    for (std::int64_t decade = 1; decade <= 1'000'000'000; decade *= 10)
      for (const int digit : {1, 2, 3, 5})
        most = std::max(most, widthOf(say(Msg::StudioReplayFit, {speedText({digit * decade})})));
    return ChoiceBox::sizeHint() + QSize(std::max(0, most - listed), 0);
  }
};

QPushButton* signButton(const char* name, Msg tip) {
  auto* button = new QPushButton;
  button->setObjectName(QString::fromLatin1(name));
  button->setToolTip(say(tip));
  button->setAccessibleName(say(tip));
  return button;
}

void setSign(QPushButton& button, ReplaySign sign) {
  const auto side = static_cast<int>(std::lround(kSign * StudioStyle::shared().textScale()));
  button.setIcon(replayIcon(sign, side));
  button.setIconSize({side, side});
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
      m_speed(new SpeedBox),
      m_back(signButton("ReplayBack", Msg::StudioReplayBack)),
      m_play(signButton("ReplayPlay", Msg::StudioReplayPlay)),
      m_forward(signButton("ReplayForward", Msg::StudioReplayForward)),
      m_leave(signButton("ReplayLeave", Msg::StudioReplayLeave)) {
  setObjectName(QStringLiteral("ReplayBar"));
  auto* label = new QLabel(say(Msg::StudioReplayAt));
  label->setObjectName(QStringLiteral("BarLabel"));
  label->setBuddy(m_speed);
  m_speed->setObjectName(QStringLiteral("ReplaySpeed"));
  m_speed->setToolTip(say(Msg::StudioReplaySpeedTip));
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
  connect(&StudioStyle::shared(), &StudioStyle::changed, this, &ReplayBar::show);
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
  setSign(*m_back, ReplaySign::Back);
  setSign(*m_play, m_replay.playing() ? ReplaySign::Pause : ReplaySign::Play);
  setSign(*m_forward, ReplaySign::Forward);
  setSign(*m_leave, ReplaySign::Leave);
  m_leave->setVisible(m_replay.active());
  m_speed->setItemText(0, m_replay.active()
                              ? say(Msg::StudioReplayFit, {speedText(fittingSpeed(m_replay.range().length()))})
                              : say(Msg::StudioReplayFits));
  // A narrow bar leaves the box of speeds no room.
  m_play->setToolTip(say(Msg::StudioReplayPlay) + QLatin1Char('\n') +
                     say(Msg::StudioReplaySpeedWhere, {m_speed->currentText()}));
}

}  // namespace strata::inline studio
