#include "engine/interchange/rocpd_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "engine/interchange/device_streams.h"
#include "engine/interchange/foreign_trace.h"
#include "engine/interchange/import_message.h"
#include "engine/interchange/rocpd_descriptions.h"
#include "engine/interchange/rocpd_events.h"
#include "engine/interchange/rocpd_memory.h"
#include "engine/interchange/sqlite_reading.h"

namespace strata::inline interchange {

namespace {

using Place = RocpdDescriptions::Place;

/// Tables that are read, and those that describe what nothing here asks for.
constexpr std::array<std::string_view, 12> kNotCounted{
    "rocpd_metadata",    "rocpd_string",         "rocpd_info_*", "rocpd_track",  "rocpd_event",
    "rocpd_arg",         "rocpd_pmc_event",      "rocpd_region", "rocpd_sample", "rocpd_kernel_dispatch",
    "rocpd_memory_copy", "rocpd_memory_allocate"};
constexpr std::string_view kPcSamples = "pc_sample";

struct Side {
  std::string_view items, group, blocks, threads;
};
constexpr std::array<Side, 3> kSides{{{"grid_size_x", "workgroup_size_x", arg::kGridX, arg::kBlockX},
                                      {"grid_size_y", "workgroup_size_y", arg::kGridY, arg::kBlockY},
                                      {"grid_size_z", "workgroup_size_z", arg::kGridZ, arg::kBlockZ}}};

/// HSA counts a grid in work-items, Strata in groups of them.
std::int64_t blocksIn(std::int64_t items, std::int64_t group) {
  return items / group + (items % group != 0 ? 1 : 0);
}

/// As rocprofv3 calls what the table keeps in two words.
std::string allocationName(std::string_view level, std::string_view type) {
  const std::string_view what = level == "SCRATCH"   ? "SCRATCH_MEMORY_"
                                : level == "VIRTUAL" ? "MEMORY_ALLOCATION_VMEM_"
                                                     : "MEMORY_ALLOCATION_";
  const bool inFull = type == "ALLOC" && level != "SCRATCH";
  return std::string(what).append(inFull ? "ALLOCATE" : type);
}

class RocpdPart {
 public:
  RocpdPart(SqliteDatabase& database, const std::string& ending, TraceStore& store)
      : m_database(database),
        m_ending(ending),
        m_store(store),
        m_reading(database, store),
        m_tables(database, m_reading, ending),
        m_known(store),
        m_events(store, m_known),
        m_trace(store) {}

  std::string run() {
    m_known.read(m_tables);
    sayVersion();
    nameThreads();
    m_events.read(m_tables);
    m_tables.read("rocpd_region", [this](const RocpdRow& row) { region(row); });
    m_tables.read("rocpd_sample", [this](const RocpdRow& row) { sample(row); });
    m_tables.read("rocpd_kernel_dispatch", [this](const RocpdRow& row) { kernel(row); });
    m_tables.read("rocpd_memory_copy", [this](const RocpdRow& row) { copy(row); });
    m_tables.read("rocpd_memory_allocate", [this](const RocpdRow& row) { allocation(row); });
    m_memory.addTo(m_trace, m_store, m_known.pidOf({}));
    countUnread();
    sayMended();
    m_streams.name(m_trace, m_known.processes());
    m_trace.says(tool::kRocprofv3);
    m_trace.finish();
    addFacts();
    return processText();
  }

 private:
  void sayVersion() {
    const std::string& version = m_known.schemaVersion();
    const std::string_view major = std::string_view(version).substr(0, version.find('.'));
    const bool known = major == "3" || major == "4";
    if (!version.empty() && !known)
      m_store.addProblem(
          fmt::format("The database states version {} of the rocpd schema; 3 and 4 are known here. What it "
                      "calls as these do is shown.",
                      version));
    if (!m_known.packing().empty())
      m_store.addProblem(
          fmt::format("Details in the database are packed ({}) and not read: texts of markers, facts of "
                      "devices.",
                      m_known.packing()));
  }

  std::string processText() const {
    const auto& processes = m_known.processes();
    if (processes.size() != 1) return howManyProcesses();
    const auto& [pid, name] = *processes.begin();
    return name.empty() ? fmt::format("process {}", pid) : fmt::format("{} (process {})", name, pid);
  }

  std::string howManyProcesses() const {
    return m_known.processes().empty() ? "process" + m_ending : fmt::format("{} processes", m_known.processes().size());
  }

  void nameThreads() {
    for (const auto& [pid, name] : m_known.processes()) m_trace.nameProcess(pid, name);
    for (const auto& [id, thread] : m_known.threads())
      if (!thread.name.empty()) m_trace.nameThread(m_known.pidOf(thread.process), thread.tid, thread.name);
  }

