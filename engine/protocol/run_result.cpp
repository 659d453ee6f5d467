#include "engine/protocol/run_result.h"

#include <algorithm>
#include <limits>

#include "engine/base/fingerprint.h"
#include "engine/base/torn_frames.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline protocol {

namespace {

std::string_view resultStatusKey(RunResult::Status status) {
  switch (status) {
    case RunResult::Status::Ok: return "ok";
    case RunResult::Status::Failed: return "failed";
    case RunResult::Status::Unsupported: return "unsupported";
    case RunResult::Status::NotRun: return "not_run";
    case RunResult::Status::Stopped: return "stopped";
  }
  return "failed";
}

std::optional<RunResult::Status> statusFromKey(std::string_view key) {
  if (key == kTornStatus) return RunResult::Status::Ok;  // its figures tell
  for (RunResult::Status status : {RunResult::Status::Ok, RunResult::Status::Failed, RunResult::Status::Unsupported,
                                   RunResult::Status::NotRun, RunResult::Status::Stopped})
    if (resultStatusKey(status) == key) return status;
  return std::nullopt;
}

nlohmann::json toJson(const RunResult::Seconds& seconds) {
  if (seconds.repeats == 0) return nullptr;
  return {{"median", numberOrNull(seconds.median)},
          {"min", numberOrNull(seconds.min)},
          {"max", numberOrNull(seconds.max)},
          {"repeats", seconds.repeats},
          {"clock", seconds.clock},
          {"each", seconds.each.empty() ? nlohmann::json(nullptr) : nlohmann::json(seconds.each)}};
}

RunResult::Seconds secondsFromJson(const nlohmann::json& json) {
  RunResult::Seconds seconds;
  seconds.median = numberField(json, "median").value_or(0);
  seconds.min = numberField(json, "min").value_or(0);
  seconds.max = numberField(json, "max").value_or(0);
  seconds.repeats = integerField<int>(json, "repeats");
  seconds.clock = textField(json, "clock", "host");
  if (const nlohmann::json* each = field(json, "each"); each && each->is_array())
    for (const nlohmann::json& time : *each)
      if (time.is_number()) seconds.each.push_back(time.get<double>());
  return seconds;
}

nlohmann::json toJson(const std::optional<RunResult::Check>& check) {
  if (!check) return nullptr;
  return {{"metric", check->metric}, {"value", numberOrNull(check->value)}, {"limit", numberOrNull(check->limit)}};
}

/// A value that JSON could not hold was infinite or not a number: it comes back as not a number.
RunResult::Check checkFromJson(const nlohmann::json& json) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  return {textField(json, "metric"), numberField(json, "value").value_or(kNaN),
          numberField(json, "limit").value_or(kNaN)};
}

nlohmann::json storeysToJson(const std::array<std::int64_t, kStoreyCount>& times) {
  if (times == std::array<std::int64_t, kStoreyCount>{}) return nullptr;
  nlohmann::json json = nlohmann::json::object();
  for (std::size_t i = 0; i < kStoreyCount; ++i) json[std::string(storeys()[i].key)] = times[i];
  return json;
}

nlohmann::json toJson(const std::optional<RunResult::DeviceTime>& time) {
  if (!time) return nullptr;
  return {{"total_ns", time->workNs}, {"busy_ns", time->busyNs}, {"after_return_ns", time->afterReturnNs}};
}

RunResult::DeviceTime deviceTimeFromJson(const nlohmann::json& json) {
  const auto ns = [&](std::string_view name) { return integerField<std::int64_t>(json, name); };
  return {ns("total_ns"), ns("busy_ns"), ns("after_return_ns")};
}

nlohmann::json kindsToJson(const std::map<std::string, Provenance>& kinds) {
  nlohmann::json json = nlohmann::json::object();
  for (const auto& [name, provenance] : kinds) json[name] = provenanceKey(provenance);
  return json;
}

std::map<std::string, Provenance> kindsFromJson(const nlohmann::json& json) {
  std::map<std::string, Provenance> kinds;
  if (!json.is_object()) return kinds;
  for (const auto& [name, value] : json.items())
    if (value.is_string())
      if (const auto provenance = provenanceFromKey(value.get<std::string>())) kinds[name] = *provenance;
  return kinds;
}

/// A list: JSON objects come back in another order.
nlohmann::json figuresToJson(const std::vector<Figure>& figures) {
  nlohmann::json json = nlohmann::json::array();
  for (const Figure& figure : figures)
    json.push_back({{"name", figure.name},
                    {"value", numberOrNull(figure.value)},
                    {"unit", figure.unit},
                    {"kind", provenanceKey(figure.provenance)}});
  return json;
}

