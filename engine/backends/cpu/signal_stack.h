#pragma once

#include <csignal>

namespace strata::cpu {

/// A stack for the signal handlers of the thread that holds this object: a kernel may have used up its own, which is
/// small. Not with sanitizers, which have theirs.
class SignalStack {
 public:
  SignalStack();
  ~SignalStack();
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  stack_t m_before{};
  void* m_memory = nullptr;
};

}  // namespace strata::cpu
