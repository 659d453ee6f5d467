#include "layers/hardware/gpu_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "engine/base/json_document.h"
#include "engine/protocol/json_fields.h"
#include "engine/protocol/nearest_name.h"
#include "layers/hardware/device_limits.h"

namespace strata::inline hardware {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kCarveouts = "shared_carveouts";

/// Text of a file as messages show it: in quotes, not too long, control characters escaped.
std::string inQuotes(std::string_view text) {
  constexpr std::size_t kMost = 60;
  std::size_t end = std::min(kMost, text.size());
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  const std::string shown = std::string(text.substr(0, end)) + (end < text.size() ? "…" : "");
  return Json(shown).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string valueText(const Json& value) {
  if (value.is_string()) return inQuotes(value.get_ref<const std::string&>());
  return value.is_primitive() ? value.dump() : "a list";
}

template <class Range, class Name>
std::vector<std::string> namesOf(const Range& range, Name name) {
  std::vector<std::string> names;
  for (const auto& each : range) names.emplace_back(std::invoke(name, each));
  return names;
}

class GpuFileReader {
 public:
  GpuFileReader(const std::string& file, const Json& root) : m_file(file), m_root(root) {}

  Result<GpuFigures> read() {
    STRATA_TRY(names());
    STRATA_TRY(sources());
    STRATA_TRY(figures());
    STRATA_TRY(fitsTheArchitecture());
    STRATA_TRY(rises({"l1_sector", "l1_line", "l1", "l2", "last_level", "memory"}));
    STRATA_TRY(rises({"l1_latency", "l2_latency", "last_level_latency", "memory_latency"}));
    return std::move(m_gpu);
  }

 private:
  Result<void> names() {
    if (!m_root.is_object()) return wrong("a GPU file is one JSON object: {\"title\": …}.");
    STRATA_TRY(onlyKeys(m_root, "the file", {"title", "vendor", "architecture", "devices", "sources", "figures"}));
    STRATA_ASSIGN(m_gpu.title, text(m_root, "title", "the file", "add one, like \"NVIDIA A100\""));
    STRATA_ASSIGN(m_gpu.vendor, text(m_root, "vendor", "the file", "add it, like \"NVIDIA\""));
    STRATA_ASSIGN(m_gpu.architecture, text(m_root, "architecture", "the file", "add it, like \"sm_86\" or \"gfx942\""));
    STRATA_TRY(devices());
    if (deviceLimits(m_gpu.architecture).ok()) return {};
    return wrong(fmt::format("the architecture {} is not known; known are {}.", inQuotes(m_gpu.architecture),
                             fmt::join(namesOf(deviceLimits(), &DeviceLimits::architecture), ", ")));
  }

  Result<void> devices() {
    const Json* all = field(m_root, "devices");
    if (!all) return {};
    for (const Json& name : all->is_array() ? *all : Json::array({nullptr})) {
      if (!name.is_string())
        return wrong("\"devices\" is no list of names; write those that drivers give it, like [\"NVIDIA L4\"].");
      m_gpu.devices.push_back(name.get<std::string>());
    }
    return {};
  }

  Result<void> sources() {
    const Json* all = field(m_root, "sources");
    if (!all || !all->is_object())
      return wrong("there are no \"sources\"; add {\"sheet\": \"who says it, where, in which year\"}.");
    for (const auto& [name, source] : all->items())
      if (!source.is_string() || source.get_ref<const std::string&>().empty())
        return wrong(fmt::format("the source {} is no text; write title and year of the document.", inQuotes(name)));
    m_sources = all;
    return {};
  }

  Result<void> figures() {
    const Json* all = field(m_root, "figures");
    if (!all || !all->is_object()) return wrong("there are no \"figures\"; add {\"units\": {…}, \"clock\": {…}, …}.");
    std::vector<std::string> known = namesOf(gpuFields(), &GpuField::key);
    known.emplace_back(kCarveouts);
    for (const auto& [key, figure] : all->items()) {
      if (std::ranges::find(known, key) == known.end())
        return wrong(fmt::format("there is no figure {}; {}", inQuotes(key), suggestion(key, known)));
      if (!figure.is_object())
        return wrong(fmt::format("{} is {}; write {{\"value\": …, \"unit\": …, \"kind\": …, \"source\": …}}.",
                                 inQuotes(key), valueText(figure)));
    }
    for (const GpuField& each : gpuFields()) {
      if (const Json* figure = field(*all, each.key)) {
        STRATA_ASSIGN(m_gpu.*each.figure, read(each, *figure));
      } else if (each.required) {
        return wrong(fmt::format("the figure \"{}\" is missing ({}); add it, in {}.", each.key, each.meaning,
                                 fmt::join(namesOf(each.units, &GpuUnit::name), ", ")));
      }
    }
    const Json* carveouts = field(*all, kCarveouts);
    return carveouts ? readCarveouts(*carveouts) : Result<void>{};
  }

  Result<GpuFigure> read(const GpuField& wanted, const Json& figure) const {
    STRATA_TRY(onlyKeys(figure, fmt::format("\"{}\"", wanted.key), {"value", "unit", "kind", "source", "where"}));
    const Json* value = field(figure, "value");
    if (!value || !value->is_number())
      return wrong(
          fmt::format("\"{}\" has {} for a value; write a number.", wanted.key, value ? valueText(*value) : "nothing"));
    STRATA_ASSIGN(const GpuUnit* unit, unitOf(wanted.key, wanted.units, figure));
    const double factor = unit->scale * (unit->clocks == 0 ? 1 : std::pow(m_gpu.clock.value, unit->clocks));
    GpuFigure found;
    found.value = value->get<double>() * factor;
    if (!(found.value >= wanted.least && found.value <= wanted.most))
      return wrong(fmt::format("\"{}\" is {} {}; it must be from {:.6g} to {:.6g} {}.", wanted.key, value->dump(),
                               unit->name, wanted.least / factor, wanted.most / factor, unit->name));
    if (wanted.whole && found.value != std::floor(found.value))
      return wrong(fmt::format("\"{}\" is {} {}, no whole number of {}; correct it.", wanted.key, value->dump(),
                               unit->name, wanted.units.front().name));
    STRATA_ASSIGN(found.kind, kindOf(wanted.key, figure));
    STRATA_ASSIGN(found.source, sourceOf(wanted.key, figure));
    return found;
  }

  Result<void> readCarveouts(const Json& figure) {
    STRATA_TRY(onlyKeys(figure, fmt::format("\"{}\"", kCarveouts), {"values", "unit", "kind", "source", "where"}));
    const auto sizes = std::ranges::find(gpuFields(), "l1", &GpuField::key)->units;
    STRATA_ASSIGN(const GpuUnit* unit, unitOf(kCarveouts, sizes, figure));
    const Json* values = field(figure, "values");
    auto& bytes = m_gpu.sharedCarveouts.bytes;
    for (const Json& value : values && values->is_array() ? *values : Json::array()) {
      const double size = value.is_number() ? value.get<double>() * unit->scale : -1;
      if (!(size >= 0 && size <= m_gpu.l1Bytes.value))
        return wrong(fmt::format("\"{}\" has {}; write sizes of at most \"l1\", {:.10g} {}.", kCarveouts,
                                 valueText(value), m_gpu.l1Bytes.value / unit->scale, unit->name));
      bytes.push_back(static_cast<std::uint64_t>(size));
    }
    if (bytes.empty() || !std::ranges::is_sorted(bytes))
      return wrong(fmt::format("\"{}\" has no \"values\" in rising order; write a list like [0, 32, 64].", kCarveouts));
    STRATA_ASSIGN(m_gpu.sharedCarveouts.kind, kindOf(kCarveouts, figure));
    STRATA_ASSIGN(m_gpu.sharedCarveouts.source, sourceOf(kCarveouts, figure));
    return {};
  }

  Result<const GpuUnit*> unitOf(std::string_view key, std::span<const GpuUnit> units, const Json& figure) const {
    const std::string unit = textField(figure, "unit");
    const auto found = std::ranges::find(units, unit, &GpuUnit::name);
    if (found != units.end()) return &*found;
    const auto all = namesOf(units, &GpuUnit::name);
    return wrong(unit.empty()
                     ? fmt::format("\"{}\" has no \"unit\"; choose from: {}.", key, fmt::join(all, ", "))
                     : fmt::format("\"{}\" is in {}; choose from: {}.", key, inQuotes(unit), fmt::join(all, ", ")));
  }

  Result<Provenance> kindOf(std::string_view key, const Json& figure) const {
    const auto kind = provenanceFromKey(textField(figure, "kind"));
    if (kind && *kind != Provenance::Counted) return *kind;
    return wrong(fmt::format("\"{}\" has no \"kind\"; choose from: spec, measured, modelled.", key));
  }

  Result<std::string> sourceOf(std::string_view key, const Json& figure) const {
    const std::string name = textField(figure, "source"), where = textField(figure, "where");
    const auto known = namesOf(m_sources->items(), [](const auto& item) { return item.key(); });
    if (name.empty()) return wrong(fmt::format("\"{}\" has no \"source\"; name one of \"sources\".", key));
    const Json* source = field(*m_sources, name);
    if (!source)
      return wrong(fmt::format("\"{}\" has the source {}, which is not in \"sources\"; {}", key, inQuotes(name),
                               suggestion(name, known)));
    return source->get<std::string>() + (where.empty() ? "" : "; " + where);
  }

  Result<void> fitsTheArchitecture() const {
    const std::string_view unit = deviceLimits(m_gpu.architecture).value().unit;
    const std::string given = textField(m_root["figures"]["units"], "unit");
    if (given == unit) return {};
    return wrong(fmt::format("\"units\" counts {}s, but those of {} are {}s; count {}s.", given, m_gpu.architecture,
                             unit, unit));
  }

  /// What is farther away is larger and answers later.
  Result<void> rises(std::initializer_list<std::string_view> keys) const {
    const GpuField* before = nullptr;
    for (const std::string_view key : keys) {
      const GpuField& here = *std::ranges::find(gpuFields(), key, &GpuField::key);
      const double value = (m_gpu.*here.figure).value;
      if (value == 0) continue;
      if (before && value < (m_gpu.*before->figure).value)
        return wrong(fmt::format("\"{}\" ({:.10g} {}) is below \"{}\" ({:.10g}); correct one of them.", key, value,
                                 here.units.front().name, before->key, (m_gpu.*before->figure).value));
      before = &here;
    }
    return {};
  }

  Result<std::string> text(const Json& object, std::string_view key, std::string_view whose,
                           std::string_view advice) const {
    std::string found = textField(object, key);
    if (found.empty()) return wrong(fmt::format("{} has no \"{}\"; {}.", whose, key, advice));
    return found;
  }

  Result<void> onlyKeys(const Json& object, std::string_view whose, std::initializer_list<std::string> known) const {
    for (const auto& [key, value] : object.items())
      if (std::ranges::find(known, key) == known.end())
        return wrong(fmt::format("{} has no place for {}; {}", whose, inQuotes(key),
                                 suggestion(key, std::span(known.begin(), known.size()))));
    return {};
  }

  Error wrong(std::string_view what) const { return {ErrorCode::Usage, fmt::format("{}: {}", m_file, what)}; }

  const std::string& m_file;
  const Json& m_root;
  const Json* m_sources = nullptr;
  GpuFigures m_gpu;
};

}  // namespace

std::uint64_t GpuFigures::l1BytesBeside(std::uint64_t sharedBytes) const {
  const auto whole = static_cast<std::uint64_t>(l1Bytes.value);
  const auto& carveouts = sharedCarveouts.bytes;
  if (carveouts.empty()) return whole;
  const auto enough = std::ranges::lower_bound(carveouts, sharedBytes);
  return whole - (enough == carveouts.end() ? carveouts.back() : *enough);
}

GpuFigure GpuFigures::peak(Factors factors) const {
  switch (factors) {
    case Factors::Tf32: return matrixTf32;
    case Factors::F16: return matrixFp16;
    case Factors::Bf16: return matrixBf16;
    case Factors::F32: break;
  }
  constexpr double kFlopOfMultiplyAdd = 2;
  GpuFigure fp32 = fp32PerClock;
  fp32.value *= kFlopOfMultiplyAdd * units.value * clock.value;
  return fp32;
}

Result<GpuFigures> parseGpuFigures(std::string_view text, const std::string& file) {
  STRATA_ASSIGN(const Json root, parseJson(file, text));
  STRATA_ASSIGN(GpuFigures gpu, GpuFileReader(file, root).read());
  gpu.name = std::filesystem::path(file).stem().string();
  return gpu;
}

}  // namespace strata::inline hardware
