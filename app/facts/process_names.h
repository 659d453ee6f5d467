#pragma once

#include <map>
#include <set>
#include <string>

namespace strata::inline facts {

/// Tells lanes of one name apart by their processes, where another tool's trace names these.
class ProcessNames {
 public:
  /// First of all lanes.
  void note(const std::string& lane, const std::string& process) {
    if (m_processOf.try_emplace(lane, process).first->second != process) m_shared.insert(lane);
  }

  /// The lane's name, with the process behind it if lanes of others have that name, too.
  std::string told(const std::string& lane, const std::string& process) const {
    return process.empty() || !m_shared.contains(lane) ? lane : lane + " · " + process;
  }

 private:
  std::map<std::string, std::string> m_processOf;  ///< the first one's, by lane
  std::set<std::string> m_shared;
};

}  // namespace strata::inline facts
