#include "engine/trace/unread_packets.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/base/how_many.h"
#include "engine/trace/holds_trace.h"
#include "engine/trace/perfetto_fields.h"

namespace strata::inline trace {

namespace {

struct Named {
  std::uint32_t field;
  std::string_view name;
};

constexpr Named kNames[] = {{1, "ftrace_events"},
                            {2, "process_tree"},
                            {5, "chrome_events"},
                            {7, "sys_stats"},
                            {9, "process_stats"},
                            {43, "process_descriptor"},
                            {52, "gpu_counter_event"},
                            {54, "streaming_profile_packet"},
                            {56, "heap_graph"},
                            {57, "graphics_frame_event"},
                            {62, "vulkan_memory_event"},
                            {65, "vulkan_api_event"},
                            {66, "perf_sample"},
                            {71, "gpu_mem_total_event"},
                            {perfetto::packet::kZstdCompressedPackets,
                             "zstd_compressed_packets (`traceconv decompress_packets` unpacks them)"}};
/// How the trace was made, nothing that happened: configuration, statistics, marks, what the system is.
constexpr std::array<std::uint32_t, 11> kOfTheTrace{33, 34, 35, 36, 45, 46, 48, 51, 69, 72, 89};

std::string textOf(std::uint32_t field) {
  const auto found = std::ranges::find(kNames, field, &Named::field);
  if (found == std::end(kNames)) return "packets of the field " + std::to_string(field);
  return "packets of " + std::string(found->name);
}

}  // namespace

std::uint64_t UnreadPackets::zstd() const {
  const auto found = m_counts.find(perfetto::packet::kZstdCompressedPackets);
  return found == m_counts.end() ? 0 : found->second;
}

std::string UnreadPackets::zstdSentence() const {
  return howMany(zstd(), "packet holds others that are", "packets hold others that are") +
         " compressed with zstd. These are not read and missing here; `traceconv decompress_packets` unpacks the file.";
}

SessionMessage UnreadPackets::message(bool holdsEvents, std::map<std::string, std::uint64_t> leftOut) const {
  for (const auto& [field, count] : m_counts)
    if (std::ranges::find(kOfTheTrace, field) == kOfTheTrace.end()) leftOut[textOf(field)] += count;
  std::uint64_t skipped = 0;
  for (const auto& [what, count] : leftOut) skipped += count;
  nlohmann::json json = {{"format", "Perfetto trace"}, {"tool", ""},          {"devices", nlohmann::json::array()},
                         {"skipped", skipped},         {"left_out", leftOut}, {"arrow_ends_without_start", 0}};
  if (holdsEvents) json[kHoldsEventsKey] = true;
  return {MessageKind::Import, json.dump(), {}};
}

}  // namespace strata::inline trace
