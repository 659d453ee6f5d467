#include <unistd.h>

#include <algorithm>

#include "engine/trace/recorder_impl.h"

namespace strata::inline trace {
namespace {

thread_local constinit bool t_ended = false;

/// All recorders this thread has used; says so when the thread ends.
struct Memberships {
  struct Entry {
    std::uint64_t recorder;
    std::shared_ptr<ThreadRecords> records;
  };
  std::vector<Entry> entries;

  ~Memberships() {
    t_ended = true;
    t_recorderCache = {};
    for (const Entry& entry : entries) entry.records->ended.store(true, std::memory_order_release);
  }
  ThreadRecords* find(std::uint64_t recorder) const {
    for (const Entry& entry : entries)
      if (entry.recorder == recorder) return entry.records.get();
    return nullptr;
  }
  /// Lets go of recorders that are no more.
  void prune() {
    std::erase_if(entries, [](const Entry& entry) { return entry.records.use_count() == 1; });
  }
};
thread_local Memberships t_memberships;

std::uint64_t nextRecorder() {
  static std::atomic<std::uint64_t> s_last{0};
  return ++s_last;
}

}  // namespace

TraceRecorder::Impl::Impl(RecorderOptions recorderOptions, HostClockSync& hostClock)
    : options(recorderOptions), clock(hostClock), id(nextRecorder()) {
  names.emplace_back();
  ids.emplace(names.back(), NameId::None);
}

ThreadRecords* TraceRecorder::Impl::registerThread() {
  if (t_ended) return nullptr;
  if (!options.enabled) {
    t_recorderCache = {id, nullptr};
    return nullptr;
  }
  ThreadRecords* records = t_memberships.find(id);
  if (!records) {
    t_memberships.prune();
    auto made = std::make_shared<ThreadRecords>(options.recordsPerThread);
    made->tid = gettid();
    made->name = "thread " + std::to_string(made->tid);
    records = made.get();
    t_memberships.entries.push_back({id, made});
    const Lock lock(mutex);
    made->serial = threadSerial++;
    allThreads.push_back(std::move(made));
  }
  t_recorderCache = {id, records};
  return records;
}

std::vector<std::shared_ptr<ThreadRecords>> TraceRecorder::Impl::threads() {
  const Lock lock(mutex);
  return allThreads;
}

std::string_view TraceRecorder::Impl::nameOf(NameId name) {
  const Lock lock(mutex);
  const auto index = static_cast<std::size_t>(name);
  return index < names.size() ? std::string_view(names[index]) : std::string_view();
}

std::span<const Arg> TraceRecorder::Impl::argsOf(ArgsId list) {
  const Lock lock(mutex);
  const auto number = static_cast<std::size_t>(list);
  return number == 0 || number > argLists.size() ? std::span<const Arg>() : argLists[number - 1];
}

std::string TraceRecorder::Impl::threadName(const ThreadRecords& thread, std::uint32_t& renamed) {
  const Lock lock(mutex);
  renamed = thread.renamed;
  return thread.name;
}

void TraceRecorder::Impl::retire(const ThreadRecords& thread) {
  const Lock lock(mutex);
  std::erase_if(allThreads, [&](const auto& records) { return records.get() == &thread; });
}

}  // namespace strata::inline trace
