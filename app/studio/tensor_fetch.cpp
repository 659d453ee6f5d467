#include "app/studio/tensor_fetch.h"

#include <QMenu>
#include <utility>

#include "app/facts/event_text.h"
#include "app/facts/own_kernels.h"
#include "app/studio/scene.h"
#include "app/studio/studio_session.h"
#include "app/studio/ui_text.h"
#include "engine/trace/trace_args.h"
#include "engine/trace/trace_query.h"

namespace strata::inline studio {

std::string resultOfSelection(const ViewState& state) {
  if (!state.session.snapshot || !state.sight.selection.event) return {};
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const TraceEvent* selected = findEvent(snapshot, *state.sight.selection.event);
  if (!selected) return {};
  if (const auto own = snapshot.text(*selected, arg::kResult); !own.empty()) return std::string(own);
  for (const EventRef ref : eventsOfCall(snapshot, selected->call)) {
    const TraceEvent& operation = snapshot.event(ref);
    if (const auto result = snapshot.text(operation, arg::kResult);
        !result.empty() && askedWithin(snapshot, *selected, operation))
      return std::string(result);
  }
  return {};
}

TensorFetch::TensorFetch(StudioSession& session, Scene& scene, QObject* parent)
    : QObject(parent), m_session(session), m_scene(scene) {
  connect(&session, &StudioSession::changed, this, [this] {
    if (!m_asked.isEmpty() && !m_session.working()) emit answered(std::exchange(m_asked, {}));
  });
}

void TensorFetch::addTo(QMenu& menu) {
  menu.addAction(say(Msg::StudioFetch), QKeySequence(Qt::CTRL | Qt::Key_T), this, &TensorFetch::fetch);
}

void TensorFetch::fetch() {
  const std::string tensor = resultOfSelection(m_scene.state());
  const auto refuse = [this](Msg why) { emit failed({ErrorCode::Usage, std::string(text(why)), Storey::Framework}); };
  if (tensor.empty()) return refuse(Msg::StudioFetchNothing);
  if (!m_session.agentAlive()) return refuse(Msg::StudioFetchNoAgent);
  if (const auto sent = m_session.fetch(tensor); !sent.ok()) return emit failed(sent.error());
  m_asked = toQt(tensor);
  emit asked(m_asked);
}

}  // namespace strata::inline studio
