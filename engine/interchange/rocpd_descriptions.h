#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/interchange/import_message.h"
#include "engine/interchange/rocpd_row.h"
#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

/// What the tables of a process say of what took part, by the ids that its other tables refer to.
class RocpdDescriptions {
 public:
  struct Thread {
    std::int64_t tid = 0;
    std::optional<std::int64_t> process;
    std::string name;  ///< empty: not told
  };
  struct Agent {
    std::optional<std::int64_t> device;  ///< its number among the GPUs; none of a processor
    std::string architecture;            ///< "gfx942"
  };
  /// A kernel as its code object has it; nothing where the table does not say it.
  struct Kernel {
    NameId name = NameId::None;
    std::optional<std::int64_t> vectorRegisters, accumulationRegisters, scalarRegisters, staticShared;
  };
  /// Where something happened: ids of the tables rocpd_info_*.
  struct Place {
    std::optional<std::int64_t> process, thread, agent, queue, stream;
    NameId name = NameId::None;
  };
  struct Counter {
    std::string name, unit;
    std::optional<std::int64_t> agent;
  };

  explicit RocpdDescriptions(TraceStore& store) : m_store(store) {}
  void read(RocpdTables& tables);

  /// None: there is no such text.
  NameId text(std::optional<std::int64_t> id) const { return named(m_texts, id); }
  /// Of an event; a table of their own or the texts.
  NameId category(std::optional<std::int64_t> id) const { return named(m_ownCategories ? m_categories : m_texts, id); }
  std::int64_t pidOf(std::optional<std::int64_t> process) const;
  std::int64_t tidOf(std::optional<std::int64_t> thread) const;
  const std::map<std::int64_t, std::string>& processes() const { return m_processes; }  ///< names by pid
  const std::unordered_map<std::int64_t, Thread>& threads() const { return m_threads; }
  const Agent* agent(std::optional<std::int64_t> id) const { return find(m_agents, id); }
  const Kernel* kernel(std::optional<std::int64_t> id) const { return find(m_kernels, id); }
  const Counter* counter(std::int64_t id) const { return find(m_counters, id); }
  /// What the row says itself, or its track.
  Place placeOf(const RocpdRow& row) const;

  /// "3", "4.1.0"; empty: not said.
  const std::string& schemaVersion() const { return m_schemaVersion; }
  /// How details are packed; empty: they are not.
  const std::string& packing() const { return m_packing; }
  /// Adds devices, rank and machine.
  void addTo(ImportFacts& facts) const;

 private:
  template <class Value>
  static const Value* find(const std::unordered_map<std::int64_t, Value>& map, std::optional<std::int64_t> id) {
    const auto found = id ? map.find(*id) : map.end();
    return found == map.end() ? nullptr : &found->second;
  }
  static NameId named(const std::unordered_map<std::int64_t, NameId>& map, std::optional<std::int64_t> id) {
    const NameId* name = find(map, id);
    return name ? *name : NameId::None;
  }

  void readMetadata(RocpdTables& tables);
  void readProcesses(RocpdTables& tables);
  void readAgents(RocpdTables& tables);
  void readKernels(RocpdTables& tables);
  void takeRank(std::string_view environment);
  std::int64_t freeDevice(std::optional<std::int64_t> wanted) const;

  TraceStore& m_store;
  std::unordered_map<std::int64_t, NameId> m_texts, m_categories;
  bool m_ownCategories = false;
  std::unordered_map<std::int64_t, std::int64_t> m_pids;
  std::map<std::int64_t, std::string> m_processes;
  std::unordered_map<std::int64_t, Thread> m_threads;
  std::unordered_map<std::int64_t, Agent> m_agents;
  std::unordered_map<std::int64_t, Kernel> m_kernels;
  std::unordered_map<std::int64_t, Place> m_tracks;
  std::unordered_map<std::int64_t, Counter> m_counters;
  std::map<std::int64_t, ImportedDevice> m_devices;  ///< by number
  std::string m_schemaVersion, m_packing, m_machine;
  std::optional<std::int64_t> m_rank, m_worldSize;
};

}  // namespace strata::inline interchange
