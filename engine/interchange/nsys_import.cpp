#include "engine/interchange/nsys_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <unordered_map>

#include "engine/interchange/device_streams.h"
#include "engine/interchange/foreign_trace.h"
#include "engine/interchange/import_message.h"
#include "engine/interchange/sqlite_reading.h"

namespace strata::inline interchange {

namespace {

/// Tables of things that take time; the table's name is the category in the table of storeys.
constexpr std::array<std::string_view, 10> kTimed{"NVTX_EVENTS",
                                                  "CUBLAS_EVENTS",
                                                  "CUDNN_EVENTS",
                                                  "CUPTI_ACTIVITY_KIND_RUNTIME",
                                                  "OSRT_API",
                                                  "PROFILER_OVERHEAD",
                                                  "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
                                                  "CUPTI_ACTIVITY_KIND_MEMCPY",
                                                  "CUPTI_ACTIVITY_KIND_MEMSET",
                                                  "CUPTI_ACTIVITY_KIND_KERNEL"};
/// Those of what a device does or waits for.
constexpr std::array<std::string_view, 4> kOfDevice{"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", "CUPTI_ACTIVITY_KIND_MEMCPY",
                                                    "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_KERNEL"};
constexpr std::array<std::string_view, 14> kCopies{
    "Memcpy",      "Memcpy HtoD",         "Memcpy DtoH",         "Memcpy HtoA",        "Memcpy AtoH",
    "Memcpy AtoA", "Memcpy AtoD",         "Memcpy DtoA",         "Memcpy DtoD",        "Memcpy HtoH",
    "Memcpy PtoP", "Unified Memcpy HtoD", "Unified Memcpy DtoH", "Unified Memcpy DtoD"};
constexpr std::array<std::string_view, 5> kSyncs{"Sync", "Event Sync", "Stream Wait Event", "Stream Sync",
                                                 "Context Sync"};
constexpr std::int64_t kNvtxMark = 34, kNvtxtMark = 65;  // of ENUM_NSYS_EVENT_TYPE
constexpr std::array<std::int64_t, 4> kNvtxRanges{59, 60, 70, 71};

std::string_view argName(std::string_view column) {
  constexpr std::array<std::array<std::string_view, 2>, 9> kNames{{{"gridX", arg::kGridX},
                                                                   {"gridY", arg::kGridY},
                                                                   {"gridZ", arg::kGridZ},
                                                                   {"blockX", arg::kBlockX},
                                                                   {"blockY", arg::kBlockY},
                                                                   {"blockZ", arg::kBlockZ},
                                                                   {"dynamicSharedMemory", arg::kSharedBytes},
                                                                   {"staticSharedMemory", arg::kStaticShared},
                                                                   {"registersPerThread", arg::kRegisters}}};
  for (const auto& [from, to] : kNames)
    if (column == from) return to;
  return column;
}

/// What a row says, of any table.
struct Row {
  std::optional<std::int64_t> start, end, id, nameId, globalId, device, stream, correlation, kind, from, to;
  std::int64_t context = 0, computeMajor = 0, computeMinor = 0;
  std::uint32_t units = 0;
  std::string text;
};

class NsysImport {
 public:
  NsysImport(SqliteDatabase& database, TraceStore& store)
      : m_database(database), m_store(store), m_reading(database, store), m_trace(store) {}

  void run() {
    readTable("StringIds", [this] { m_texts[m_row.id.value_or(0)] = m_row.text; });
    readTable("PROCESSES", [this] {
      m_processes[pid()] = m_row.text;
      m_trace.nameProcess(pid(), m_row.text);
    });
    readTable("ThreadNames", [this] { m_trace.nameThread(pid(), tid(), stringOf(m_row.nameId)); });
    readTable("TARGET_INFO_GPU", [this] {
      m_facts.devices.push_back({m_row.text, architectureOf(m_row.computeMajor, m_row.computeMinor), m_row.units});
    });
    readTable("ENUM_CUDA_MEM_KIND", [this] { m_memoryKinds[m_row.id.value_or(0)] = m_row.text; });
    m_byProcess = allOfDeviceHave("globalPid");
    m_byContext = allOfDeviceHave("contextId");
    for (const std::string_view table : kTimed) readTable(std::string(table), [this] { event(); });
    countUnread();
    sayMended();
    m_streams.name(m_trace, m_processes);
    m_trace.says(tool::kNsys);
    m_trace.finish();
    m_trace.countLeftOut(m_facts.leftOut);
    m_reading.countLeftOut(m_facts.leftOut);
    m_facts.format = "Nsight Systems SQLite export";
    m_facts.tool = m_trace.tool();
    addImportMessage(m_store, m_facts);
  }

