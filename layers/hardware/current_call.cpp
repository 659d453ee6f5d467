#include "layers/hardware/current_call.h"

namespace strata {
namespace {

thread_local CallId t_call = CallId::None;

}  // namespace

CallId currentCall() {
  return t_call;
}

CallScope::CallScope(CallId call) : m_outer(t_call) {
  t_call = call;
}

CallScope::~CallScope() {
  t_call = m_outer;
}

}  // namespace strata
