#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/trace/session_message.h"

namespace strata::inline workloads {

/// Tensors of an experiment's last run, for whoever fetches one.
class KeptPreviews {
 public:
  void clear() { m_previews.clear(); }
  void keep(std::string_view tensor, SessionMessage preview);
  /// nullptr: there is none.
  const SessionMessage* find(std::string_view tensor) const;
  /// Usage, with what to do, for one that is not here.
  Result<SessionMessage> fetch(std::string_view experiment, std::string_view tensor) const;

 private:
  std::map<std::string, SessionMessage, std::less<>> m_previews;
};

}  // namespace strata::inline workloads