  ForeignTrackGroup& threadGroup(const Place& place) {
    return m_trace.thread(m_known.pidOf(place.process), m_known.tidOf(place.thread));
  }

  ForeignTrackGroup& streamGroup(std::int64_t device, const Place& place) {
    const std::int64_t stream = place.stream.value_or(0), pid = m_known.pidOf(place.process);
    return m_trace.thread(device, m_streams.threadOf(device, stream, {pid, 0}));
  }

  void addArg(std::string_view key, std::optional<std::int64_t> value) {
    if (value) m_args.push_back({m_store.intern(key), *value});
  }
  void addArg(std::string_view key, std::string_view value) {
    if (!value.empty()) m_args.push_back({m_store.intern(key), m_store.intern(value)});
  }
  void addNonzero(std::string_view key, std::optional<std::int64_t> value) {
    if (value.value_or(0) != 0) addArg(key, value);
  }

  /// Begins the event of a row; false where the row has no times that a session can have.
  bool begin(const RocpdRow& row, TraceEvent& event) {
    m_args.clear();
    const auto start = row.integer("start"), end = row.integer("end");
    if (!start || !end) {
      ++m_facts.leftOut[fmt::format("rows of the table {} without begin or end", m_store.name(m_reading.table()))];
      return false;
    }
    return beginAt(*start, end, event);
  }

  bool beginAt(std::int64_t start, std::optional<std::int64_t> end, TraceEvent& event) {
    if (!m_reading.setTimes(event, start, end)) return false;
    m_trace.readsAt(m_reading.place());
    event.kind = EventKind::Slice;
    return true;
  }

  void add(ForeignTrackGroup& group, TraceEvent& event, std::string_view category) {
    event.args = m_store.keepArgs(m_args);
    m_trace.add(group, event, m_store.intern(category));
  }

  NameId nameOf(std::optional<std::int64_t> id) {
    const NameId name = m_known.text(id);
    if (name == NameId::None && id) m_reading.note(m_nameless);
    return name;
  }

  /// What rocpd_event says of a row; the launch of a call and of its work is the outermost one.
  const RocpdEvents::Event* takeEvent(const RocpdRow& row, TraceEvent& event, bool launches) {
    const RocpdEvents::Event* found = m_events.find(row.integer("event_id"));
    if (!found) return nullptr;
    m_events.addArgs(*found, m_args);
    if (found->call == 0) return found;
    if (launches)
      event.correlation = m_trace.correlation(static_cast<std::uint64_t>(m_events.outermostCall(found->call)));
    addArg(arg::kFileCorrelation, found->call);
    return found;
  }

  void addValues(std::optional<std::int64_t> event) {
    if (!event) return;
    std::vector<std::pair<NameId, double>> sums;  // of the GPU's parts
    for (const RocpdEvents::Value& value : m_events.takeValues(*event)) {
      const NameId name = m_store.intern(counterName(value.counter));
      const auto known = std::ranges::find(sums, name, &std::pair<NameId, double>::first);
      if (known == sums.end())
        sums.emplace_back(name, value.value);
      else
        known->second += value.value;
    }
    for (const auto& [name, sum] : sums) m_args.push_back({name, sum});
  }

  std::string counterName(std::int64_t id) const {
    const RocpdDescriptions::Counter* counter = m_known.counter(id);
    return counter && !counter->name.empty() ? counter->name : fmt::format("counter {}", id);
  }

  void region(const RocpdRow& row) {
    TraceEvent event;
    if (!begin(row, event)) return;
    call(row, event, m_known.placeOf(row), nameOf(row.integer("name_id")));
  }

  /// A call or range on a thread.
  void call(const RocpdRow& row, TraceEvent& event, const Place& place, NameId name) {
    const RocpdEvents::Event* said = takeEvent(row, event, event.kind == EventKind::Slice);
    event.name = said && said->message != NameId::None ? said->message : name;
    if (event.name != name && name != NameId::None) addArg("operation", m_store.name(name));
    addValues(row.integer("event_id"));
    add(threadGroup(place), event, said ? m_store.name(said->category) : std::string_view());
  }

