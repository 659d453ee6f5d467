#include "tests/damage/damaged_kernels.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <random>
#include <thread>
#include <utility>

#include "engine/base/mutex.h"
#include "tests/damage/kernel_damage.h"
#include "tests/damage/kernels_to_damage.h"

namespace strata::test {
namespace {

constexpr int kRunsOfASession = 25;
constexpr std::size_t kShortestSentence = 20;
constexpr Duration kLongestRun{30'000'000'000};  ///< before it is stopped, as a person would
constexpr int kMoreDescriptors = 4;
constexpr std::uint64_t kMoreBytes = std::uint64_t{128} << 20;

bool says(const std::string& text, std::string_view words) {
  return text.find(words) != std::string::npos;
}

/// Stops what runs too long.
class Patience {
 public:
  explicit Patience(Session& session)
      : m_end(hostNow() + kLongestRun),
        m_session(session),
        m_thread([this](const std::stop_token& stop) { wait(stop); }) {}
  ~Patience() {
    m_thread.request_stop();
    const Lock lock(m_mutex);
    m_over.notifyAll();
  }
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

 private:
  void wait(const std::stop_token& stop) {
    Lock lock(m_mutex);
    while (!stop.stop_requested() && hostNow() < m_end) m_over.waitUntil(lock, m_end);
    if (!stop.stop_requested()) m_session.stop();
  }

  const HostTime m_end;
  Session& m_session;
  Mutex m_mutex;  ///< of the wait alone: nothing is shared
  Condition m_over;
  std::jthread m_thread;
};

/// Waits for what goes with the end of a process.
template <class Is>
bool becomes(Is is) {
  for (int i = 0; i < 1000 && !is(); ++i) ::usleep(10'000);
  return is();
}

}  // namespace

std::string_view DamagedKernels::name(End end) {
  static constexpr std::string_view kNames[] = {
      "refused with a message", "ran, and right",     "something found by the watch",
      "ran, and wrong",         "fault named",        "hang named",
      "memory refused",         "stopped when asked", "came to an unnamed end"};
  static_assert(std::size(kNames) == kEnds);
  return kNames[static_cast<std::size_t>(end)];
}

DamagedKernels::DamagedKernels(const std::string& agent)
    : m_agent("exec " + agent),
      m_requests(kernelsToDamage()),
      m_folder(std::filesystem::temp_directory_path().string()) {}

DamagedKernels::~DamagedKernels() {
  finish();
}

std::string DamagedKernels::run(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Request request = m_requests[random() % m_requests.size()];
  OwnKernel& kernel = request.kernels.front();
  const bool watched = random() % 2 == 0;
  m_what = fmt::format("{} {} {}{}", seed, request.name, kernel.like.empty() ? kernel.name : kernel.like,
                       watched ? ", watched" : "");
  (*request.parameters)["observe"] = watched ? "errors" : "nothing";
  m_text = kernel.text = damagedKernel(kernel.text, seed);
  const std::string variant = kernel.name;
  const End end = endOf(answer(std::move(request)), variant);
  ++m_counts[static_cast<std::size_t>(end)];
  lookAtAgent();
  if (++m_runs == kRunsOfASession) finish();
  return fmt::format("{}: {}{}{}", m_what, name(end), m_words.empty() ? "" : ": ",
                     m_words.substr(0, m_words.find('\n', m_words.find('\n') + 1)));
}

Result<Answer> DamagedKernels::answer(Request request) {
  if (!m_session) {
    m_session = std::make_unique<Session>();
    STRATA_TRY(m_session->start(m_agent));
  }
  STRATA_ASSIGN(const std::uint64_t id, m_session->run(std::move(request)));
  const Patience patience(*m_session);
  return m_session->wait(id);
}

DamagedKernels::End DamagedKernels::endOf(const Result<Answer>& answer, const std::string& variant) {
  const Error error = !answer.ok() ? answer.error() : answer.value().error;
  m_words = error.message;
  if (answer.ok() && answer.value().status == Answer::Status::Stopped) return End::Stopped;
  if (answer.ok() && answer.value().status == Answer::Status::Done) {
    const std::vector<RunResult> results = m_session->results();
    const auto result = std::ranges::find(results, variant, &RunResult::variant);
    if (result != results.end()) return endOf(*result);
    problem("done without a result");
    return End::Problem;
  }
  if (error.code == ErrorCode::AgentDied) {
    if (says(error.message, "works on") && says(error.message, "hangs or takes longer")) return End::Hang;
    if (says(error.message, "no memory")) return End::Memory;
    if (says(error.message, "crashed while the device worked on") || says(error.message, "may have written over"))
      return End::Fault;
  } else if (error.code == ErrorCode::OutOfMemory) {
    return End::Memory;
  } else if (error.message.size() >= kShortestSentence) {
    return End::Refused;
  }
  problem(error.message);
  return End::Problem;
}

DamagedKernels::End DamagedKernels::endOf(const RunResult& result) {
  m_words = result.message;
  if (result.findings && !result.findings->findings.empty()) return End::Found;
  if (result.status == RunResult::Status::Ok) return End::Right;
  if (result.error) return End::Wrong;
  if (says(result.message, "memory")) return End::Memory;
  if (result.message.size() >= kShortestSentence) return End::Refused;
  problem("refused without a sentence: " + result.message);
  return End::Problem;
}

void DamagedKernels::problem(const std::string& what) {
  m_problems.push_back(fmt::format("{}: {}", m_what, what));
}

void DamagedKernels::lookAtAgent() {
  if (!m_session || m_session->agentState() != Session::AgentState::Idle) return;
  const Footprint now = footprintOf(m_session->agentPid());
  if (std::exchange(m_agentPid, m_session->agentPid()) != m_agentPid) m_agentsFirst = now;
  m_agentsMost = {std::max(m_agentsMost.descriptors, now.descriptors), std::max(m_agentsMost.threads, now.threads),
                  std::max(m_agentsMost.residentBytes, now.residentBytes)};
  if (now.descriptors > m_agentsFirst.descriptors + kMoreDescriptors)
    problem(fmt::format("the agent holds {} descriptors, {} at first", now.descriptors, m_agentsFirst.descriptors));
}

void DamagedKernels::finish() {
  if (!m_session) return;
  m_session->finish();
  m_session.reset();
  m_runs = 0;
  if (!becomes([&] { return processesWith(m_folder).empty(); }))
    problem(fmt::format("left behind: {}", fmt::join(processesWith(m_folder), ", ")));
  if (!becomes([&] { return namesIn(m_folder).empty(); }))
    problem(fmt::format("left in the temporary folder: {}", fmt::join(namesIn(m_folder), ", ")));
  const Footprint now = footprintOf(::getpid());
  if (m_first.descriptors == 0) m_first = now;
  if (now.descriptors > m_first.descriptors || now.threads > m_first.threads)
    problem(fmt::format("{} descriptors and {} threads are held, {} and {} at first", now.descriptors, now.threads,
                        m_first.descriptors, m_first.threads));
  if (now.residentBytes > m_first.residentBytes + kMoreBytes)
    problem(fmt::format("{} bytes are held, {} at first", now.residentBytes, m_first.residentBytes));
}

}  // namespace strata::test
