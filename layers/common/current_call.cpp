#include "layers/common/current_call.h"

namespace strata::inline common {
namespace {

thread_local CallId t_call = CallId::None;
CallListener* g_listener = nullptr;

}  // namespace

CallId currentCall() {
  return t_call;
}

CallScope::CallScope(CallId call) : m_outer(t_call) {
  t_call = call;
  if (g_listener) g_listener->callBegins(call);
}

CallScope::~CallScope() {
  if (g_listener) g_listener->callEnds();
  t_call = m_outer;
}

void setCallListener(CallListener* listener) {
  g_listener = listener;
}

}  // namespace strata::inline common
