#include "engine/protocol/request.h"

#include <array>
#include <optional>

#include <fmt/format.h>

#include "engine/protocol/json_fields.h"

namespace strata::inline protocol {

namespace {

using Verb = Request::Verb;

constexpr std::array<std::pair<Verb, std::string_view>, 5> kVerbs{{{Verb::Run, "run"},
                                                                   {Verb::Stop, "stop"},
                                                                   {Verb::Attach, "attach"},
                                                                   {Verb::Probe, "probe"},
                                                                   {Verb::Fetch, "fetch"}}};
constexpr int kDeepest = 8;
constexpr int kMostRepeats = 100'000;

Error wrong(std::string what) {
  return {ErrorCode::Usage, std::move(what)};
}

/// Deep nesting is refused while reading: copying and freeing such a value would cost a stack frame per level.
Result<nlohmann::json> parseObject(std::string_view line) {
  bool deep = false;
  const auto limit = [&deep](int depth, nlohmann::json::parse_event_t, const nlohmann::json&) {
    return !(deep |= depth > kDeepest);
  };
  nlohmann::json object = nlohmann::json::parse(line, limit, false);
  if (deep) return wrong(fmt::format("The request nests lists or objects more than {} deep.", kDeepest));
  if (object.is_discarded())
    return wrong("The request is not valid JSON; send one object on one line, like {\"id\":1,\"run\":\"matmul\"}.");
  if (!object.is_object())
    return wrong("The request is JSON but not an object; send one like {\"id\":1,\"run\":\"matmul\"}.");
  return object;
}

std::optional<nlohmann::json> take(nlohmann::json& object, std::string_view key) {
  const auto found = object.find(key);
  if (found == object.end()) return std::nullopt;
  nlohmann::json value = std::move(*found);
  object.erase(found);
  return value;
}

Result<void> takeId(nlohmann::json& object, Request& request) {
  const auto value = take(object, "id");
  if (!value && request.verb == Verb::Attach) return {};
  if (!value) return wrong("The request has no \"id\"; give it a whole number from 1, different for each request.");
  request.id = integerValue<std::uint64_t>(*value).value_or(0);
  if (request.id == 0) return wrong("The \"id\" of a request must be a whole number from 1.");
  return {};
}

Result<void> takeName(const nlohmann::json& value, std::string_view verb, Request& request) {
  if (!value.is_string() || value.get_ref<const std::string&>().empty())
    return wrong(fmt::format("\"{}\" must be a name in quotes.", verb));
  request.name = value.get<std::string>();
  return {};
}

Result<void> readVerb(const nlohmann::json& value, std::string_view key, Request& request) {
  switch (request.verb) {
    case Verb::Run:
    case Verb::Fetch: return takeName(value, key, request);
    case Verb::Stop: {
      const auto target = integerValue<std::uint64_t>(value);
      if (!target) return wrong("\"stop\" must be the id of a request, or 0 for all.");
      request.target = *target;
      return {};
    }
    case Verb::Attach:
    case Verb::Probe: break;
  }
  if (value != nlohmann::json(true)) return wrong(fmt::format("\"{}\" must be true.", key));
  return {};
}

Result<void> takeVerb(nlohmann::json& object, Request& request) {
  bool found = false;
  for (const auto& [verb, key] : kVerbs) {
    const auto value = take(object, key);
    if (!value) continue;
    if (found) return wrong("A request asks for one thing: run, fetch, stop, attach or probe, not two of them.");
    found = true;
    request.verb = verb;
    STRATA_TRY(readVerb(*value, key, request));
  }
  if (!found) return wrong("The request does not say what to do: run, fetch, stop, attach or probe.");
  return {};
}

Result<void> takeVariants(nlohmann::json& object, Request& request) {
  const auto value = take(object, "variants");
  if (!value || value->is_null()) return {};
  const Error error = wrong("\"variants\" must be a list of names, like [\"naive\",\"tiled\"].");
  if (!value->is_array()) return error;
  for (const nlohmann::json& name : *value) {
    if (!name.is_string()) return error;
    request.variants.push_back(name.get<std::string>());
  }
  return {};
}

Result<void> takeKernels(nlohmann::json& object, Request& request) {
  const auto value = take(object, "own_kernels");
  if (!value || value->is_null()) return {};
  const Error error = wrong(
      "\"own_kernels\" must be a list of objects like "
      "{\"name\":\"mine\",\"file\":\"mine.cu\",\"text\":\"…\",\"like\":\"naive\"}.");
  if (!value->is_array()) return error;
  for (const nlohmann::json& each : *value) {
    if (!each.is_object()) return error;
    OwnKernel kernel{textField(each, "name"), textField(each, "file"), textField(each, "text"),
                     textField(each, "like")};
    if (kernel.name.empty() || kernel.text.empty()) return error;
    if (kernel.file.empty()) kernel.file = kernel.name + ".cu";
    request.kernels.push_back(std::move(kernel));
  }
  return {};
}

Result<void> takeRepeat(nlohmann::json& object, Request& request) {
  const auto value = take(object, "repeat");
  if (!value || value->is_null()) return {};
  const int repeat = integerValue<int>(*value).value_or(-1);
  if (repeat < 0 || repeat > kMostRepeats)
    return wrong(
        fmt::format("\"repeat\" must be a whole number from 1 to {} (0: as the experiment likes).", kMostRepeats));
  request.repeat = repeat;
  return {};
}

Result<void> takeTag(nlohmann::json& object, Request& request) {
  const auto value = take(object, "tag");
  if (!value || value->is_null()) return {};
  if (!value->is_string()) return wrong("\"tag\" must be text in quotes.");
  request.tag = value->get<std::string>();
  return {};
}

}  // namespace

Result<Request> parseRequest(std::string_view line) {
  STRATA_ASSIGN(nlohmann::json object, parseObject(line));
  Request request;
  STRATA_TRY(takeVerb(object, request));
  STRATA_TRY(takeId(object, request));
  STRATA_TRY(takeVariants(object, request));
  STRATA_TRY(takeKernels(object, request));
  STRATA_TRY(takeRepeat(object, request));
  STRATA_TRY(takeTag(object, request));
  request.parameters = std::move(object);
  return request;
}

std::uint64_t requestId(std::string_view line) {
  const Result<nlohmann::json> object = parseObject(line);
  return object.ok() ? integerField<std::uint64_t>(object.value(), "id") : 0;
}

std::string toLine(const Request& request) {
  nlohmann::json object = request.parameters->is_object() ? *request.parameters : nlohmann::json::object();
  if (request.id != 0) object["id"] = request.id;
  switch (request.verb) {
    case Verb::Run: object["run"] = request.name; break;
    case Verb::Fetch: object["fetch"] = request.name; break;
    case Verb::Stop: object["stop"] = request.target; break;
    case Verb::Attach: object["attach"] = true; break;
    case Verb::Probe: object["probe"] = true; break;
  }
  if (!request.tag.empty()) object["tag"] = request.tag;
  if (!request.variants.empty()) object["variants"] = request.variants;
  for (const OwnKernel& kernel : request.kernels)
    object["own_kernels"].push_back(
        {{"name", kernel.name}, {"file", kernel.file}, {"text", kernel.text}, {"like", kernel.like}});
  if (request.repeat != 0) object["repeat"] = request.repeat;
  return jsonLine(object);
}

}  // namespace strata::inline protocol
