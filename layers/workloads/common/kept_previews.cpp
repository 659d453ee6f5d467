#include "layers/workloads/common/kept_previews.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "engine/protocol/nearest_name.h"

namespace strata::inline workloads {

void KeptPreviews::keep(std::string_view tensor, SessionMessage preview) {
  m_previews.insert_or_assign(std::string(tensor), std::move(preview));
}

const SessionMessage* KeptPreviews::find(std::string_view tensor) const {
  const auto found = m_previews.find(tensor);
  return found == m_previews.end() ? nullptr : &found->second;
}

Result<SessionMessage> KeptPreviews::fetch(std::string_view experiment, std::string_view tensor) const {
  if (const SessionMessage* found = find(tensor)) return *found;
  if (m_previews.empty())
    return Error{ErrorCode::Usage, fmt::format("There is no tensor yet: run {} first", experiment), Storey::Model};
  std::vector<std::string> known;
  for (const auto& [name, message] : m_previews) known.push_back(name);
  return Error{ErrorCode::Usage,
               fmt::format("{} has no tensor '{}'; {}", experiment, tensor, suggestion(tensor, known)), Storey::Model};
}

}  // namespace strata::inline workloads