  /// A moment: a mark, a call that took no time, or the time of a counter's values.
  void sample(const RocpdRow& row) {
    TraceEvent event;
    m_args.clear();
    const auto time = row.integer("timestamp"), id = row.integer("event_id");
    const Place place = m_known.placeOf(row);
    if (m_store.name(place.name) == kPcSamples) return leaveOutSample(id);
    if (!time) return void(++m_facts.leftOut["rows of the table rocpd_sample without a time"]);
    if (!beginAt(*time, {}, event)) return;
    const std::vector<RocpdEvents::Value> values = id ? m_events.takeValues(*id) : std::vector<RocpdEvents::Value>{};
    for (const RocpdEvents::Value& value : values) addValue(value, event.begin, place);
    if (!values.empty()) return;
    const RocpdEvents::Event* said = m_events.find(id);
    const std::string_view category = said ? m_store.name(said->category) : std::string_view{};
    if (category != "hip_api" && category != "hsa_api") event.kind = EventKind::Instant;
    call(row, event, place, row.integer("name_id") ? nameOf(row.integer("name_id")) : place.name);
  }

  void leaveOutSample(std::optional<std::int64_t> event) {
    ++m_facts.leftOut["samples of program counters"];
    if (event) m_events.takeValues(*event);
  }

  void addValue(const RocpdEvents::Value& value, HostTime time, const Place& place) {
    const RocpdDescriptions::Counter* counter = m_known.counter(value.counter);
    const RocpdDescriptions::Agent* agent = counter ? m_known.agent(counter->agent) : nullptr;
    const bool ofGpu = agent && agent->device;
    std::string name = counterName(value.counter);
    if (ofGpu) name += fmt::format(" (GPU {})", *agent->device);
    TraceEvent said;
    said.storey = ofGpu ? Storey::Hardware : Storey::Other;
    m_trace.addValue(m_trace.counter(m_known.pidOf(place.process), name, counter ? counter->unit : "", said.storey),
                     time, value.value, said);
  }

  /// The number of the GPU; 0 of an agent that the tables do not describe as one.
  std::int64_t deviceOf(const RocpdDescriptions::Agent* agent) {
    if (agent && agent->device) return *agent->device;
    m_reading.note(m_agentless);
    return 0;
  }

  void kernel(const RocpdRow& row) {
    TraceEvent event;
    if (!begin(row, event)) return;
    const Place place = m_known.placeOf(row);
    const RocpdDescriptions::Agent* agent = m_known.agent(place.agent);
    const std::int64_t device = deviceOf(agent);
    takeEvent(row, event, true);
    const RocpdDescriptions::Kernel* kernel = m_known.kernel(row.integer("kernel_id"));
    event.name = kernel && kernel->name != NameId::None
                     ? kernel->name
                     : m_store.intern(fmt::format("kernel {}", row.integer("kernel_id").value_or(0)));
    for (const Side& side : kSides) {
      const auto items = row.integer(side.items), group = row.integer(side.group);
      if (!items || !group || *items < 0 || *group <= 0) continue;
      addArg(side.blocks, blocksIn(*items, *group));
      addArg(side.threads, group);
    }
    addResources(row, kernel, agent && agent->architecture == "gfx908");
    addArg(arg::kDevice, device);
    addArg("queue", place.queue);
    addArg("dispatch", row.integer("dispatch_id"));
    addNonzero("graph", row.integer("graph_exec_id"));
    addNonzero("graph_node", row.integer("graph_node_id"));
    addArg("region", m_store.name(m_known.text(row.integer("region_name_id"))));
    addValues(row.integer("event_id"));
    add(streamGroup(device, place), event, "kernel_dispatch");
  }

  /// A lane's vector and accumulation registers are of one file but in the MI100, where each has one as large.
  void addResources(const RocpdRow& row, const RocpdDescriptions::Kernel* kernel, bool twoFiles) {
    addArg("scratch_bytes_per_thread", row.integer("private_segment_size"));
    const auto shared = row.integer("group_segment_size");
    const std::int64_t fixed = kernel ? kernel->staticShared.value_or(0) : 0;
    const bool told = shared && *shared >= fixed && fixed >= 0;
    addArg(arg::kSharedBytes, told ? std::optional(*shared - fixed) : std::nullopt);
    if (told) addArg(arg::kStaticShared, fixed);
    if (!kernel) return;
    const std::int64_t vector = kernel->vectorRegisters.value_or(0), more = kernel->accumulationRegisters.value_or(0);
    if (vector > 0 && vector < INT32_MAX && more >= 0 && more < INT32_MAX)
      addArg(arg::kRegisters, twoFiles ? std::max(vector, more) : vector + more);
    addNonzero("accumulation_registers", kernel->accumulationRegisters);
    addArg("scalar_registers", kernel->scalarRegisters);
  }

