#include <nlohmann/json.hpp>

#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "tests/protocol/toy_workload.h"

namespace {

using namespace strata;

void print() {
  std::printf("a library says hello\n");
  std::fflush(stdout);
  [[maybe_unused]] const ssize_t written = ::write(STDOUT_FILENO, "and writes\n", 11);
}

Result<void> untilStopped(const WorkContext& context) {
  while (!context.stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return Error{ErrorCode::Stopped, "stopped"};
}

[[noreturn]] void foreverAlive(const WorkContext& context) {
  for (;;) {
    context.progress("doing well", 0.5);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

[[noreturn]] void forever() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

/// Works for `seconds` and shows it only by what it records.
void workQuietly(WorkContext& context, double seconds) {
  const HostTime end = hostNow() + Duration{static_cast<std::int64_t>(seconds * 1e9)};
  const NameId name = context.recorder.intern("step");
  while (hostNow() < end) {
    const TraceScope scope(context.recorder, Storey::Model, name);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

Result<void> run(const Request& request, WorkContext& context) {
  const std::string what = request.parameters["do"];
  context.progress("doing " + what, 0.5);
  if (what == "print") print();
  if (what == "hang") forever();
  if (what == "hang and beat") foreverAlive(context);
  if (what == "crash") std::abort();
  if (what == "work quietly") workQuietly(context, 1.5);
  if (what == "lose the device") return Error{ErrorCode::AgentDied, "the context is lost", Storey::Hardware};
  if (what == "wait") return untilStopped(context);
  return {};
}

/// GCC 12's thread sanitizer makes a thread's place for signals at the thread's first call that may block, and loses a
/// signal that comes meanwhile: without this, one SIGTERM of a thousand.
void haveAPlaceForSignals() {
  ::poll(nullptr, 0, 0);
}

/// As a library does whose threads do not end: another exit status shows that it came to its turn.
void endAsALibrary() {
  ::_exit(77);
}

}  // namespace

int main(int argc, char** argv) {
  haveAPlaceForSignals();
  if (std::getenv("TOY_LIBRARY") != nullptr) std::atexit(endAsALibrary);
  return strata::agentMain(argc, argv, strata::toyAgent(run));
}
