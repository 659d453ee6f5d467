#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/interchange/run_groups.h"
#include "engine/protocol/agent_facts.h"
#include "engine/protocol/request.h"
#include "engine/protocol/run_result.h"
#include "engine/protocol/token_story.h"
#include "engine/trace/session_message.h"
#include "engine/trace/timed_part.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline session {

/// The results of one request of one agent.
struct RunRecord {
  std::uint64_t request = 0;
  std::string run;                ///< of the agent's Hello
  std::uint32_t callsBefore = 0;  ///< calls that the session numbers before its agent's first
  std::vector<RunResult> results;
  std::string experiment = {}, device = {};  ///< "matmul", "cuda:1"
  KeptJson parameters = {};                  ///< an object; null: not told
  /// Its agent took it on and has not said that it is done with it; of a run that is over, it ended before.
  bool awaited = false;
  /// Calls that the session held when it began, and when it was last heard of.
  std::uint32_t heldBefore = 0, heldAfter = 0;
};

/// Where a session that another tool recorded comes from.
struct Origin {
  std::string format, tool;          ///< "Chrome trace", "PyTorch (Kineto)"; the tool is empty if nothing says it
  std::vector<std::string> devices;  ///< names of all that the machine had, whether they worked or not
  std::map<std::string, std::uint64_t> leftOut;  ///< what of the file is not in the session, and how much
  std::string clocks = {};  ///< of several ranks: how their times came onto one axis, in a sentence
  std::optional<DeviceInfo> gpu =
      {};  ///< name, architecture, units and memory, where the file says them and all devices agree

  /// The name that all devices share, so that whichever worked is called so; empty: there is none, or they differ.
  std::string device() const;
};

/// The pictures of tensors that a run has shown.
struct RunPictures {
  std::uint64_t request = 0;
  std::string run;                                    ///< both as RunRecord has them
  std::size_t runsThen = 0;                           ///< that had a result when the first came
  std::shared_ptr<const SessionMessage> tensor = {};  ///< the newest; null: none
  /// The newest of each tensor, in the order in which they first came.
  std::vector<std::shared_ptr<const SessionMessage>> previews = {};
  std::vector<std::string> names = {};  ///< of these
};

/// What a session's own messages say, taken in one after the other; the same for a live session and a saved one.
class SessionMessages {
 public:
  void take(const SessionMessage& message);

  /// One per agent run, oldest first; the clock error is that of the agent's End message, where it has come.
  const std::vector<Hello>& hellos() const { return m_hellos; }
  const std::vector<StoreyState>& storeys() const { return m_storeys; }
  const std::vector<RunRecord>& runs() const { return m_runs.runs(); }
  std::size_t resultCount() const { return m_resultCount; }  ///< of all runs
  bool newestAgentRan() const {
    return !m_hellos.empty() && !runs().empty() && runs().back().run == m_hellos.back().run;
  }
  /// Of a run, by its place in runs(); without one of a request that has shown some and has no result yet.
  RunPictures pictures(std::optional<std::size_t> run) const;
  /// The newest text of a language model; no tokens: none.
  const TokenStory& tokens() const { return m_tokens; }
  const std::optional<Answer>& lastAnswer() const { return m_lastAnswer; }
  const std::vector<Error>& errors() const { return m_errors; }     ///< of the answers of status Error, oldest first
  const std::optional<Origin>& origin() const { return m_origin; }  ///< of an imported trace
  std::optional<std::int64_t> clockErrorNs() const;                 ///< of the newest agent

 private:
  void takeOrigin(const SessionMessage& message);
  void takeHello(const SessionMessage& message);
  void takeEnd(const SessionMessage& message);
  void takeAnswer(const SessionMessage& message);
  void takeSaved();
  void settle(std::uint64_t request);
  void takeFinal(const SessionMessage& message);
  void takeResult(const SessionMessage& message);
  void takeTensor(const SessionMessage& message);
  RunPictures& picturesOf(std::uint64_t request);
  void takeTokens(const SessionMessage& message);

  std::vector<Hello> m_hellos;
  std::vector<StoreyState> m_storeys;
  RunGroups<RunRecord> m_runs;
  /// Requests that the newest agent took on and is not done with, and the calls that the session held then.
  std::map<std::uint64_t, std::uint32_t> m_awaited;
  std::uint32_t m_heldAtFinal = 0;  ///< calls, when the newest request was done
  std::size_t m_resultCount = 0;
  std::vector<RunPictures> m_pictures;  ///< of each run that has shown any
  TokenStory m_tokens;
  std::optional<Answer> m_lastAnswer;
  std::vector<Error> m_errors;
  std::optional<Origin> m_origin;
};

/// Each once, as the newest that had it says.
std::vector<DeviceInfo> devicesOf(std::span<const Hello> hellos);

/// Whether nothing more will be said to the request.
bool isFinal(Answer::Status status);

/// The results of one run with what the viewer adds: calls as the snapshot numbers them, time per storey from the
/// trace, and the share of the library's speed.
std::vector<RunResult> completedResults(const RunRecord& record, const TraceSnapshot& snapshot);

/// What would run it again: its parameters, and the variants that have a result.
Request requestOf(const RunRecord& record);

/// The calls of the median repeats, as the snapshot numbers them, of all results of these runs.
std::vector<CallId> medianCalls(std::span<const RunRecord> runs);

/// The part of the session in which a run's results were measured, from its first timed call to its last: without what
/// Strata measured for itself before. nullopt: none of its calls is there.
std::optional<TimeRange> partOf(const RunRecord& record, const TraceSnapshot& snapshot);
/// Of that part, what the results were measured in, in order: what lies between, as warm-up and check, is not.
std::vector<TimedPart> timedPartsOf(const RunRecord& record, const TraceSnapshot& snapshot);
/// The part in which a run worked, timed or not: from its first call to the first of who came after it, or the end.
/// nullopt: the session does not tell its calls from those of others.
std::optional<TimeRange> workedPartOf(const RunRecord& record, const TraceSnapshot& snapshot);

/// All that a session's messages say.
SessionMessages messagesOf(const TraceSnapshot& snapshot);

}  // namespace strata::inline session