 private:
  template <class Take>
  void readTable(const std::string& table, Take take) {
    m_reading.read(
        table, {},
        [this] {
          m_row = {};
          m_args.clear();
        },
        [this](std::string_view column, const SqliteValue& value) { readColumn(column, value); }, take);
  }

  bool allOfDeviceHave(std::string_view column) const {
    return std::ranges::all_of(kOfDevice, [&](std::string_view table) {
      return !m_database.has(table) || m_database.hasColumn(std::string(table), column);
    });
  }

  /// Tables of what happened that have no place here; what only names or describes is none.
  void countUnread() {
    constexpr std::array<std::string_view, 4> kRead{"StringIds", "PROCESSES", "ThreadNames", "ENUM_CUDA_MEM_KIND"};
    constexpr std::array<std::string_view, 5> kDescriptions{"ENUM_*", "TARGET_INFO_*", "META_DATA_*", "EXPORT_*",
                                                            "sqlite_*"};
    for (const std::string& table : m_database.tables()) {
      const auto isIt = [&](std::string_view name) { return name == table; };
      const bool read = std::ranges::any_of(kRead, isIt) || std::ranges::any_of(kTimed, isIt);
      if (read || std::ranges::any_of(kDescriptions, [&](auto like) { return fitsPattern(like, table); })) continue;
      if (const std::uint64_t rows = m_database.rows(table); rows > 0)
        m_facts.leftOut["rows of the table " + table] = rows;
    }
  }

  void sayMended() {
    m_reading.sayMended();
    m_reading.say(m_nameless, "event has a name that is not in the table StringIds",
                  "events have names that are not in the table StringIds");
  }

  void readColumn(std::string_view column, const SqliteValue& value) {
    if (value.kind == SqliteValue::Kind::Text) {
      if (column == "text" || column == "value" || column == "name") m_row.text = value.text;
      return;
    }
    if (value.kind == SqliteValue::Kind::Integer && known(column, value.integer)) return;
    const NameId key = m_store.intern(argName(column));
    if (value.kind == SqliteValue::Kind::Integer)
      m_args.push_back({key, value.integer});
    else
      m_args.push_back({key, value.real});
  }

  /// A column that is more than an argument.
  bool known(std::string_view column, std::int64_t value) {
    if (column == "start") return (m_row.start = value, true);
    if (column == "end") return (m_row.end = value, true);
    if (column == "id") return (m_row.id = value, true);
    if (column == "nameId" || column == "textId" || column == "demangledName") return (m_row.nameId = value, true);
    if (column == "globalTid" || (column == "globalPid" && !m_row.globalId)) return (m_row.globalId = value, true);
    if (column == "deviceId") return (m_row.device = value, true);
    if (column == "streamId") return (m_row.stream = value, true);
    if (column == "correlationId") return (m_row.correlation = value, true);
    if (column == "contextId") m_row.context = value;
    if (column == "srcKind") m_row.from = value;
    if (column == "dstKind") m_row.to = value;
    if (column == "computeMajor") return (m_row.computeMajor = value, true);
    if (column == "computeMinor") return (m_row.computeMinor = value, true);
    if (column == "smCount")
      return (m_row.units = static_cast<std::uint32_t>(std::clamp<std::int64_t>(value, 0, UINT32_MAX)), true);
    if (column == "copyKind" || column == "syncType" || column == "eventType") return (m_row.kind = value, true);
    return column == "shortName" || column == "mangledName" || column == "eventClass";
  }

  std::int64_t pid() const { return m_row.globalId.value_or(0) >> 24 & 0xFFFFFF; }
  std::int64_t tid() const { return m_row.globalId.value_or(0) & 0xFFFFFF; }

  /// CUPTI counts from 1 in each process: an id is one of its process, if the tables tell which that is.
  std::uint64_t correlationOf(std::int64_t id) const {
    return static_cast<std::uint64_t>(m_byProcess ? pid() << 32 | id : id);
  }

  std::string stringOf(std::optional<std::int64_t> id) const {
    const auto found = id ? m_texts.find(*id) : m_texts.end();
    return found == m_texts.end() ? std::string{} : found->second;
  }

