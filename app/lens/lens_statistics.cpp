#include "app/lens/lens_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace strata::inline lens {
namespace {

/// In the order in which HIPIFY prints them.
constexpr std::array<std::string_view, 48> kKinds{"error",
                                                  "init",
                                                  "version",
                                                  "device",
                                                  "context",
                                                  "module",
                                                  "memory",
                                                  "virtual_memory",
                                                  "ordered_memory",
                                                  "multicast",
                                                  "unified",
                                                  "stream",
                                                  "event",
                                                  "external_resource",
                                                  "stream_memory",
                                                  "execution",
                                                  "graph",
                                                  "occupancy",
                                                  "texture",
                                                  "surface",
                                                  "tensor",
                                                  "peer",
                                                  "graphics",
                                                  "driver_entry_point",
                                                  "cpp",
                                                  "coredump",
                                                  "driver_interact",
                                                  "profiler",
                                                  "openGL",
                                                  "D3D9",
                                                  "D3D10",
                                                  "D3D11",
                                                  "VDPAU",
                                                  "EGL",
                                                  "thread",
                                                  "complex",
                                                  "library",
                                                  "device_library",
                                                  "device_function",
                                                  "device_type",
                                                  "include",
                                                  "include_cuda_main_header",
                                                  "include_cuda_main_header_v2",
                                                  "type",
                                                  "literal",
                                                  "numeric_literal",
                                                  "define",
                                                  "kernel_launch"};

/// Beginnings in small letters, longer before shorter.
constexpr std::pair<std::string_view, std::string_view> kApis[] = {
    {"cublas", "cuBLAS API"},     {"curand", "cuRAND API"},     {"cudnn", "cuDNN API"},       {"cufft", "cuFFT API"},
    {"cusparse", "cuSPARSE API"}, {"cusolver", "cuSOLVER API"}, {"cub", "CUB API"},           {"nvrtc", "RTC API"},
    {"cudart", "CUDA RT API"},    {"cuda", "CUDA RT API"},      {"make_cuda", "CUDA RT API"}, {"cu", "CUDA Driver API"},
};

using Counts = std::map<std::string, int, std::less<>>;

int sumOf(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), 0, [](int sum, const auto& each) { return sum + each.second; });
}

double percent(double part, double whole) {
  return whole > 0 ? 100 * part / whole : 0;
}

std::string countsText(const Counts& counts, std::string_view title) {
  if (counts.empty()) return {};
  std::string text = fmt::format("[lens] info: {}:\n", title);
  for (const auto& [name, count] : counts) text += fmt::format("  {}: {}\n", name, count);
  return text;
}

std::string kindsText(const Counts& kinds) {
  if (kinds.empty()) return {};
  std::string text = "[lens] info: CONVERTED refs by type:\n";
  for (const std::string_view kind : kKinds)
    if (const auto found = kinds.find(kind); found != kinds.end())
      text += fmt::format("  {}: {}\n", kind, found->second);
  return text;
}

}  // namespace

void LensStatistics::convert(std::string_view name, std::string_view cudaName, std::string_view kind) {
  ++kinds[std::string(kind)];
  ++apis[std::string(apiOf(cudaName, kind))];
  ++names[std::string(name)];
}

int LensStatistics::convertedCount() const {
  return sumOf(names);
}

int LensStatistics::unconvertedCount() const {
  return sumOf(unconverted);
}

std::string_view apiOf(std::string_view cudaName, std::string_view kind) {
  if (kind == "complex") return "cuComplex API";
  if (cudaName.starts_with("CUDA_")) return "CUDA Driver API";
  std::string small(cudaName);
  std::ranges::transform(small, small.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  for (const auto& [begin, api] : kApis)
    if (small.starts_with(begin)) return api;
  return "CUDA RT API";
}

std::string statisticsText(const LensStatistics& of, std::string_view file) {
  const int all = of.convertedCount() + of.unconvertedCount();
  const double bytes = percent(static_cast<double>(of.replacedBytes), static_cast<double>(of.totalBytes));
  std::string text = fmt::format("[lens] info: file '{}' statistics:\n", file);
  text += fmt::format("  CONVERTED refs count: {}\n  UNCONVERTED refs count: {}\n  CONVERSION %: {:.1f}\n",
                      of.convertedCount(), of.unconvertedCount(), percent(of.convertedCount(), all));
  text += fmt::format("  REPLACED bytes: {}\n  TOTAL bytes: {}\n", of.replacedBytes, of.totalBytes);
  text += fmt::format("  CHANGED lines of code: {}\n  TOTAL lines of code: {}\n", of.changedLines, of.totalLines);
  text += fmt::format("  CODE CHANGED (in bytes) %: {:.1f}\n  CODE CHANGED (in lines) %: {:.1f}\n", bytes,
                      percent(of.changedLines, of.totalLines));
  return text + kindsText(of.kinds) + countsText(of.apis, "CONVERTED refs by API") +
         countsText(of.names, "CONVERTED refs by names") + countsText(of.unconverted, "UNCONVERTED refs by names");
}

}  // namespace strata::inline lens
