#include "engine/interchange/rocpd_descriptions.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

#include "engine/interchange/json_document.h"

namespace strata::inline interchange {

namespace {

using Json = nlohmann::json;

/// Variables of the process that launchers set: its rank and how many there are. The one nearest to the process first.
constexpr std::array<std::array<std::string_view, 2>, 5> kRankVariables{
    {{"RANK", "WORLD_SIZE"},
     {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
     {"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},
     {"PMI_RANK", "PMI_SIZE"},
     {"SLURM_PROCID", "SLURM_NTASKS"}}};
constexpr std::int64_t kMostDevices = 1 << 16;

/// What an environment's or an agent's details say; null if they are none.
Json detailsOf(std::string_view text) {
  return Json::parse(text, nullptr, false);
}

std::int64_t decimalOf(std::string_view text) {
  std::int64_t number = -1;
  const bool read = std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc{};
  return read ? number : -1;
}

/// "train" of "/home/a/train --steps 3".
std::string programOf(std::string_view command) {
  command = command.substr(0, command.find(' '));
  return std::string(command.substr(command.rfind('/') + 1));
}

/// Symbols of kernels are those of their descriptors.
std::string_view withoutDescriptor(std::string_view name) {
  for (const std::string_view ending : {" [clone .kd]", ".kd"})
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  return name;
}

std::string firstOf(std::initializer_list<std::string_view> texts) {
  const auto found = std::ranges::find_if(texts, [](std::string_view text) { return !text.empty(); });
  return found == texts.end() ? std::string() : std::string(*found);
}

ImportedDevice deviceOf(const RocpdRow& agent) {
  ImportedDevice device;
  device.name = firstOf({agent.text("product_name"), agent.text("model_name"), agent.text("name")});
  const std::string_view vendor = agent.text("vendor_name");
  if (device.name.find(vendor) == device.name.npos) device.name = std::string(vendor) + " " + device.name;
  const std::string_view architecture =
      agent.text("generic_name").starts_with("gfx") ? agent.text("generic_name") : agent.text("name");
  if (architecture.starts_with("gfx")) device.architecture = architecture;
  const Json details = detailsOf(agent.text("extdata"));
  device.computeUnits =
      static_cast<std::uint32_t>(std::clamp<std::int64_t>(indexOf(memberOf(details, "cu_count")), 0, UINT32_MAX));
  constexpr std::array<std::int64_t, 2> kOfTheGpu{1, 2};  // HSA_HEAPTYPE_FRAME_BUFFER_PUBLIC, _PRIVATE
  const Json& banks = memberOf(details, "mem_banks");
  for (std::size_t i = 0; i < (banks.is_array() ? banks.size() : 0); ++i)
    if (std::ranges::find(kOfTheGpu, indexOf(memberOf(banks[i], "heap_type"))) != kOfTheGpu.end())
      device.memoryBytes +=
          static_cast<std::uint64_t>(std::max<std::int64_t>(indexOf(memberOf(banks[i], "size_in_bytes")), 0));
  return device;
}

}  // namespace

void RocpdDescriptions::read(RocpdTables& tables) {
  const auto idOf = [](const RocpdRow& row) { return row.integer("id").value_or(0); };
  tables.read("rocpd_string", [&](const RocpdRow& row) { m_texts[idOf(row)] = m_store.intern(row.text("string")); });
  m_ownCategories = tables.has("rocpd_info_category");
  tables.read("rocpd_info_category",
              [&](const RocpdRow& row) { m_categories[idOf(row)] = m_store.intern(row.text("name")); });
  readMetadata(tables);
  readProcesses(tables);
  tables.read("rocpd_info_thread", [&](const RocpdRow& row) {
    m_threads[idOf(row)] = {row.integer("tid").value_or(idOf(row)), row.integer("pid"), std::string(row.text("name"))};
  });
  readAgents(tables);
  readKernels(tables);
  tables.read("rocpd_track", [&](const RocpdRow& row) {
    m_tracks[idOf(row)] = {row.integer("pid"),      row.integer("tid"),       row.integer("agent_id"),
                           row.integer("queue_id"), row.integer("stream_id"), text(row.integer("name_id"))};
  });
  tables.read("rocpd_info_pmc", [&](const RocpdRow& row) {
    m_counters[idOf(row)] = {firstOf({row.text("name"), row.text("symbol")}), std::string(row.text("units")),
                             row.integer("agent_id")};
  });
}

void RocpdDescriptions::readMetadata(RocpdTables& tables) {
  tables.read("rocpd_metadata", [&](const RocpdRow& row) {
    if (row.text("tag") == "schema_version") m_schemaVersion = row.text("value");
    if (row.text("tag") == "compression") m_packing = row.text("value");
  });
  tables.read("rocpd_info_node", [&](const RocpdRow& row) {
    m_machine = firstOf({row.text("hostname"), row.text("system_name")});
    if (const auto id = row.text("machine_id"); !id.empty()) m_machine += " (" + std::string(id) + ")";
  });
}

void RocpdDescriptions::readProcesses(RocpdTables& tables) {
  tables.read("rocpd_info_process", [&](const RocpdRow& row) {
    const std::int64_t id = row.integer("id").value_or(0), pid = row.integer("pid").value_or(id);
    m_pids[id] = pid;
    m_processes[pid] = row.text("name").empty() ? programOf(row.text("command")) : std::string(row.text("name"));
    takeRank(row.text("environment"));
  });
}

void RocpdDescriptions::takeRank(std::string_view environment) {
  const Json variables = detailsOf(environment);
  for (const auto& [rank, size] : kRankVariables) {
    const std::int64_t ownRank = decimalOf(textOf(memberOf(variables, rank))),
                       ranks = decimalOf(textOf(memberOf(variables, size)));
    if (ranks <= 1 || ownRank < 0 || ownRank >= ranks) continue;
    m_rank = ownRank;
    m_worldSize = ranks;
    return;
  }
}

/// GPUs have the numbers that the file gives them, as long as these tell them apart.
std::int64_t RocpdDescriptions::freeDevice(std::optional<std::int64_t> wanted) const {
  std::int64_t device = wanted && *wanted >= 0 && *wanted < kMostDevices ? *wanted : 0;
  while (m_devices.contains(device)) ++device;
  return device;
}

void RocpdDescriptions::readAgents(RocpdTables& tables) {
  tables.read("rocpd_info_agent", [&](const RocpdRow& row) {
    Agent& agent = m_agents[row.integer("id").value_or(0)];
    if (row.text("type") != "GPU" || agent.device) return;
    ImportedDevice device = deviceOf(row);
    agent.architecture = device.architecture;
    agent.device = device.number = freeDevice(row.integer("type_index"));
    m_devices[device.number] = std::move(device);
  });
}

void RocpdDescriptions::readKernels(RocpdTables& tables) {
  tables.read("rocpd_info_kernel_symbol", [&](const RocpdRow& row) {
    const std::string name = firstOf({row.text("display_name"), row.text("kernel_name")});
    m_kernels[row.integer("id").value_or(0)] = {m_store.intern(withoutDescriptor(name)), row.integer("arch_vgpr_count"),
                                                row.integer("accum_vgpr_count"), row.integer("sgpr_count"),
                                                row.integer("group_segment_size")};
  });
}

std::int64_t RocpdDescriptions::pidOf(std::optional<std::int64_t> process) const {
  const std::int64_t* pid = find(m_pids, process);
  return pid ? *pid : process.value_or(m_processes.empty() ? 0 : m_processes.begin()->first);
}

std::int64_t RocpdDescriptions::tidOf(std::optional<std::int64_t> thread) const {
  const Thread* known = find(m_threads, thread);
  return known ? known->tid : thread.value_or(0);
}

RocpdDescriptions::Place RocpdDescriptions::placeOf(const RocpdRow& row) const {
  const Place* track = find(m_tracks, row.integer("track_id"));
  if (track) return *track;
  return {row.integer("pid"),      row.integer("tid"),       row.integer("agent_id"),
          row.integer("queue_id"), row.integer("stream_id"), NameId::None};
}

void RocpdDescriptions::addTo(ImportFacts& facts) const {
  for (const auto& [number, device] : m_devices) facts.devices.push_back(device);
  if (m_processes.size() == 1) {
    facts.rank = m_rank;
    facts.worldSize = m_worldSize;
  }
  facts.machine = m_machine;
}

}  // namespace strata::inline interchange
