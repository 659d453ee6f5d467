// The owner's side of a session: files, starting and ending the agent, handing it requests.
#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/session/foreign_session.h"
#include "app/session/kernel_file.h"
#include "app/session/opened_model.h"
#include "app/session/session_impl.h"
#include "engine/base/shipped.h"
#include "engine/trace/holds_trace.h"
#include "engine/trace/read_ahead.h"
#include "layers/workloads/common/leading_comment.h"
#include "layers/workloads/kernel/free_kernel.h"

namespace strata::inline session {
namespace {

/// Another tool's trace is imported and then fed: how much of both is the import.
constexpr std::uint64_t kImportParts = 4, kParts = 5;
constexpr Duration kLastMoments{2'000'000'000};  ///< of an agent that dies

/// It is opened and run elsewhere.
Error kernelIsNoSession(const std::string& file) {
  const auto kernel = readKernelFile(file, {});
  if (!kernel.ok()) return kernel.error();
  const std::string& words = kernel.value().text;
  const std::string named = experimentNamedIn(words);
  const std::string command = isFreeKernel(words)
                                  ? "strata run kernel --file FILE"
                                  : fmt::format("strata run {} --kernel FILE", named.empty() ? "EXPERIMENT" : named);
  return {ErrorCode::Usage,
          fmt::format("{} is the text of a kernel, no session. strata-studio FILE opens it in the kernel editor; {} "
                      "runs it ({}).",
                      file, command, shippedDocument("own-kernels.md"))};
}

}  // namespace

// Others may look at what has been read so far: the mutex is held for a piece at a time.
Result<void> Session::Impl::open(std::span<const std::string> files) {
  const std::string& file = files.front();
  STRATA_TRY(checkEmpty(file));
  if (const auto kernel = std::ranges::find_if(files, isKernelFile); kernel != files.end())
    return kernelIsNoSession(*kernel);
  for (const std::string& each : files)
    if (const auto model = openedModel(each)) return modelIsNoSession(*model);
  GoesOn goesOn;
  if (options.opening) goesOn = [this] { return options.opening(0, 1); };
  auto input = openTraceFiles(files, goesOn);
  if (!input.ok()) return input.error().code == ErrorCode::Stopped ? openingStopped(file) : input.error();
  STRATA_ASSIGN(const ImportedBase imported, openBase(input.value()));
  STRATA_TRY(feedBase(file, imported.isImport));
  const Lock lock(mutex);
  finishStream();
  if (reader.packets() > 0 && isOnlyBegun(*store.snapshot()))
    return Error{ErrorCode::Io, fmt::format("Cannot read {}: {}.", file, kOnlyBegun)};
  if (reader.packets() == 0 || !holdsTrace(*store.snapshot()))
    return Error{
        ErrorCode::Io,
        fmt::format("Cannot read {}: it is no trace that Strata knows. Strata opens sessions it saved and traces "
                    "of other tools ({}).",
                    file, shippedDocument("interchange.md"))};
  for (const std::string& problem : imported.problems) store.addProblem(problem);
  if (files.size() > 1 || spool.isKept(file))
    setChanged(true);
  else
    path = file;
  takeNews();
  if (const auto& last = messages.lastAnswer()) nextRequest = last->id + 1;
  touch();
  return {};
}

Result<void> Session::Impl::checkEmpty(const std::string& file) const {
  const Lock lock(mutex);
  if (path.empty() && reader.packets() == 0 && !alive()) return {};
  return Error{ErrorCode::Usage, fmt::format("Cannot open {} here: this session already holds something.", file)};
}

Result<Session::Impl::ImportedBase> Session::Impl::openBase(TraceFiles& traces) {
  std::function<bool(std::uint64_t, std::uint64_t)> importing;
  if (options.opening)
    importing = [this](std::uint64_t bytes, std::uint64_t of) {
      return options.opening(kImportParts * bytes, kParts * of);
    };
  STRATA_ASSIGN(const ForeignSession foreign, sessionOfForeign(traces, importing));
  const bool isImport = !foreign.file.empty();
  const Lock lock(mutex);
  STRATA_TRY(spool.openBase(isImport ? foreign.file.path() : traces.files.front().path()));
  return ImportedBase{foreign.problems, isImport};
}

Result<void> Session::Impl::feedBase(const std::string& file, bool isImport) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  BaseFile base;
  {
    const Lock lock(mutex);
    base = spool.base();
  }
  std::optional<Error> failure;
  std::uint64_t read = 0, fed = 0;
  ReadAhead ahead(
      [&](std::span<std::byte> piece) -> int {
        const auto got = base.read(read, piece);
        if (!got.ok()) return failure = got.error(), -1;
        read += got.value();
        return static_cast<int>(got.value());
      },
      kPiece);
  while (const auto bytes = ahead.next()) {
    {
      const Lock lock(mutex);
      feed(*bytes);
    }
    fed += bytes->size();
    const std::uint64_t done = isImport ? kImportParts * base.bytes + fed : fed;
    if (options.opening && !options.opening(done, isImport ? kParts * base.bytes : base.bytes))
      return openingStopped(file);
  }
  if (ahead.failed()) return *failure;
  return {};
}

Result<void> Session::Impl::start(const std::string& agentCommand) {
  endProcess();
  const Lock lock(mutex);
  if (!options.out.empty()) STRATA_TRY(spool.openOut(options.out));
  spool.dropTail(std::exchange(tailBytes, 0));
  command = agentCommand;
  agentsBefore = messages.hellos().size();
  errorsBefore = errors.size();
  agentBytes = 0;
  silence = {};
  inputClosed = false;
  verdict.reset();
  death.reset();
  Inherited inherited;
  if (options.frames) {
    STRATA_ASSIGN(auto ends, FrameSocket::makePair());
    inherited = {std::move(ends.second), kFramesVariable};
    options.frames(std::move(ends.first));
  }
  STRATA_ASSIGN(process, AgentProcess::start(command, arrivals.intake(), std::move(inherited)));
  waits.emplace(process->pid());
  state = AgentState::Starting;
  touch();
  Request attach;
  attach.verb = Request::Verb::Attach;
  // One that cannot be told has ended already; ended() says so.
  (void)process->send(toLine(attach));
  return {};
}

Result<void> Session::Impl::deliver(Request& request) {
  for (int attempt = 0;; ++attempt) {
    Lock lock(mutex);
    if (alive() && verdict) {  // it has said its last word: what it was asked now would die with it
      lock.unlock();
      waitForExit(kLastMoments);
      lock.lock();
    }
    if (!alive() || inputClosed || verdict) {
      if (command.empty())
        return Error{ErrorCode::Usage, "No agent was started in this session; choose a device first."};
      const std::string again = command;
      lock.unlock();
      STRATA_TRY(start(again));
      lock.lock();
    }
    request.id = nextRequest++;
    unanswered[request.id] = request;
    news.notifyAll();
    const std::shared_ptr<AgentProcess> agent = process;
    lock.unlock();
    const auto sent = agent->send(toLine(request));
    if (sent.ok()) {
      lock.lock();
      setChanged(true);
      return {};
    }
    waitForExit(kLastMoments);
    lock.lock();
    unanswered.erase(request.id);
    if (attempt > 0 || agentsBefore == messages.hellos().size()) return death.value_or(sent.error());
  }
}

void Session::Impl::endProcess() {
  std::shared_ptr<AgentProcess> ending;
  {
    const Lock lock(mutex);
    ending = std::move(process);
    inputClosed = true;
  }
  ending.reset();
}

void Session::Impl::finishOut() {
  const Lock lock(mutex);
  if (messages.hellos().empty()) return;
  const auto written = spool.finishOut();
  if (!written.ok()) return addError(written.error());
  if (!written.value().empty()) path = written.value();
}

bool Session::Impl::waitForExit(Duration patience) {
  const HostTime end = hostNow() + patience;
  Lock lock(mutex);
  while (alive() && news.waitUntil(lock, end)) continue;
  return !alive();
}

const Session::Impl::Reply* Session::Impl::newerReply(std::uint64_t request, std::uint64_t number) const {
  const auto found = replies.find(request);
  return found == replies.end() || found->second.number <= number ? nullptr : &found->second;
}

}  // namespace strata::inline session
