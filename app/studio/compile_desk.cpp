#include "app/studio/compile_desk.h"

#include <QEvent>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/studio/scene.h"
#include "app/studio/view_widget.h"
#include "app/words/messages.h"

namespace strata::inline studio {
namespace {

constexpr std::size_t kMostSteps = 24;  ///< kept

}  // namespace

CompileDesk::CompileDesk(Scene& scene, QObject* parent) : QObject(parent), m_scene(scene) {
  const auto isCompiled = [](const ViewWidget* widget) { return widget->view().name == "compiled"; };
  m_view = *std::ranges::find_if(scene.widgets(), isCompiled);
  connect(m_view, &ViewWidget::compileActed, this, &CompileDesk::act);
  m_view->installEventFilter(this);
}

bool CompileDesk::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Hide && busy()) giveUp();
  return QObject::eventFilter(watched, event);
}

void CompileDesk::act(const CompileAct& act) {
  if (busy()) giveUp();
  if (act.stop) return;
  m_asked = act;
  m_sight.running = act.source;
  m_sight.failed.reset();
  const std::uint64_t number = ++m_number;
  auto started = Compilation::start(act.question, [this, number](const Compilation::Answer& answer) {
    QMetaObject::invokeMethod(
        this, [this, number, answer] { take(number, answer); }, Qt::QueuedConnection);
  });
  if (!started.ok()) return fail(started.error());
  m_compilation = std::move(started).value();
  show();
}

void CompileDesk::giveUp() {
  m_compilation.reset();
  ++m_number;
  fail({ErrorCode::Stopped, fillText(Msg::CompiledGivenUp, {m_asked.source.target})});
}

void CompileDesk::fail(const Error& error) {
  m_sight.running.reset();
  m_sight.failed = m_asked.source;
  m_sight.error = error.message;
  show();
}

void CompileDesk::take(std::uint64_t number, const Compilation::Answer& answer) {
  if (number != m_number) return;
  m_compilation.reset();
  const auto build = answer.ok() ? stepBuildFromJson(answer.value()) : Result<StepBuild>(answer.error());
  if (!build.ok()) return fail(build.error());
  std::erase_if(m_sight.steps, [&](const CompiledStep& step) {
    return step.build.experiment == build.value().experiment && step.build.variant == build.value().variant &&
           step.build.target == build.value().target;
  });
  if (m_sight.steps.size() >= kMostSteps) m_sight.steps.erase(m_sight.steps.begin());
  m_sight.steps.push_back({m_asked.text, build.value()});
  m_sight.running.reset();
  show();
}

void CompileDesk::show() {
  m_scene.setCompiled(std::make_shared<const CompiledSight>(m_sight));
}

}  // namespace strata::inline studio
