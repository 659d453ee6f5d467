#include "engine/interchange/nsys_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "engine/base/how_many.h"
#include "engine/interchange/device_streams.h"
#include "engine/interchange/foreign_trace.h"
#include "engine/interchange/import_message.h"
#include "engine/interchange/nsys_devices.h"
#include "engine/interchange/sqlite_reading.h"

namespace strata::inline interchange {

namespace {

constexpr std::string_view kNvtxTable = "NVTX_EVENTS", kGraphTable = "CUPTI_ACTIVITY_KIND_GRAPH_TRACE";
/// Tables of things that take time; the table's name is the category in the table of storeys.
constexpr std::array<std::string_view, 11> kTimed{kNvtxTable,
                                                  "CUBLAS_EVENTS",
                                                  "CUDNN_EVENTS",
                                                  "CUPTI_ACTIVITY_KIND_RUNTIME",
                                                  "OSRT_API",
                                                  "PROFILER_OVERHEAD",
                                                  "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
                                                  "CUPTI_ACTIVITY_KIND_MEMCPY",
                                                  "CUPTI_ACTIVITY_KIND_MEMSET",
                                                  "CUPTI_ACTIVITY_KIND_KERNEL",
                                                  kGraphTable};
/// Those of what a device does or waits for.
constexpr std::array<std::string_view, 5> kOfDevice{"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", "CUPTI_ACTIVITY_KIND_MEMCPY",
                                                    "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_KERNEL",
                                                    kGraphTable};
constexpr std::array<std::string_view, 14> kCopies{
    "Memcpy",      "Memcpy HtoD",         "Memcpy DtoH",         "Memcpy HtoA",        "Memcpy AtoH",
    "Memcpy AtoA", "Memcpy AtoD",         "Memcpy DtoA",         "Memcpy DtoD",        "Memcpy HtoH",
    "Memcpy PtoP", "Unified Memcpy HtoD", "Unified Memcpy DtoH", "Unified Memcpy DtoD"};
constexpr std::array<std::string_view, 5> kSyncs{"Sync", "Event Sync", "Stream Wait Event", "Stream Sync",
                                                 "Context Sync"};
constexpr std::int64_t kNvtxMark = 34, kNvtxtMark = 65, kNvtxDomain = 75;  // of ENUM_NSYS_EVENT_TYPE
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
  std::optional<std::int64_t> start, end, id, nameId, globalId, device, stream, correlation, kind, from, to, graph;
  std::optional<std::int64_t> memoryKind, cudaDevice, gpu, pid;
  std::int64_t domain = 0, context = 0, computeMajor = 0, computeMinor = 0, memoryBytes = 0, utcNs = 0;
  std::uint32_t units = 0;
  std::string text, label;
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
    readTargets();
    readTable("ENUM_CUDA_MEM_KIND", [this] { m_memoryKinds[m_row.id.value_or(0)] = {m_row.text, m_row.label}; });
    m_byProcess = allOfDeviceHave("globalPid");
    m_byContext = allOfDeviceHave("contextId");
    readDomains();
    readAhead(kGraphTable, [this] {
      numberDevice();
      if (!beginsOnHost()) streamThread();
    });
    for (const std::string_view table : kTimed) readTable(std::string(table), [this] { event(); });
    countUnread();
    sayMended();
    m_streams.name(m_trace, m_processes);
    m_trace.says(tool::kNsys);
    m_trace.finish();
    m_facts.devices = m_devices.devices();
    if (m_startNs > 0) m_facts.baseNs = m_startNs - m_trace.shift();
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
        table, {}, [this] { beginRow(); },
        [this](std::string_view column, const SqliteValue& value) { readColumn(column, value); }, take);
  }

  void beginRow() {
    m_row = {};
    m_args.clear();
  }

  /// Reads what events need to know of others of their table. What stops here stops again with the events, and is said
  /// there.
  template <class Take>
  void readAhead(std::string_view table, Take take, std::optional<SqliteDatabase::Only> only = {}) {
    m_database.read(
        std::string(table), [this] { beginRow(); },
        [this](std::string_view column, const SqliteValue& value) { readColumn(column, value); }, take, only);
  }

  /// What the recording was made of, and when: times count from the start of the session.
  void readTargets() {
    readTable("TARGET_INFO_GPU", [this] {
      const auto memoryBytes = static_cast<std::uint64_t>(std::max<std::int64_t>(m_row.memoryBytes, 0));
      m_devices.takeGpu({m_row.text, architectureOf(m_row.computeMajor, m_row.computeMinor), m_row.units, memoryBytes,
                         m_row.id.value_or(0)},
                        m_row.cudaDevice);
    });
    readTable("TARGET_INFO_CUDA_DEVICE", [this] {
      if (m_row.cudaDevice && m_row.gpu) m_devices.takeCudaDevice(m_row.pid.value_or(0), *m_row.cudaDevice, *m_row.gpu);
    });
    readTable("TARGET_INFO_SESSION_START_TIME", [this] {
      if (m_startNs <= 0) m_startNs = m_row.utcNs;
    });
  }

  void readDomains() {
    for (const std::string_view column : {"eventType", "domainId"})
      if (!m_database.hasColumn(std::string(kNvtxTable), column)) return;
    const auto take = [this] {
      m_domains[{pid(), m_row.domain}] = m_store.intern(fmt::format("{}:{}", kNvtxTable, nameOf(kNvtxTable)));
    };
    readAhead(kNvtxTable, take, SqliteDatabase::Only{"eventType", kNvtxDomain});
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
      const std::uint64_t rows = m_database.rows(table);
      if (rows == 0) continue;
      m_facts.leftOut["rows of the table " + table] = rows;
      if (isDeviceWork(table))
        m_store.addProblem(fmt::format("The table {} is not read: times and shares of the devices are without its {}.",
                                       table, howMany(rows, "row", "rows")));
    }
  }

  bool isDeviceWork(const std::string& table) const {
    if (!table.starts_with("CUPTI_ACTIVITY_KIND_")) return false;
    constexpr std::array<std::string_view, 3> kColumns{"start", "end", "deviceId"};
    return std::ranges::all_of(kColumns, [&](auto column) { return m_database.hasColumn(table, column); });
  }

  void sayMended() {
    m_reading.sayMended();
    m_reading.say(m_placeless, "CUDA graph begins on the host and names no device: it is left out",
                  "CUDA graphs begin on the host and name no device: they are left out");
    m_reading.say(m_nameless, "event has a name that is not in the table StringIds",
                  "events have names that are not in the table StringIds");
  }

  void readColumn(std::string_view column, const SqliteValue& value) {
    if (value.kind == SqliteValue::Kind::Text) {
      if (column == "text" || column == "value" || column == "name") m_row.text = value.text;
      if (column == "label") m_row.label = value.text;
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
    if (column == "graphId") m_row.graph = value;
    if (column == "domainId") m_row.domain = value;
    if (column == "srcKind") m_row.from = value;
    if (column == "dstKind") m_row.to = value;
    if (column == "computeMajor") return (m_row.computeMajor = value, true);
    if (column == "computeMinor") return (m_row.computeMinor = value, true);
    if (column == "smCount")
      return (m_row.units = static_cast<std::uint32_t>(std::clamp<std::int64_t>(value, 0, UINT32_MAX)), true);
    if (column == "totalMemory") return (m_row.memoryBytes = value, true);
    if (column == "cuDevice" || column == "cudaId") return (m_row.cudaDevice = value, true);
    if (column == "gpuId") return (m_row.gpu = value, true);
    if (column == "pid") return (m_row.pid = value, true);
    if (column == "utcEpochNs") return (m_row.utcNs = value, true);
    if (column == "memKind") m_row.memoryKind = value;
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
    if (table.ends_with("_MEMSET")) return memsetName();
    if (table == kGraphTable) return m_row.graph ? fmt::format("CUDA graph {}", *m_row.graph) : "CUDA graph";
    if (table.ends_with("_SYNCHRONIZATION")) return std::string(kSyncs[kind < kSyncs.size() ? kind : 0]);
    std::string name = stringOf(m_row.nameId);
    if (name.empty()) name = m_row.text;
    if (!table.ends_with("_RUNTIME")) return name;
    const std::size_t version = name.rfind("_v");  // cudaLaunchKernel_v7000
    const bool digits = version != name.npos && name.find_first_not_of("0123456789", version + 2) == name.npos;
    return digits ? name.substr(0, version) : name;
  }

  /// As PyTorch calls it: "Memset (Device)".
  std::string memsetName() const {
    const auto kind = m_row.memoryKind ? m_memoryKinds.find(*m_row.memoryKind) : m_memoryKinds.end();
    return kind == m_memoryKinds.end() || kind->second.label.empty() ? "Memset"
                                                                     : fmt::format("Memset ({})", kind->second.label);
  }

  /// The side of a copy that is the host's: "CUDA_MEMKIND_PINNED".
  void addHostMemory() {
    for (const auto& side : {m_row.from, m_row.to}) {
      const auto kind = side ? m_memoryKinds.find(*side) : m_memoryKinds.end();
      if (kind == m_memoryKinds.end()) continue;
      const std::string_view host = copyFactsOfName(kind->second.name).hostMemory;
      if (host.empty()) continue;
      m_args.push_back({m_store.intern(arg::kHostMemory), m_store.intern(host)});
      return;
    }
  }

  void event() {
    const std::string_view table = m_store.name(m_reading.table());
    const bool mark = table == kNvtxTable && (m_row.kind == kNvtxMark || m_row.kind == kNvtxtMark);
    if (!m_row.start || (!m_row.end && !mark)) return withoutTime(table);
    numberDevice();
    if (table == kGraphTable && !placeGraph()) return;
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
    m_trace.add(group(), event, category());
  }

  /// The table, and of NVTX's events the domain that they name.
  NameId category() const {
    const NameId table = m_reading.table();
    if (m_domains.empty() || m_store.name(table) != kNvtxTable) return table;
    const auto domain = m_domains.find({pid(), m_row.domain});
    return domain == m_domains.end() ? table : domain->second;
  }

  void numberDevice() {
    if (m_row.device) m_row.device = m_devices.numberOf(pid(), *m_row.device);
  }

  /// Of a graph whose first node is the host's CUPTI names no device and no context (CUpti_ActivityGraphTrace2).
  bool beginsOnHost() const {
    constexpr std::int64_t kOnHost = INT32_MAX;
    return m_row.device.value_or(kOnHost) == kOnHost || m_row.context == kOnHost;
  }

  /// Such a graph gets those of its stream. False if there are several to choose from, or none.
  bool placeGraph() {
    if (!beginsOnHost()) return true;
    const auto places = m_streams.placesOf(m_byProcess ? pid() : 0, m_row.stream.value_or(0));
    const bool onlyDevice = m_devices.isOne();
    if (places.size() == 1 || (onlyDevice && !places.empty())) {
      m_row.device = places.front().device;
      m_row.context = places.front().owner.context;
    } else if (onlyDevice) {
      m_row.device = m_row.context = 0;
    } else {
      m_reading.note(m_placeless);
      ++m_facts.leftOut[fmt::format("rows of the table {} without a device", kGraphTable)];
      return false;
    }
    return true;
  }

  /// NVTX keeps names of domains and threads in the same table as events.
  void withoutTime(std::string_view table) {
    const bool nvtx = table == kNvtxTable;
    const std::int64_t kind = m_row.kind.value_or(0);
    const bool range = std::ranges::find(kNvtxRanges, kind) != kNvtxRanges.end();
    if (!nvtx || range) ++m_facts.leftOut[fmt::format("rows of the table {} without begin or end", table)];
  }

  std::int64_t streamThread() {
    return m_streams.threadOf(*m_row.device, m_row.stream.value_or(0),
                              {m_byProcess ? pid() : 0, m_byContext ? m_row.context : 0});
  }

  ForeignTrackGroup& group() {
    return m_row.device ? m_trace.thread(*m_row.device, streamThread()) : m_trace.thread(pid(), tid());
  }

  SqliteDatabase& m_database;
  TraceStore& m_store;
  SqliteReading m_reading;
  ForeignTrace m_trace;
  ImportFacts m_facts;
  std::unordered_map<std::int64_t, std::string> m_texts;
  struct MemoryKind {
    std::string name, label;
  };
  std::unordered_map<std::int64_t, MemoryKind> m_memoryKinds;  ///< as the file's own table names them
  bool m_byProcess = false;                                    ///< tables of the device say whose work it is
  bool m_byContext = false;                                    ///< and of which context
  NsysDevices m_devices;
  std::int64_t m_startNs = 0;  ///< of the recording, since 1970; not above 0: not said
  DeviceStreams m_streams;
  std::map<std::int64_t, std::string> m_processes;
  std::map<std::pair<std::int64_t, std::int64_t>, NameId> m_domains;  ///< categories, by process and NVTX's number
  Row m_row;
  std::vector<Arg> m_args;
  SqliteReading::Rows m_nameless, m_placeless;
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
