// What arrives from the agent's process, and the watch over it.
#include <fmt/core.h>
#include <malloc.h>

#include <algorithm>

#include "app/session/session_impl.h"
#include "engine/protocol/json_fields.h"
#include "engine/trace/perfetto_packet_writer.h"

namespace strata::inline session {
namespace {

constexpr std::size_t kMostProblemsShown = 20;  // of an agent, one after the other
constexpr std::uint64_t kMostBytesBeforeHello = 256 * 1024;
constexpr Duration kWatchPeriod{50'000'000};
constexpr Duration kCoalesce{8'000'000};
constexpr Duration kSettle{500'000'000};

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
  finishOut();
  const Lock lock(mutex);
  if (!holdsEvents) spool.setWorthKeeping(false);
}

void Session::Impl::touch() {
  ++changes;
  news.notifyAll();
}

void Session::Impl::addError(Error error) {
  errors.push_back(std::move(error));
}

void Session::Impl::setChanged(bool sinceSaved) {
  changedSinceSaved = sinceSaved;
  spool.setWorthKeeping(sinceSaved);
}

std::string Session::Impl::ending(std::span<const SessionMessage> beside) const {
  const auto now = store.snapshot();
  const auto& totals = now->totals();
  const auto run = now->tracks().empty() ? 1 : now->tracks().back().run();
  std::string packet;
  for (const SessionMessage& message : beside) writeMessage(packet, run, message);
  if (state != AgentState::Idle) return packet;
  if (!unanswered.empty()) {
    writeMessage(packet, run, {MessageKind::Saved, "{}", {}});
    return packet;
  }
  writeMessage(packet, run,
               {MessageKind::End,
                fmt::format(R"({{"events":{},"dropped":{},"clock_error_ns":{}}})", totals.slices + totals.counters,
                            totals.dropped, messages.hellos().back().clockErrorNs),
                {}});
  return packet;
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
  const Lock lock(mutex);
  agentBytes += bytes.size();
  silence = {};
  feed(bytes);
  if (auto kept = spool.append(bytes); !kept.ok()) addError(kept.error());
  takeNews();
  if (messages.hellos().size() == agentsBefore && agentBytes > kMostBytesBeforeHello)
    condemn(notAnAgent(command, agentBytes));
  touch();
}

void Session::Impl::ended(const AgentProcess::Exit& exit) {
  const Lock lock(mutex);
  tailBytes = bytesFed - reader.wholeBytes();
  reader.readRest();
  takeNews();  // answers too: who has answered all did not die of the request
  judgeEnd(exit);
  reader.finish();
  store.endAgents();
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
  holdsEvents = now->bounds().has_value();
  for (; messagesTaken < now->messages().size(); ++messagesTaken) {
    const SessionMessage& message = now->messages()[messagesTaken];
    if (message.kind == MessageKind::Token) tokens = nullptr;
    if (alive() && message.kind == MessageKind::Result && !wasAskedFor(message)) {
      condemn(answersOthers(command));
      continue;
    }
    messages.take(message);
    if (message.kind == MessageKind::Answer && messages.lastAnswer()) takeAnswer(*messages.lastAnswer());
  }
  for (; problemsTaken < now->problems().size(); ++problemsTaken) {
    const std::string& problem = now->problems()[problemsTaken];
    const bool isOld = problem == reader.deaths() && messages.newestAgentRan();
    if ((!alive() || problemsTaken < kMostProblemsShown) && !isOld) addError(streamProblem(problem, alive()));
  }
  if (state == AgentState::Starting && messages.hellos().size() > agentsBefore) state = AgentState::Idle;
}

bool Session::Impl::wasAskedFor(const SessionMessage& result) const {
  const auto json = nlohmann::json::parse(result.json, nullptr, false);
  const auto asked = unanswered.find(integerField<std::uint64_t>(json, "request"));
  if (asked == unanswered.end()) return false;
  const std::string experiment = textField(json, "experiment");
  const auto* parameters = field(json, "parameters");
  const auto differs = [&](const auto& item) {  // "repeat" of older agents is the default
    return item.key() != "repeat" && parameters && parameters->contains(item.key()) &&
           (*parameters)[item.key()] != item.value();
  };
  const auto items = asked->second.parameters->items();
  return (experiment.empty() || experiment == asked->second.name) && std::none_of(items.begin(), items.end(), differs);
}

void Session::Impl::takeAnswer(const Answer& answer) {
  if (!alive() || verdict) return;
  if (unanswered.contains(answer.id)) replies[answer.id] = {++replyCount, answer};
  if (answer.status == Answer::Status::Progress) doing = answer.message;
  if (answer.status == Answer::Status::Error) {
    addError(answer.error);
    if (answer.error.code == ErrorCode::AgentDied) verdict = answer.error;
  }
  if (isFinal(answer.status)) unanswered.erase(answer.id);
}

void Session::Impl::condemn(Error reason) {
  if (verdict) return;
  verdict = std::move(reason);
  if (process) process->kill();
}

RanThen Session::Impl::ranThen() const {
  const auto isWatched = [](const auto& each) { return textField(*each.second.parameters, "observe") == "errors"; };
  if (std::ranges::any_of(unanswered, isWatched)) return RanThen::Watched;
  const bool own = std::ranges::any_of(unanswered, [](const auto& each) { return !each.second.kernels.empty(); });
  return own ? RanThen::Own : RanThen::Strata;
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
    death = agentEnded(exit, unanswered.empty() ? std::string{} : doing, ranThen());
  const bool said = errors.size() > errorsBefore && death && errors.back().message == death->message;
  if (death && !said) addError(*death);
}

/// Also while it dies: what it leaves open ends with it.
bool Session::Impl::working() const {
  return state == AgentState::Starting || (state == AgentState::Idle && (verdict || !unanswered.empty()));
}

/// An agent on another machine is behind a process here that waits for nothing.
void Session::Impl::growSilence(Duration by) {
  const bool look = waits && silence.isLong(options.silenceLimit);
  silence.grow(by, look ? waits->heldUp(by) : Duration{0});
}

/// Silence begins when there is something to say, and grows by at most two periods a look: time during which this
/// process was suspended is nobody's silence.
void Session::Impl::listen(Duration sinceLastLook) {
  if (!working() || !arrivals.allRead())
    silence = {};
  else
    growSilence(std::min(sinceLastLook, kWatchPeriod + kWatchPeriod));
  if (silence.isHang(options.silenceLimit)) condemn(agentSilent(options.silenceLimit, doing, silence));
}

/// Sleeps until there is something to tell or an agent to watch. When all is quiet after news, what malloc holds free
/// between pieces in use goes back to the system: by itself it gives back no more than the end of its heap.
void Session::Impl::watchLoop(const std::stop_token& stop) {
  std::uint64_t told = 0, tidied = 0;
  HostTime last = hostNow();
  Lock lock(mutex);
  while (!stop.stop_requested()) {
    if (working()) {
      const HostTime next = hostNow() + kWatchPeriod;
      while (told == changes && news.waitUntil(lock, next, stop)) continue;
    } else {
      const auto isQuiet = [&]() STRATA_REQUIRES(mutex) { return told == changes && !working(); };
      const HostTime settled = hostNow() + kSettle;
      while (options.live && tidied != changes && isQuiet() && news.waitUntil(lock, settled, stop)) continue;
      if (options.live && tidied != changes && isQuiet() && !stop.stop_requested()) {
        tidied = changes;
        lock.unlock();
        malloc_trim(0);
        lock.lock();
      }
      while (isQuiet() && news.wait(lock, stop)) continue;
      last = hostNow();
      silence = {};
    }
    listen(hostNow() - last);
    last = hostNow();
    if (told == changes) continue;
    told = changes;
    if (!changed) continue;
    lock.unlock();
    changed();
    lock.lock();
    const HostTime enough = hostNow() + kCoalesce;
    while (news.waitUntil(lock, enough, stop)) continue;
  }
}

}  // namespace strata::inline session
