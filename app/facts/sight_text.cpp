#include "app/facts/sight_text.h"

#include <algorithm>
#include <concepts>
#include <limits>
#include <span>
#include <type_traits>

#include "app/facts/choice_names.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline facts {
namespace {

using Json = nlohmann::json;

template <class T>
concept Optional = requires(T value) {
  typename T::value_type;
  value.has_value();
};

Json jsonOf(Dialect dialect) {
  return kDialectNames[static_cast<std::size_t>(dialect)];
}

Json jsonOf(const CompiledSource& source) {
  return {source.variant, source.target};
}

Json jsonOf(const AttentionHead& head) {
  return {head.layer, head.head};
}

template <class T>
Json jsonOf(const T& value) {
  if constexpr (Optional<T>)
    return value ? jsonOf(*value) : Json();
  else
    return value;
}

void take(const Json& json, bool& value) {
  if (json.is_boolean()) value = json.get<bool>();
}

template <std::floating_point T>
void take(const Json& json, T& value) {
  if (json.is_number()) value = static_cast<T>(json.get<double>());
}

template <std::integral T>
void take(const Json& json, T& value) {
  using Limits = std::numeric_limits<T>;
  // What is added to it does not overflow.
  if (const auto whole = integerValue<T>(json)) value = std::clamp<T>(*whole, Limits::min() / 4, Limits::max() / 4);
}

void take(const Json& json, std::string& value) {
  if (json.is_string()) value = json.get<std::string>();
}

/// Of strings.
template <class Strings>
requires std::is_same_v<typename Strings::value_type, std::string>
void take(const Json& json, Strings& value) {
  if (!json.is_array()) return;
  value.clear();
  for (const Json& each : json)
    if (each.is_string()) value.insert(value.end(), each.get<std::string>());
}

void take(const Json& json, AttentionHead& value) {
  if (!json.is_array() || json.size() != 2) return;
  take(json[0], value.layer);
  take(json[1], value.head);
}

void take(const Json& json, std::array<std::int64_t, 2>& value) {
  if (!json.is_array() || json.size() != 2) return;
  take(json[0], value[0]);
  take(json[1], value[1]);
}

void take(const Json& json, CompiledSource& value) {
  if (!json.is_array() || json.size() != 2) return;
  take(json[0], value.variant);
  take(json[1], value.target);
}

void take(const Json& json, std::optional<Dialect>& value) {
  if (!json.is_string()) return;
  if (const auto named = choiceNamed<Dialect>(kDialectNames, json.get_ref<const std::string&>())) value = *named;
}

template <Optional T>
void take(const Json& json, T& value) {
  take(json, value.emplace());
}

/// What is as in a fresh window is left out.
struct Writer {
  Json json = Json::object();

  template <class T>
  void operator()(const char* key, const T& value, const T& usual = {}) {
    if (!(value == usual)) json[key] = jsonOf(value);
  }
  template <class Enum>
  void choice(const char* key, Enum value, std::span<const char* const> names, Enum usual = {}) {
    if (value != usual) json[key] = names[static_cast<std::size_t>(value)];
  }
  template <class Each>
  void within(const char* key, Each each) {
    Writer inner;
    each(inner);
    if (!inner.json.empty()) json[key] = std::move(inner.json);
  }
};

struct Reader {
  const Json& json;

