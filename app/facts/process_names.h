#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// Whose threads, devices and counters the tracks of another tool's trace are. Of Strata's own tracks it says nothing.
class ProcessNames {
 public:
  explicit ProcessNames(const TraceSnapshot& snapshot);

  /// "worker", "process 11" where it has no name, "worker 11" where others have it, too; "GPU 1" of what a device
  /// waited for or was annotated with. Empty: nobody says it.
  std::string ownerOf(const TrackInfo& track) const;
  /// Of a thread's track: "worker (11)", "11"; empty: it is none, or all are of one process.
  std::string processOf(const TrackInfo& track) const;
  /// Of a thread's track: "main (4711)", "thread 4711"; empty: it is none, or all are of one thread.
  std::string threadOf(const TrackInfo& track) const;
  /// Of what a device waited for or was annotated with, "GPU 1 · stream 7"; empty: it is a thread's track.
  std::string streamOf(const TrackInfo& track) const;
  /// "main · worker 11", for one line: the thread, and the process where there are several. Empty: there is one thread.
  std::string placeOf(const TrackInfo& track) const;

 private:
  std::string nameOf(const TrackInfo& track) const;

  std::map<std::int64_t, std::string> m_names;           ///< by pid
  std::map<std::string, std::set<std::int64_t>> m_pids;  ///< by name
  std::set<std::int64_t> m_processes;
  std::set<std::pair<std::int64_t, std::int64_t>> m_threads;
};

/// Tells lanes of one name apart: by their processes or devices, and those of one process by their threads.
class LanesApart {
 public:
  explicit LanesApart(const TraceSnapshot& snapshot) : m_processes(snapshot) {}

  /// First of all lanes; `track` is any of the lane's.
  void note(const std::string& lane, const TrackInfo& track) { m_alike[lane][track.pid].insert(track.tid); }

  /// The lane's name, with what it takes to tell it from others of that name.
  std::string told(const std::string& lane, const TrackInfo& track) const;

 private:
  ProcessNames m_processes;
  std::map<std::string, std::map<std::int64_t, std::set<std::int64_t>>> m_alike;  ///< tids by pid, by lane
};

}  // namespace strata::inline facts
