#include "app/facts/published_times.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/canvas/format.h"
#include "app/facts/variant_facts.h"
#include "app/words/messages.h"
#include "engine/base/json_document.h"
#include "engine/base/read_file.h"
#include "engine/base/shipped.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline facts {
namespace {

PublishedTime timeFrom(const nlohmann::json& json, const nlohmann::json* sources) {
  PublishedTime time;
  time.gpu = textField(json, "gpu");
  time.experiment = textField(json, "experiment");
  time.variant = textField(json, "variant");
  time.source = textField(json, "source");
  time.where = textField(json, "where");
  time.gflops = numberField(json, "gflops");
  time.gbytesPerSecond = numberField(json, "gbytes_per_s");
  time.otherSize = boolField(json, "other_size");
  time.fitted = boolField(json, "fitted");
  time.set = KeptJson::object();
  if (const nlohmann::json* set = field(json, "set"); set && set->is_object()) time.set = *set;
  if (const nlohmann::json* source = sources ? field(*sources, time.source) : nullptr)
    time.sourceName = textField(*source, "name");
  return time;
}

/// What a parameter is where `set` sets what is not at its default.
const nlohmann::json& valueIn(const nlohmann::json& set, const ExperimentInfo& info, const ParameterInfo& parameter) {
  if (const auto given = set.find(parameter.name); given != set.end()) return *given;
  if (!parameter.follows.empty())
    if (const auto other = std::ranges::find(info.parameters, parameter.follows, &ParameterInfo::name);
        other != info.parameters.end())
      return valueIn(set, info, *other);
  return *parameter.defaultValue;
}

/// Whether a run computed what `set` says. How it ran does not matter.
bool sameProblem(const ExperimentInfo& info, const nlohmann::json& ran, const nlohmann::json& set) {
  return ran.is_object() && std::ranges::all_of(info.parameters, [&](const ParameterInfo& parameter) {
           return parameter.ofRun || valueIn(ran, info, parameter) == valueIn(set, info, parameter);
         });
}

std::optional<double> modelledRate(const PublishedTime& time, const ModelledRun& run) {
  return time.gflops ? run.gflops : run.gbytesPerSecond;
}

}  // namespace

Result<std::vector<PublishedTime>> readPublishedTimes(const std::string& path) {
  const auto text = readWholeFile(path);
  if (!text.ok()) return Error{ErrorCode::Io, fmt::format("{} cannot be read; install Strata's assets.", path)};
  STRATA_ASSIGN(const nlohmann::json json, parseJson(path, text.value()));
  const nlohmann::json* times = field(json, "times");
  if (!times || !times->is_array()) return Error{ErrorCode::Usage, fmt::format("{} has no list \"times\".", path)};
  std::vector<PublishedTime> all;
  for (const nlohmann::json& each : *times) {
    all.push_back(timeFrom(each, field(json, "sources")));
    const PublishedTime& time = all.back();
    if (!usable(time.rate()) || time.variant.empty())
      return Error{ErrorCode::Usage, fmt::format("{} has a time without a variant, or without a rate.", path)};
    if (time.sourceName.empty())
      return Error{ErrorCode::Usage,
                   fmt::format("{} does not say who measured {} on {}: name one of \"sources\", each with a \"name\".",
                               path, time.variant, time.gpu)};
  }
  return all;
}

Result<std::vector<PublishedTime>> publishedTimes() {
  return readPublishedTimes((shippedFolder("measurements") / "published.json").string());
}

std::shared_ptr<const std::vector<PublishedTime>> keptPublishedTimes() {
  static const auto kKept = []() -> std::shared_ptr<const std::vector<PublishedTime>> {
    auto times = publishedTimes();
    return times.ok() ? std::make_shared<const std::vector<PublishedTime>>(std::move(times).value()) : nullptr;
  }();
  return kKept;
}

const PublishedTime* publishedFor(const ViewState& state, const RunResult& result) {
  if (!state.session.published || !state.session.experiment || !result.modelled) return nullptr;
  const ExperimentInfo& info = *state.session.experiment;
  const auto found = std::ranges::find_if(*state.session.published, [&](const PublishedTime& time) {
    return !time.otherSize && time.gpu == result.modelled->gpu && time.experiment == info.name &&
           time.variant == result.variant && sameProblem(info, *result.parameters, *time.set);
  });
  return found == state.session.published->end() ? nullptr : &*found;
}

std::string publishedRateText(const PublishedTime& time) {
  return time.gflops ? formatFlopRate(*time.gflops) : formatByteRate(time.rate() * 1e9);
}

std::string publishedBeside(const ViewState& state, const RunResult& result) {
  const PublishedTime* time = publishedFor(state, result);
  const auto modelled = time ? modelledRate(*time, *result.modelled) : std::nullopt;
  if (!modelled) return {};
  return fillText(Msg::PublishedBeside,
                  {publishedRateText(*time), time->sourceName, formatNumber(*modelled / time->rate())});
}

std::string modelAccuracyText() {
  const ModelAccuracy& accuracy = modelAccuracy();
  return fillText(Msg::ModelAccuracy, {formatPercent(accuracy.medianError), std::to_string(accuracy.rows),
                                       formatNumber(accuracy.largestFactor), std::to_string(accuracy.ofAmd)});
}

}  // namespace strata::inline facts
