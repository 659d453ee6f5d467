#include "layers/common/current_call.h"

namespace strata::inline common {
namespace {

thread_local CallId t_call = CallId::None;
CallListener* g_listener = nullptr;

void workFor(CallId call) {
  if (call == t_call) return;
  if (g_listener) g_listener->callChanges(t_call, call);
  t_call = call;
}

}  // namespace

CallId currentCall() {
  return t_call;
}

CallScope::CallScope(CallId call) : m_outer(t_call) {
  workFor(call);
}

CallScope::~CallScope() {
  workFor(m_outer);
}

void setCallListener(CallListener* listener) {
  g_listener = listener;
}

}  // namespace strata::inline common
