#include "app/lessons/values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <utility>

#include "engine/base/storey.h"
#include "engine/base/text_parts.h"
#include "engine/protocol/nearest_name.h"

namespace strata::inline lessons {
namespace {

using Arguments = std::vector<std::string>;
using MaybeValue = std::optional<Value>;

Provenance kindOf(const RunResult& result, const char* field, Provenance otherwise = Provenance::Measured) {
  const auto found = result.kinds.find(field);
  return found == result.kinds.end() ? otherwise : found->second;
}

const RunResult* resultOf(const LessonRun& run, std::string_view variant) {
  const auto found = std::ranges::find(run.results, variant, &RunResult::variant);
  if (found == run.results.end()) return nullptr;
  return found->status == RunResult::Status::Ok || found->modelled ? &*found : nullptr;
}

MaybeValue timeOf(const RunResult& result) {
  if (result.seconds.repeats == 0) return std::nullopt;
  return Value{result.seconds.median, "s", kindOf(result, "seconds")};
}

constexpr std::string_view kPlaceKinds[] = {"load", "store", "shared_load", "shared_store", "branch"};

/// The places of a kind that an expression counts: "load1" is the first load from global memory in the text's order.
bool isOfKind(const ObservedPlace& place, std::string_view kind) {
  const bool shared = place.space == "shared";
  if (kind == "load" || kind == "store") return place.what == kind && !shared;
  if (kind == "shared_load") return place.what == "load" && shared;
  if (kind == "shared_store") return place.what == "store" && shared;
  return kind == "branch" && place.what == "branch";
}

/// Of "load1" just the first; of "load" all; of "" all there are.
std::vector<const ObservedPlace*> placesOf(const RunResult& result, std::string_view asked) {
  const auto digit = asked.find_first_of("0123456789");
  const std::string_view kind = asked.substr(0, digit);
  std::size_t number = 0;
  if (digit != std::string_view::npos) std::from_chars(asked.data() + digit, asked.data() + asked.size(), number);
  std::vector<const ObservedPlace*> places;
  for (const ObservedPlace& place : result.places)
    if (kind.empty() || isOfKind(place, kind)) places.push_back(&place);
  if (digit == std::string_view::npos) return places;
  if (number == 0 || number > places.size()) return {};
  return {places[number - 1]};
}

constexpr std::pair<std::string_view, std::uint64_t ObservedPlace::*> kCounts[] = {
    {"requests", &ObservedPlace::requests},    {"lanes", &ObservedPlace::lanes},
    {"sectors", &ObservedPlace::sectors},      {"lines", &ObservedPlace::lines},
    {"used_bytes", &ObservedPlace::usedBytes}, {"wavefronts", &ObservedPlace::wavefronts},
    {"phases", &ObservedPlace::phases}};

constexpr double kWordBytes = 4;

MaybeValue countedOf(const RunResult& result, std::string_view what, std::string_view place) {
  const auto places = placesOf(result, place);
  if (places.empty()) return std::nullopt;
  Value value{0, what == "used_bytes" ? "bytes" : "", Provenance::Counted};
  if (what == "ways") {
    for (const ObservedPlace* each : places) value.number = std::max<double>(value.number, each->worstWays);
    return value;
  }
  if (what == "words") {
    for (const ObservedPlace* each : places)
      value.number += static_cast<double>(each->lanes) * each->example.bytes / kWordBytes;
    return value;
  }
  if (what == "line") return Value{static_cast<double>(places.front()->line), "", std::nullopt};
  for (const auto& [name, member] : kCounts)
    if (name == what) {
      for (const ObservedPlace* each : places) value.number += static_cast<double>(each->*member);
      return value;
    }
  return std::nullopt;
}

MaybeValue storeyTime(const RunResult& result, std::string_view key) {
  const auto storey = storeyFromKey(key);
  if (!storey || *storey == Storey::Other) return std::nullopt;
  return Value{static_cast<double>(result.storeyNs[static_cast<std::size_t>(*storey)]) * 1e-9, "s",
               kindOf(result, "storeys")};
}

/// From the call's begin to its end: what the seven storeys sum to.
MaybeValue wholeOf(const RunResult& result) {
  std::int64_t all = 0;
  for (const std::int64_t ns : result.storeyNs) all += ns;
  if (all == 0) return std::nullopt;
  return Value{static_cast<double>(all) * 1e-9, "s", kindOf(result, "storeys")};
}

MaybeValue modelledOf(const RunResult& result, std::string_view bound) {
  if (!result.modelled) return std::nullopt;
  if (bound.empty()) return Value{result.modelled->seconds, "s", Provenance::Modelled};
  for (const ModelledRun::Part& part : result.modelled->only)
    if (part.bound == bound) return Value{part.seconds, "s", Provenance::Modelled};
  return Value{0, "s", Provenance::Modelled};
}

constexpr std::string_view kLaunchKeys[] = {"threads",      "registers",       "spill_bytes",
                                            "shared_bytes", "blocks_per_unit", "seconds"};

/// Of the first launch that the model was given.
MaybeValue launchOf(const RunResult& result, std::string_view key) {
  if (!result.modelled || !result.modelled->launches->is_array() || result.modelled->launches->empty())
    return std::nullopt;
  const nlohmann::json& launch = result.modelled->launches->front();
  const auto found = launch.is_object() ? launch.find(std::string(key)) : launch.end();
  if (found == launch.end() || !found->is_number()) return std::nullopt;
  return Value{found->get<double>(), "", Provenance::Modelled};
}

MaybeValue figureOf(const RunResult& result, std::string_view name) {
  const Figure* figure = result.figure(name);
  return figure ? MaybeValue(Value{figure->value, figure->unit, figure->provenance}) : std::nullopt;
}

MaybeValue parameterOf(const LessonRun& run, const std::string& name) {
  const nlohmann::json& all = *run.parameters;
  const auto found = all.is_object() ? all.find(name) : all.end();
  if (found == all.end() || !found->is_number()) return std::nullopt;
  return Value{found->get<double>(), "", std::nullopt};
}

MaybeValue deviceOf(const LessonRun& run, std::string_view what) {
  const DeviceInfo& device = run.hello.device;
  const auto flag = [](bool on) { return Value{on ? 1. : 0., "", std::nullopt}; };
  if (what == "cpu" || what == "cuda" || what == "hip") return flag(device.backend == what);
  if (what == "gpu") return flag(device.backend == "cuda" || device.backend == "hip");
  if (what == "warp") return Value{static_cast<double>(device.waveSize), "", Provenance::Spec};
  if (what == "units") return Value{static_cast<double>(device.computeUnits), "", Provenance::Spec};
  return std::nullopt;
}

/// "naive.load1" in two.
std::pair<std::string_view, std::string_view> variantAndPlace(std::string_view text) {
  const auto dot = text.find('.');
  if (dot == std::string_view::npos) return {text, {}};
  return {text.substr(0, dot), text.substr(dot + 1)};
}

/// Figures are modelled of the step itself.
std::vector<std::string> gpusOf(const LessonRun& run, const Reference& reference) {
  const RunResult* result = reference.function == "figure" ? nullptr : resultOf(run, stepOf(reference));
  if (!result || !result->modelled || result->modelled->gpuTitle.empty()) return {};
  return {result->modelled->gpuTitle};
}

struct Row {
  ValueFunction function;
  MaybeValue (*answer)(const LessonRun& run, const Arguments& arguments);
};

template <MaybeValue (*of)(const RunResult&)>
MaybeValue ofVariant(const LessonRun& run, const Arguments& arguments) {
  const RunResult* result = resultOf(run, arguments[0]);
  return result ? of(*result) : std::nullopt;
}

template <MaybeValue (*of)(const RunResult&, std::string_view)>
MaybeValue ofVariantAndWord(const LessonRun& run, const Arguments& arguments) {
  const RunResult* result = resultOf(run, arguments[0]);
  return result ? of(*result, arguments.size() > 1 ? std::string_view(arguments[1]) : std::string_view())
                : std::nullopt;
}

MaybeValue gflopsOf(const RunResult& result) {
  return result.gflops ? MaybeValue(Value{*result.gflops * 1e9, "FLOP/s", kindOf(result, "gflops")}) : std::nullopt;
}

MaybeValue bytesPerSecondOf(const RunResult& result) {
  return result.gbytesPerSecond
             ? MaybeValue(Value{*result.gbytesPerSecond * 1e9, "bytes/s", kindOf(result, "gbytes_per_s")})
             : std::nullopt;
}

MaybeValue errorOf(const RunResult& result) {
  return result.error ? MaybeValue(Value{result.error->value, "", kindOf(result, "error")}) : std::nullopt;
}

MaybeValue deviceTimeOf(const RunResult& result) {
  if (!result.deviceTime) return std::nullopt;
  return Value{static_cast<double>(result.deviceTime->workNs) * 1e-9, "s", kindOf(result, "device_work")};
}

MaybeValue countedOfRun(const LessonRun& run, const Arguments& arguments) {
  const auto [variant, place] = variantAndPlace(arguments[1]);
  const RunResult* result = resultOf(run, variant);
  return result ? countedOf(*result, arguments[0], place) : std::nullopt;
}

/// Also of what could not run here.
MaybeValue ranOf(const LessonRun& run, const Arguments& arguments) {
  const auto found = std::ranges::find(run.results, arguments[0], &RunResult::variant);
  if (found == run.results.end()) return std::nullopt;
  return Value{found->status == RunResult::Status::Ok ? 1. : 0., "", std::nullopt};
}

const Row kRows[] = {
    {{"time", "VARIANT", "seconds of the median repeat; measured", 1, 1}, ofVariant<timeOf>},
    {{"flops", "VARIANT", "FLOP/s; measured", 1, 1}, ofVariant<gflopsOf>},
    {{"rate", "VARIANT", "bytes/s of what must be moved at least", 1, 1}, ofVariant<bytesPerSecondOf>},
    {{"error", "VARIANT", "difference from the fp64 reference; measured", 1, 1}, ofVariant<errorOf>},
    {{"device_time", "VARIANT", "seconds of kernels and copies; measured", 1, 1}, ofVariant<deviceTimeOf>},
    {{"storey", "VARIANT, STOREY", "seconds of the median repeat on a storey; measured", 2, 2},
     ofVariantAndWord<storeyTime>},
    {{"whole", "VARIANT", "seconds of all storeys of the median repeat; measured", 1, 1}, ofVariant<wholeOf>},
    {{"figure", "VARIANT, NAME", "a figure of the results, with its own kind", 2, 2}, ofVariantAndWord<figureOf>},
    {{"modelled", "VARIANT[, BOUND]", "seconds on a GPU that is not here, or of one bound alone; modelled", 1, 2},
     ofVariantAndWord<modelledOf>},
    {{"launch", "VARIANT, KEY",
      "threads, registers, spill_bytes, shared_bytes, blocks_per_unit or seconds there; modelled", 2, 2},
     ofVariantAndWord<launchOf>},
    {{"counted", "WHAT, VARIANT[.PLACE]",
      "requests, lanes, words, sectors, lines, used_bytes, wavefronts, phases, ways or line, of all places or of "
      "load1, "
      "shared_load2, store1, branch1, …; counted",
      2, 2},
     countedOfRun},
    {{"ran", "VARIANT", "1, or 0 where it could not run", 1, 1}, ranOf},
    {{"set", "PARAMETER", "a number that was asked for", 1, 1},
     [](const LessonRun& run, const Arguments& arguments) { return parameterOf(run, arguments[0]); }},
    {{"device", "cpu|gpu|cuda|hip|warp|units", "1 or 0; lanes of a warp; SMs, CUs or cores", 1, 1},
     [](const LessonRun& run, const Arguments& arguments) { return deviceOf(run, arguments[0]); }},
};

std::vector<std::string> storeyKeys() {
  std::vector<std::string> keys;
  for (const StoreyInfo& info : storeys())
    if (info.storey != Storey::Other) keys.emplace_back(info.key);
  return keys;
}

std::vector<std::string> countedWords() {
  std::vector<std::string> words{"words", "ways", "line"};
  for (const auto& [name, member] : kCounts) words.emplace_back(name);
  return words;
}

const Row* findRow(std::string_view name) {
  const auto found = std::ranges::find_if(kRows, [&](const Row& row) { return row.function.name == name; });
  return found == std::end(kRows) ? nullptr : &*found;
}

/// Whether the run was asked for with "n=64".
bool wasSet(const LessonRun& run, std::string_view assignment) {
  const auto equals = assignment.find('=');
  const nlohmann::json& all = *run.parameters;
  const auto found = all.is_object() ? all.find(std::string(assignment.substr(0, equals))) : all.end();
  if (found == all.end()) return false;
  const std::string_view value = assignment.substr(equals + 1);
  return found->is_string() ? found->get<std::string>() == value : found->dump() == value;
}

}  // namespace

std::string toText(const Reference& reference) {
  return fmt::format("{}({})", reference.function, fmt::join(reference.arguments, ", "));
}

std::string stepOf(const Reference& reference) {
  const Row* row = findRow(reference.function);
  const auto at = row ? row->function.arguments.find("VARIANT") : std::string_view::npos;
  if (at == std::string_view::npos) return {};
  const auto place = static_cast<std::size_t>(std::ranges::count(row->function.arguments.substr(0, at), ','));
  if (place >= reference.arguments.size()) return {};
  return std::string(variantAndPlace(reference.arguments[place]).first);
}

std::vector<std::string> parametersOf(const Reference& reference) {
  std::vector<std::string> names;
  for (const std::string& argument : reference.arguments)
    if (const auto equals = argument.find('='); equals != std::string::npos || reference.function == "set")
      names.push_back(argument.substr(0, equals));
  return names;
}

std::string strangeWordOf(const Reference& reference) {
  Arguments words;
  std::ranges::copy_if(reference.arguments, std::back_inserter(words),
                       [](const std::string& one) { return one.find('=') == std::string::npos; });
  const auto strange = [&](std::string_view word, const std::vector<std::string>& known) {
    const bool found = std::ranges::find(known, word) != known.end();
    return found ? std::string()
                 : fmt::format("{} has no \"{}\"; {}", reference.function, word, suggestion(word, known));
  };
  if (reference.function == "device") return strange(words[0], partsOf(findRow("device")->function.arguments, '|'));
  if (reference.function == "storey") return strange(words[1], storeyKeys());
  if (reference.function == "launch") return strange(words[1], {std::begin(kLaunchKeys), std::end(kLaunchKeys)});
  if (reference.function == "modelled" && words.size() > 1)
    return strange(words[1], {kBoundKeys.begin(), kBoundKeys.end()});
  if (reference.function != "counted") return {};
  if (std::string what = strange(words[0], countedWords()); !what.empty()) return what;
  const std::string_view place = variantAndPlace(words[1]).second,
                         kind = place.substr(0, place.find_first_of("0123456789"));
  return place.empty() ? std::string() : strange(kind, {std::begin(kPlaceKinds), std::end(kPlaceKinds)});
}

std::span<const ValueFunction> valueFunctions() {
  static const std::vector<ValueFunction> kAll = [] {
    std::vector<ValueFunction> all;
    for (const Row& row : kRows) all.push_back(row.function);
    return all;
  }();
  return kAll;
}

const ValueFunction* findValueFunction(std::string_view name) {
  const Row* row = findRow(name);
  return row ? &row->function : nullptr;
}

void addGpus(const std::vector<std::string>& more, std::vector<std::string>& gpus) {
  for (const std::string& gpu : more)
    if (std::ranges::find(gpus, gpu) == gpus.end()) gpus.push_back(gpu);
}

std::string gpuWords(const std::vector<std::string>& gpus) {
  return fmt::format("{}", fmt::join(gpus, ", "));
}

Result<Value> valueOf(const Reference& reference, std::span<const LessonRun> runs) {
  Arguments words, conditions;
  for (const std::string& argument : reference.arguments)
    (argument.find('=') == std::string::npos ? words : conditions).push_back(argument);
  const Row* row = findRow(reference.function);
  if (!row || words.size() < row->function.least || words.size() > row->function.most)
    return Error{ErrorCode::Usage, fmt::format("{} is no value", toText(reference))};
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    if (!std::ranges::all_of(conditions, [&](const std::string& one) { return wasSet(*run, one); })) continue;
    MaybeValue answer = row->answer(*run, words);
    if (answer && answer->kind == Provenance::Modelled) answer->gpus = gpusOf(*run, reference);
    if (answer) return std::move(*answer);
  }
  return Error{ErrorCode::Unavailable, fmt::format("no run of the lesson tells {}", toText(reference))};
}

}  // namespace strata::inline lessons
