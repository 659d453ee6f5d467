#include "app/studio/head_look.h"

#include "app/studio/scene.h"
#include "app/studio/studio_session.h"

namespace strata::inline studio {

HeadLook::HeadLook(StudioSession& session, Scene& scene, QObject* parent) : QObject(parent), m_session(session) {
  connect(&scene, &Scene::stateChanged, this, &HeadLook::look);
}

void HeadLook::look(const ViewState& state) {
  const auto head = state.sight.choices.head;
  if (!head || !state.session.tokens) return m_asked.reset();
  if (head == m_asked || state.session.tokens->knows(*head)) return;
  if (!m_session.agentAlive() || m_session.working()) return;
  m_asked = head;
  if (const auto sent = m_session.fetch(attentionName(*head)); !sent.ok()) emit failed(sent.error());
}

}  // namespace strata::inline studio