std::vector<Figure> figuresFromJson(const nlohmann::json& json) {
  std::vector<Figure> figures;
  if (!json.is_array()) return figures;
  for (const nlohmann::json& each : json) {
    const auto provenance = provenanceFromKey(textField(each, "kind"));
    const auto value = numberField(each, "value");
    if (value && provenance) figures.push_back({textField(each, "name"), *value, textField(each, "unit"), *provenance});
  }
  return figures;
}

nlohmann::json toJson(const WarpExample& example) {
  if (example.offsets.empty()) return nullptr;
  return {{"bytes", example.bytes}, {"offsets", example.offsets}, {"requests", example.requests}};
}

WarpExample exampleFromJson(const nlohmann::json* json) {
  constexpr std::size_t kMostLanes = 64;
  constexpr std::uint32_t kMostBytes = 16;  // no instruction asks for more
  WarpExample example;
  if (json) example.bytes = integerField<std::uint32_t>(*json, "bytes");
  const nlohmann::json* offsets = json ? field(*json, "offsets") : nullptr;
  const bool sound = offsets && offsets->is_array() && offsets->size() <= kMostLanes && example.bytes <= kMostBytes;
  if (!sound) return {};
  example.requests = integerField<std::uint64_t>(*json, "requests");
  for (const nlohmann::json& each : *offsets) example.offsets.push_back(integerValue<std::int64_t>(each).value_or(-1));
  return example;
}

std::vector<WarpExample> examplesFromJson(const nlohmann::json* json) {
  std::vector<WarpExample> examples;
  if (!json || !json->is_array()) return examples;
  for (const nlohmann::json& each : *json)
    if (WarpExample example = exampleFromJson(&each); !example.offsets.empty()) examples.push_back(std::move(example));
  return examples;
}

nlohmann::json placesToJson(const std::vector<ObservedPlace>& places) {
  if (places.empty()) return nullptr;
  nlohmann::json json = nlohmann::json::array();
  for (const ObservedPlace& p : places) {
    nlohmann::json place = {{"file", p.file},         {"line", p.line},
                            {"what", p.what},         {"space", textOrNull(p.space)},
                            {"requests", p.requests}, {"lanes", p.lanes}};
    if (p.space == "global") place.update({{"sectors", p.sectors}, {"used_bytes", p.usedBytes}});
    if (p.lines > 0) place["lines"] = p.lines;
    if (p.space == "shared")
      place.update({{"wavefronts", p.wavefronts}, {"phases", p.phases}, {"worst_ways", p.worstWays}});
    if (!p.widthOf.empty()) place["width_of"] = p.widthOf;
    if (p.column > 0) place["column"] = p.column;
    if (p.partial > 0) place["partial"] = p.partial;
    if (p.sameAddress > 0) place["same_address"] = p.sameAddress;
    if (!p.arrays.empty()) place["arrays"] = p.arrays;
    if (p.turns > 0) place["turns"] = p.turns;
    place["example"] = toJson(p.example);
    for (const WarpExample& other : p.others) place["others"].push_back(toJson(other));
    json.push_back(std::move(place));
  }
  return json;
}

std::vector<std::string> textsFromJson(const nlohmann::json* json) {
  std::vector<std::string> texts;
  if (!json || !json->is_array()) return texts;
  for (const nlohmann::json& each : *json)
    if (each.is_string()) texts.push_back(each.get<std::string>());
  return texts;
}

std::vector<ObservedPlace> placesFromJson(const nlohmann::json& json) {
  std::vector<ObservedPlace> places;
  if (!json.is_array()) return places;
  for (const nlohmann::json& each : json) {
    const auto count = [&](std::string_view name) { return integerField<std::uint64_t>(each, name); };
    places.push_back({textField(each, "file"),
                      integerField<int>(each, "line"),
                      textField(each, "what"),
                      textField(each, "space"),
                      count("requests"),
                      count("lanes"),
                      count("sectors"),
                      count("lines"),
                      count("used_bytes"),
                      count("wavefronts"),
                      count("phases"),
                      integerField<std::uint32_t>(each, "worst_ways"),
                      exampleFromJson(field(each, "example")),
                      examplesFromJson(field(each, "others")),
                      textField(each, "width_of"),
                      count("partial"),
                      integerField<std::uint32_t>(each, "same_address"),
                      integerField<int>(each, "column"),
                      textsFromJson(field(each, "arrays")),
                      count("turns")});
  }
  return places;
}

nlohmann::json callOrNull(std::uint32_t call) {
  return call == 0 ? nlohmann::json(nullptr) : nlohmann::json(call);
}

}  // namespace

std::string ObservedPlace::compiledWidth() const {
  if (widthOf == "nvcc") return "PTX";
  return widthOf.empty() || widthOf == "text" ? std::string() : widthOf + " code";
}

