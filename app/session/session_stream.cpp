// What arrives from the agent's process, and the watch over it.
#include <algorithm>
#include <chrono>

#include "app/session/agent_errors.h"
#include "app/session/session_impl.h"

namespace strata {
namespace {

constexpr std::size_t kMostProblemsShown = 20;
constexpr std::uint64_t kMostBytesBeforeHello = 256 * 1024;
constexpr std::chrono::milliseconds kWatchPeriod{50}, kCoalesce{8};

}  // namespace

Session::Impl::Impl(SessionOptions givenOptions, std::function<void()> changedCallback)
    : options(std::move(givenOptions)),
      changed(std::move(changedCallback)),
      arrivals({[this](std::span<const std::byte> bytes) { arrived(bytes); },
                [this](const AgentProcess::Exit& exit) { ended(exit); }},
               options.live ? Arrivals::Pace::Prompt : Arrivals::Pace::Yielding) {
  watch = std::jthread([this](const std::stop_token& stop) { watchLoop(stop); });
}

Session::Impl::~Impl() {
  endProcess();
}

void Session::Impl::touch() {
  ++changes;
  news.notify_all();
}

void Session::Impl::addError(Error error) {
  errors.push_back(std::move(error));
}

void Session::Impl::feed(std::span<const std::byte> bytes) {
  bytesFed += bytes.size();
  reader.feed(bytes);
}

void Session::Impl::finishStream() {
  tailBytes = bytesFed - reader.wholeBytes();
  reader.finish();
}

void Session::Impl::arrived(std::span<const std::byte> bytes) {
  const std::lock_guard lock(mutex);
  agentBytes += bytes.size();
  lastHeard = hostNow();
  feed(bytes);
  if (auto kept = spool.append(bytes); !kept.ok()) addError(kept.error());
  takeNews();
  if (messages.hellos().size() > agentsBefore) {
    if (auto begun = spool.beginOut(); !begun.ok()) addError(begun.error());
  } else if (agentBytes > kMostBytesBeforeHello) {
    condemn(notAnAgent(command, agentBytes));
  }
  touch();
}

void Session::Impl::ended(const AgentProcess::Exit& exit) {
  const std::lock_guard lock(mutex);
  tailBytes = bytesFed - reader.wholeBytes();
  reader.readRest();
  takeNews();  // answers too: who has answered all did not die of the request
  judgeEnd(exit);
  reader.finish();
  // That the stream has no proper end goes without saying once the agent's death was said.
  if (death) problemsTaken = store.snapshot()->problems().size();
  takeNews();
  unanswered.clear();
  doing.clear();
  state = AgentState::Exited;
  touch();
}

void Session::Impl::takeNews() {
  const auto now = store.snapshot();
  for (; messagesTaken < now->messages().size(); ++messagesTaken) {
    const SessionMessage& message = now->messages()[messagesTaken];
    if (message.kind == MessageKind::Token) tokens = nullptr;
    messages.take(message);
    if (message.kind == MessageKind::Answer && messages.lastAnswer()) takeAnswer(*messages.lastAnswer());
  }
  for (; problemsTaken < now->problems().size(); ++problemsTaken)
    if (problemsTaken < kMostProblemsShown) addError(streamProblem(now->problems()[problemsTaken], alive()));
  if (state == AgentState::Starting && messages.hellos().size() > agentsBefore) state = AgentState::Idle;
}

void Session::Impl::takeAnswer(const Answer& answer) {
  if (!alive()) return;
  replies[answer.id] = {++replyCount, answer};
  if (answer.status == Answer::Status::Progress) doing = answer.message;
  if (answer.status == Answer::Status::Error) {
    addError(answer.error);
    if (answer.error.code == ErrorCode::AgentDied) verdict = answer.error;
  }
  if (isFinal(answer.status)) std::erase(unanswered, answer.id);
}

void Session::Impl::condemn(Error reason) {
  if (verdict) return;
  verdict = std::move(reason);
  if (process) process->kill();
}

void Session::Impl::judgeEnd(const AgentProcess::Exit& exit) {
  const bool greeted = messages.hellos().size() > agentsBefore;
  const bool failed = exit.signaled || (exit.code != 0 && !inputClosed);
  death.reset();
  if (verdict)
    death = *verdict;
  else if (!greeted)
    death = notAnAgent(command, agentBytes, exit);
  else if (failed || !unanswered.empty())
    death = agentEnded(exit, unanswered.empty() ? std::string{} : doing);
  const bool said = !errors.empty() && death && errors.back().message == death->message;
  if (death && !said) addError(*death);
}

bool Session::Impl::working() const {
  return state == AgentState::Starting || (state == AgentState::Idle && !unanswered.empty());
}

/// Sleeps until there is something to tell or an agent to watch.
void Session::Impl::watchLoop(const std::stop_token& stop) {
  std::uint64_t told = 0;
  std::unique_lock lock(mutex);
  while (!stop.stop_requested()) {
    if (working())
      news.wait_for(lock, stop, kWatchPeriod, [&] { return told != changes; });
    else
      news.wait(lock, stop, [&] { return told != changes || working(); });
    if (working() && arrivals.allRead() && hostNow() - lastHeard > options.silenceLimit)
      condemn(agentSilent(options.silenceLimit, doing));
    if (told == changes) continue;
    told = changes;
    if (!changed) continue;
    lock.unlock();
    changed();
    lock.lock();
    news.wait_for(lock, stop, kCoalesce, [] { return false; });
  }
}

}  // namespace strata