  std::string nameOf(std::string_view table) const {
    const auto kind = static_cast<std::size_t>(m_row.kind.value_or(0));
    if (table.ends_with("_MEMCPY")) return std::string(kCopies[kind < kCopies.size() ? kind : 0]);
    if (table.ends_with("_MEMSET")) return "Memset";
    if (table.ends_with("_SYNCHRONIZATION")) return std::string(kSyncs[kind < kSyncs.size() ? kind : 0]);
    std::string name = stringOf(m_row.nameId);
    if (name.empty()) name = m_row.text;
    if (!table.ends_with("_RUNTIME")) return name;
    const std::size_t version = name.rfind("_v");  // cudaLaunchKernel_v7000
    const bool digits = version != name.npos && name.find_first_not_of("0123456789", version + 2) == name.npos;
    return digits ? name.substr(0, version) : name;
  }

  /// The side of a copy that is the host's: "CUDA_MEMKIND_PINNED".
  void addHostMemory() {
    for (const auto& side : {m_row.from, m_row.to}) {
      const auto kind = side ? m_memoryKinds.find(*side) : m_memoryKinds.end();
      if (kind == m_memoryKinds.end()) continue;
      const std::string_view host = copyFactsOfName(kind->second).hostMemory;
      if (host.empty()) continue;
      m_args.push_back({m_store.intern(arg::kHostMemory), m_store.intern(host)});
      return;
    }
  }

  void event() {
    const std::string_view table = m_store.name(m_reading.table());
    const bool mark = table == "NVTX_EVENTS" && (m_row.kind == kNvtxMark || m_row.kind == kNvtxtMark);
    if (!m_row.start || (!m_row.end && !mark)) return withoutTime(table);
    TraceEvent event;
    if (!m_reading.setTimes(event, *m_row.start, mark ? std::nullopt : m_row.end)) return;
    m_trace.readsAt(m_reading.place());
    event.kind = mark ? EventKind::Instant : EventKind::Slice;
    const std::string name = nameOf(table);
    if (name.empty() && m_row.nameId && !m_texts.contains(*m_row.nameId)) m_reading.note(m_nameless);
    event.name = m_store.intern(name);
    if (m_row.correlation.value_or(0) != 0) {
      event.correlation = m_trace.correlation(correlationOf(*m_row.correlation));
      m_args.push_back({m_store.intern(arg::kFileCorrelation), *m_row.correlation});
    }
    if (m_row.device) m_args.push_back({m_store.intern(arg::kDevice), *m_row.device});
    addHostMemory();
    event.args = m_store.keepArgs(m_args);
    m_trace.add(group(), event, m_reading.table());
  }

  /// NVTX keeps names of domains and threads in the same table as events.
  void withoutTime(std::string_view table) {
    const bool nvtx = table == "NVTX_EVENTS";
    const std::int64_t kind = m_row.kind.value_or(0);
    const bool range = std::ranges::find(kNvtxRanges, kind) != kNvtxRanges.end();
    if (!nvtx || range) ++m_facts.leftOut[fmt::format("rows of the table {} without begin or end", table)];
  }

  ForeignTrackGroup& group() {
    if (!m_row.device) return m_trace.thread(pid(), tid());
    return m_trace.thread(*m_row.device,
                          m_streams.threadOf(*m_row.device, m_row.stream.value_or(0),
                                             {m_byProcess ? pid() : 0, m_byContext ? m_row.context : 0}));
  }

  SqliteDatabase& m_database;
  TraceStore& m_store;
  SqliteReading m_reading;
  ForeignTrace m_trace;
  ImportFacts m_facts;
  std::unordered_map<std::int64_t, std::string> m_texts;
  std::unordered_map<std::int64_t, std::string> m_memoryKinds;  ///< as the file's own table names them
  bool m_byProcess = false;                                     ///< tables of the device say whose work it is
  bool m_byContext = false;                                     ///< and of which context
  DeviceStreams m_streams;
  std::map<std::int64_t, std::string> m_processes;
  Row m_row;
  std::vector<Arg> m_args;
  SqliteReading::Rows m_nameless;
};

}  // namespace

bool isNsysExport(const SqliteDatabase& database) {
  return database.has("StringIds") &&
         std::ranges::any_of(kTimed, [&](std::string_view table) { return database.has(table); });
}

void importNsys(SqliteDatabase& database, TraceStore& store) {
  NsysImport(database, store).run();
}

}  // namespace strata::inline interchange
