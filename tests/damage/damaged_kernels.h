#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.h"
#include "tests/damage/footprint.h"

namespace strata::test {

/// Sends damaged kernels through a session to an agent of the CPU, as the window does: compiled, loaded, watched (every
/// other one), run. A problem is: an end without a sentence, an agent that does not end its kernel itself, what is left
/// behind (processes, files in the temporary folder), descriptors or memory that grow.
class DamagedKernels {
 public:
  /// `agent`: its command. The temporary folder, this process's own, is empty.
  explicit DamagedKernels(const std::string& agent);
  ~DamagedKernels();

  /// The same text for the same seed. Returns what came of it, in a line.
  std::string run(std::uint64_t seed);
  /// Of the kernel that was run last.
  const std::string& text() const { return m_text; }
  /// Ends the agent and looks at what is left.
  void finish();

  enum class End : std::uint8_t { Refused, Right, Found, Wrong, Fault, Hang, Memory, Stopped, Problem };
  static constexpr std::size_t kEnds = 9;
  static std::string_view name(End end);
  int count(End end) const { return m_counts[static_cast<std::size_t>(end)]; }
  const std::vector<std::string>& problems() const { return m_problems; }
  /// The greatest an agent came to.
  const Footprint& agentsMost() const { return m_agentsMost; }

 private:
  Result<Answer> answer(Request request);
  End endOf(const Result<Answer>& answer, const std::string& variant);
  End endOf(const RunResult& result);
  void problem(const std::string& what);
  void lookAtAgent();

  const std::string m_agent;
  const std::vector<Request> m_requests;
  const std::string m_folder;
  std::unique_ptr<Session> m_session;
  std::string m_text;   ///< of the present kernel
  std::string m_what;   ///< "4711 matmul tiled, watched"
  std::string m_words;  ///< how its end was told
  int m_runs = 0;       ///< of the session
  std::array<int, kEnds> m_counts{};
  std::vector<std::string> m_problems;
  Footprint m_first;  ///< of this process, behind the first session
  Footprint m_agentsFirst, m_agentsMost;
  int m_agentPid = 0;
};

}  // namespace strata::test