  template <class T>
  void operator()(const char* key, T& value, const T& = {}) {
    if (const Json* found = field(json, key)) take(*found, value);
  }
  template <class Enum>
  void choice(const char* key, Enum& value, std::span<const char* const> names, Enum = {}) {
    const auto found =
        std::ranges::find(names, textField(json, key), [](const char* name) { return std::string(name); });
    if (found != names.end()) value = static_cast<Enum>(found - names.begin());
  }
  template <class Each>
  void within(const char* key, Each each) {
    const Json* found = field(json, key);
    if (!found || !found->is_object()) return;
    Reader inner{*found};
    each(inner);
  }
};

// Stored in shows and settings: names stay, in the order of their enumerators.
constexpr const char* kTableColumns[] = {"name", "total",  "share", "stream_share", "self",  "count",   "mean",
                                         "min",  "median", "p99",   "max",          "begin", "duration"};
constexpr const char* kCompareOf[] = {"events", "ops", "op work", "modules", "module work", "kernels", "frames"};
constexpr const char* kCompareColumns[] = {"name",  "count a",    "count b",         "total a",  "total b",
                                           "ratio", "difference", "self difference", "median a", "median b"};

void eachOfTable(auto& io, auto& table) {
  io("work", table.filter.work);
  io("name", table.filter.name);
  io("expression", table.filter.expression);
  io("least_ns", table.filter.least.ns);
  io("each_event", table.eachEvent);
  io("by_shape", table.byShape);
  io.choice("column", table.column, kTableColumns, TableColumn::Total);
  io("ascending", table.ascending);
}

void eachOfCompare(auto& io, auto& compare) {
  io.choice("of", compare.of, kCompareOf);
  io("name", compare.name);
  io.choice("column", compare.column, kCompareColumns, CompareColumn::Apart);
  io("ascending", compare.ascending);
  io("first", compare.first);
  io("row", compare.row);
}

void eachOfDevice(auto& io, auto& device) {
  io("ops", device.ops);
  io("gap", device.gap);
  io("op", device.op);
  io("unfolded", device.unfolded);
  io("first_gap", device.firstGap);
  io("first_op", device.firstOp);
}

void eachOfCompiled(auto& io, auto& compiled) {
  io("target", compiled.target, CompiledChoices{}.target);
  io("intermediate", compiled.intermediate);
  io("against", compiled.against);
  io("instruction", compiled.instruction);
  io("source_scroll", compiled.sourceScroll);
  io("code_scroll", compiled.codeScroll);
}

void eachOfLanes(auto& io, auto& lanes) {
  io("folded", lanes.folded);
  io("hidden", lanes.hidden);
  io("pinned", lanes.pinned);
  io("order", lanes.order);
}

void eachOfWhatIf(auto& io, auto& what) {
  io("variant", what.variant);
  io("gpu", what.gpu);
  io("threads", what.threads);
  io("registers", what.registers);
  io("clock_hz", what.clock);
  io("bandwidth", what.bandwidth);
}

/// All choices but what names an event, a track or a time.
void eachChoice(auto& io, auto& choices) {
  io.choice("words", choices.vocabulary, kVocabularyNames);
  io.choice("speeds", choices.speeds, kSpeedKindNames);
  io("speed_first", choices.speedFirst);
  io.choice("level", choices.level, kCallLevelNames);
  io("variant", choices.variant);
  io("kernel_file", choices.kernelFile);
  io("lens", choices.lens);
  io("line", choices.line);
  io("kernel_scroll", choices.kernelScroll);
  io("pattern", choices.pattern);
  io("cell", choices.cell);
  io("system", choices.system);
  io("head", choices.head);
  io("token", choices.token);
  io.within("what_if", [&](auto& inner) { eachOfWhatIf(inner, choices.whatIf); });
  io.within("table", [&](auto& inner) { eachOfTable(inner, choices.table); });
  io.within("compare", [&](auto& inner) { eachOfCompare(inner, choices.compare); });
  io.within("device", [&](auto& inner) { eachOfDevice(inner, choices.device); });
  io.within("compiled", [&](auto& inner) { eachOfCompiled(inner, choices.compiled); });
  io.within("lanes", [&](auto& inner) { eachOfLanes(inner, choices.lanes); });
}

/// Times are ns after the session's begin.
Json partJson(TimeRange part, HostTime begin) {
  return {(part.begin - begin).ns, (part.end - begin).ns};
}

void readPart(const Json& json, const char* key, HostTime begin, std::optional<TimeRange>& part) {
  std::array<std::int64_t, 2> times{};
  if (const Json* found = field(json, key)) take(*found, times);
  if (times[1] > times[0]) part = TimeRange{begin + Duration{times[0]}, begin + Duration{times[1]}};
}

Json marksJson(const std::vector<TimelineMark>& marks, HostTime begin) {
  Json all = Json::array();
  for (const TimelineMark& mark : marks) all.push_back({{"at", (mark.time - begin).ns}, {"note", mark.note}});
  return all;
}

void readMarks(const Json& json, HostTime begin, std::vector<TimelineMark>& marks) {
  marks.clear();
  for (const Json& each : json) {
    Duration at{};
    if (const Json* since = field(each, "at")) take(*since, at.ns);
    marks.push_back({begin + at, textField(each, "note")});
  }
  std::ranges::sort(marks, {}, &TimelineMark::time);
}

}  // namespace

std::string sightText(const Sight& sight, const TraceSnapshot& snapshot) {
  const HostTime begin = snapshot.bounds()->begin;
  const TableChoices& table = sight.choices.table;
  Writer writer;
  eachChoice(writer, sight.choices);
  if (table.filter.storey) writer.json["table"]["storey"] = storeyInfo(*table.filter.storey).key;
  if (table.filter.lane) writer.json["table"]["lane"] = laneKey(snapshot.tracks()[*table.filter.lane]);
  if (table.first > 0 && table.firstOf == sight.selection.event) writer.json["table"]["first"] = table.first;
  if (sight.measured) writer.json["measured"] = partJson(*sight.measured, begin);
  if (const auto& walked = sight.choices.device.walked) writer.json["device"]["walked"] = partJson(*walked, begin);
  if (!sight.marks.empty()) writer.json["marks"] = marksJson(sight.marks, begin);
  if (sight.scroll >= 0) writer.json["scroll"] = sight.scroll;
  return jsonLine(writer.json);
}

void readSight(std::string_view text, const TraceSnapshot& snapshot, Sight& sight) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  const auto bounds = snapshot.bounds();
  if (!json.is_object() || !bounds) return;
  Reader reader{json};
  eachChoice(reader, sight.choices);
  reader.within("table", [&](Reader& inner) {
    TableChoices& table = sight.choices.table;
    if (const auto storey = storeyFromKey(textField(inner.json, "storey"))) table.filter.storey = storey;
    const auto lane = std::ranges::find(snapshot.tracks(), textField(inner.json, "lane"), laneKey);
    if (lane != snapshot.tracks().end())
      table.filter.lane = static_cast<std::uint32_t>(lane - snapshot.tracks().begin());
    if (!field(inner.json, "first")) return;
    inner("first", table.first);
    table.firstOf = sight.selection.event;
  });
  readPart(json, "measured", bounds->begin, sight.measured);
  reader.within("device",
                [&](Reader& inner) { readPart(inner.json, "walked", bounds->begin, sight.choices.device.walked); });
  if (const Json* marks = field(json, "marks"); marks && marks->is_array())
    readMarks(*marks, bounds->begin, sight.marks);
  reader("scroll", sight.scroll);
}

SessionMessage marksMessage(const std::vector<TimelineMark>& marks, const TraceSnapshot& snapshot) {
  const Json json{{"marks", marksJson(marks, snapshot.bounds()->begin)}};
  return {MessageKind::Marks, jsonLine(json), {}};
}

std::vector<TimelineMark> marksOf(const TraceSnapshot& snapshot) {
  Sight sight;
  for (const SessionMessage& message : snapshot.messages())
    if (message.kind == MessageKind::Marks) readSight(message.json, snapshot, sight);
  return std::move(sight.marks);
}

}  // namespace strata::inline facts