std::string ObservedPlace::arrayText() const {
  std::string text;
  for (const std::string& array : arrays) text.append(text.empty() ? "" : ", ").append(array);
  return text;
}

const Figure* RunResult::figure(std::string_view name) const {
  const auto found = std::ranges::find(figures, name, &Figure::name);
  return found == figures.end() ? nullptr : &*found;
}

bool RunResult::torn() const {
  const auto says = [](const Figure& figure) { return tellsOfTorn(figure.name, figure.value); };
  return status == RunResult::Status::Ok && std::ranges::any_of(figures, says);
}

bool RunResult::leftOut() const {
  return !wasRun() && figure("expected_seconds") != nullptr;
}

bool RunResult::neverRan() const {
  return !text.empty() && status == RunResult::Status::Failed && firstCall == 0 && !error && !findings;
}

nlohmann::json toJson(const RunResult& result) {
  return {
      {"variant", result.variant},
      {"status", resultStatusKey(result.status)},
      {"ok", result.status == RunResult::Status::Ok || (result.status == RunResult::Status::NotRun && result.modelled)},
      {"message", textOrNull(result.message)},
      {"seconds", toJson(result.seconds)},
      {"gflops", numberOrNull(result.gflops)},
      {"gbytes_per_s", numberOrNull(result.gbytesPerSecond)},
      {"share_of_library", numberOrNull(result.shareOfLibrary)},
      {"error", toJson(result.error)},
      {"storeys", storeysToJson(result.storeyNs)},
      {"device_work", toJson(result.deviceTime)},
      {"kinds", kindsToJson(result.kinds)},
      {"figures", figuresToJson(result.figures)},
      {"memory", placesToJson(result.places)},
      {"findings", result.findings ? toJson(*result.findings) : nlohmann::json(nullptr)},
      {"text", textOrNull(result.text)},
      {"text_fingerprint", textOrNull(result.text.empty() ? "" : fingerprint(result.text))},
      {"like", textOrNull(result.like)},
      {"modelled", result.modelled ? toJson(*result.modelled) : nlohmann::json(nullptr)},
      {"details", *result.details},
      {"first_call", callOrNull(result.firstCall)},
      {"last_call", callOrNull(result.lastCall)},
      {"median_call", callOrNull(result.medianCall)}};
}

nlohmann::json toldJson(const RunResult& result) {
  nlohmann::json json = toJson(result);
  if (result.torn()) json.update({{"status", kTornStatus}, {"ok", false}});
  return json;
}

Result<RunResult> runResultFromJson(const nlohmann::json& json) {
  RunResult result;
  result.variant = textField(json, "variant");
  const auto status = statusFromKey(textField(json, "status"));
  if (result.variant.empty() || !status)
    return Error{ErrorCode::Io,
                 "A result in this stream has no variant, or no status that this version knows; it was skipped."};
  result.status = *status;
  result.message = textField(json, "message");
  if (const nlohmann::json* seconds = field(json, "seconds")) result.seconds = secondsFromJson(*seconds);
  result.gflops = numberField(json, "gflops");
  result.gbytesPerSecond = numberField(json, "gbytes_per_s");
  result.shareOfLibrary = numberField(json, "share_of_library");
  if (const nlohmann::json* error = field(json, "error"); error && error->is_object())
    result.error = checkFromJson(*error);
  if (const nlohmann::json* times = field(json, "storeys"))
    for (std::size_t i = 0; i < kStoreyCount; ++i)
      result.storeyNs[i] = integerField<std::int64_t>(*times, storeys()[i].key);
  if (const nlohmann::json* device = field(json, "device_work"); device && device->is_object())
    result.deviceTime = deviceTimeFromJson(*device);
  if (const nlohmann::json* kinds = field(json, "kinds")) result.kinds = kindsFromJson(*kinds);
  if (const nlohmann::json* figures = field(json, "figures")) result.figures = figuresFromJson(*figures);
  if (const nlohmann::json* modelled = field(json, "modelled")) result.modelled = modelledRunFromJson(*modelled);
  if (const nlohmann::json* places = field(json, "memory")) result.places = placesFromJson(*places);
  if (const nlohmann::json* findings = field(json, "findings"); findings && findings->is_object())
    result.findings = kernelFindingsFromJson(*findings);
  result.text = textField(json, "text");
  result.like = textField(json, "like");
  if (const nlohmann::json* details = field(json, "details")) result.details = *details;
  if (const nlohmann::json* parameters = field(json, "parameters"); parameters && parameters->is_object())
    result.parameters = *parameters;
  result.firstCall = integerField<std::uint32_t>(json, "first_call");
  result.lastCall = integerField<std::uint32_t>(json, "last_call");
  result.medianCall = integerField<std::uint32_t>(json, "median_call");
  return result;
}

}  // namespace strata::inline protocol