  void copy(const RocpdRow& row) {
    TraceEvent event;
    if (!begin(row, event)) return;
    const Place place = m_known.placeOf(row);
    const RocpdDescriptions::Agent *from = m_known.agent(row.integer("src_agent_id")),
                                   *to = m_known.agent(row.integer("dst_agent_id"));
    takeEvent(row, event, true);
    event.name = nameOf(row.integer("name_id"));
    const bool fromGpu = from && from->device, toGpu = to && to->device;
    if (from && to) addArg(arg::kDirection, directionOf(*from, *to));
    addArg(arg::kBytes, row.integer("size"));
    // A copy between processors stands with its stream on the first GPU: the tables do not say whose stream it is.
    const bool onGpu = fromGpu || toGpu;
    const std::int64_t device = toGpu ? *to->device : fromGpu ? *from->device : 0;
    if (!onGpu && !(from && to)) m_reading.note(m_agentless);
    if (onGpu) addArg(arg::kDevice, device);
    if (fromGpu && toGpu && *from->device != *to->device) addArg("from_device", from->device);
    addNonzero("src_address", row.integer("src_address"));
    addNonzero("dst_address", row.integer("dst_address"));
    addNonzero("queue", place.queue);
    addNonzero("graph", row.integer("graph_exec_id"));
    addNonzero("graph_node", row.integer("graph_node_id"));
    add(streamGroup(device, place), event, "memory_copy");
  }

  static std::string_view directionOf(const RocpdDescriptions::Agent& from, const RocpdDescriptions::Agent& to) {
    if (from.device && to.device) return *from.device == *to.device ? "D→D" : "P→P";
    return from.device ? "D→H" : to.device ? "H→D" : "H→H";
  }

  void allocation(const RocpdRow& row) {
    TraceEvent event;
    if (!begin(row, event)) return;
    const Place place = m_known.placeOf(row);
    const std::string_view level = row.text("level"), type = row.text("type");
    const RocpdDescriptions::Agent* agent = m_known.agent(place.agent);
    takeEvent(row, event, false);
    event.name = row.integer("name_id") ? nameOf(row.integer("name_id")) : m_store.intern(allocationName(level, type));
    const auto bytes = row.integer("size"), address = row.integer("address");
    addNonzero(arg::kBytes, bytes);
    addNonzero(arg::kAddress, address);
    if (agent) addArg(arg::kDevice, agent->device);
    if (level != "SCRATCH" && address) {
      if (type == "FREE") m_memory.freed({event.end()}, *address);
      if (type == "ALLOC" && agent && agent->device && bytes)
        m_memory.allocated(*agent->device, event.end(), *address, *bytes);
    }
    add(threadGroup(place), event, "memory_allocation");
  }

  void countUnread() {
    for (const std::string& table : m_database.tables()) {
      if (!table.starts_with("rocpd_") || !table.ends_with(m_ending)) continue;
      const std::string name = table.substr(0, table.size() - m_ending.size());
      const auto fits = [&](std::string_view pattern) { return fitsPattern(pattern, name); };
      if (std::ranges::any_of(kNotCounted, fits)) continue;
      if (const std::uint64_t rows = m_tables.rows(name); rows > 0)
        m_facts.leftOut["rows of the table " + name] += rows;
    }
    if (m_events.streamed() > 0) m_facts.leftOut["values of counters that were streamed (SPM)"] = m_events.streamed();
    if (const std::uint64_t left = m_events.valuesLeft(); left > 0)
      m_facts.leftOut["values of counters of no event here"] = left;
  }

  void sayMended() {
    m_reading.sayMended();
    m_reading.say(m_nameless, "event has a name that is not in the table rocpd_string",
                  "events have names that are not in the table rocpd_string");
    m_reading.say(
        m_agentless,
        "kernel or copy is of an agent that the table rocpd_info_agent does not have as a GPU: it is shown on GPU 0",
        "kernels and copies are of agents that the table rocpd_info_agent does not have as GPUs: they are shown "
        "on GPU 0");
  }

  void addFacts() {
    m_trace.countLeftOut(m_facts.leftOut);
    m_reading.countLeftOut(m_facts.leftOut);
    m_known.addTo(m_facts);
    if (m_trace.shift() != 0) m_facts.machine.clear();
    m_facts.format = "rocprofv3 database (rocpd)";
    m_facts.tool = m_trace.tool();
    addImportMessage(m_store, m_facts);
  }

  SqliteDatabase& m_database;
  const std::string m_ending;
  TraceStore& m_store;
  SqliteReading m_reading;
  RocpdTables m_tables;
  RocpdDescriptions m_known;
  RocpdEvents m_events;
  ForeignTrace m_trace;
  DeviceStreams m_streams;
  RocpdMemory m_memory;
  ImportFacts m_facts;
  std::vector<Arg> m_args;  ///< of the row
  SqliteReading::Rows m_nameless, m_agentless;
};

}  // namespace

std::string importRocpdPart(SqliteDatabase& database, const std::string& ending, TraceStore& store) {
  return RocpdPart(database, ending, store).run();
}

}  // namespace strata::inline interchange
