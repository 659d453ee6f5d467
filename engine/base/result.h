#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

#include "engine/base/storey.h"

namespace strata::inline base {

enum class ErrorCode {
  Usage,        ///< the request itself is wrong: unknown name, value out of range, shapes that do not fit
  Unavailable,  ///< a device or storey is not on this machine
  Unsupported,  ///< the device is there and cannot do this
  CheckFailed,  ///< a result differs from its reference by more than its limit
  AgentDied,    ///< the agent crashed, was killed, hung or wrote rubbish
  Io,           ///< a file or pipe cannot be read or written
  OutOfMemory,
  Stopped,  ///< somebody asked for it
  Internal,
};

/// What the world did to us. `message` says what was tried, what happened and what to do next, in words a newcomer
/// reads.
struct Error {
  ErrorCode code = ErrorCode::Internal;
  std::string message;
  Storey storey = Storey::Other;  ///< the storey it happened on; Other for none
};

/// A value or an Error. There is no implicit bool: ask `ok()`.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return m_state.index() == 0; }
  T& value() & {
    assert(ok());
    return *std::get_if<0>(&m_state);
  }
  const T& value() const& {
    assert(ok());
    return *std::get_if<0>(&m_state);
  }
  T&& value() && {
    assert(ok());
    return std::move(*std::get_if<0>(&m_state));
  }
  const Error& error() const {
    assert(!ok());
    return *std::get_if<1>(&m_state);
  }

 private:
  std::variant<T, Error> m_state;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : m_error(std::move(error)), m_ok(false) {}

  bool ok() const { return m_ok; }
  const Error& error() const {
    assert(!m_ok);
    return m_error;
  }

 private:
  Error m_error;
  bool m_ok = true;
};

#define STRATA_CONCAT_(a, b) a##b
#define STRATA_CONCAT(a, b) STRATA_CONCAT_(a, b)

/// Return the error of `expression` from the enclosing function, if it has one.
#define STRATA_TRY(expression)                                                                   \
  do {                                                                                           \
    if (auto strata_result_ = (expression); !strata_result_.ok()) return strata_result_.error(); \
  } while (false)

/// Declare or assign `target` from a Result, or return its error: STRATA_ASSIGN(auto buffer, device.allocate(...));
#define STRATA_ASSIGN(target, expression)                                                                    \
  auto STRATA_CONCAT(strata_result_, __LINE__) = (expression);                                               \
  if (!STRATA_CONCAT(strata_result_, __LINE__).ok()) return STRATA_CONCAT(strata_result_, __LINE__).error(); \
  target = std::move(STRATA_CONCAT(strata_result_, __LINE__)).value()  // NOLINT(bugprone-macro-parentheses)

}  // namespace strata::inline base
