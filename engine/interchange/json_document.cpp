#include "engine/interchange/json_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/interchange/byte_source.h"

namespace strata::inline interchange {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostBytes = std::size_t{256} << 20;
constexpr std::size_t kReadStep = std::size_t{1} << 20;
constexpr double kMostNs = 4e18;

const Json kNothing;

}  // namespace

Result<Json> readJson(const InputFile& file) {
  STRATA_ASSIGN(const auto source, openBytes(file));
  const auto refuse = [&](std::string_view why) {
    return Error{ErrorCode::Io, fmt::format("Cannot read {}: {}.", file.name(), why), Storey::Other};
  };
  std::string text;
  for (std::size_t got = 1, size = 0; got > 0; size += got, text.resize(size)) {
    if (size > kMostBytes) return refuse("a profile of its kind may have at most 256 MiB of text, and it has more");
    text.resize(size + kReadStep);
    got = source->read(text.data() + size, kReadStep);
  }
  if (const std::string failure = source->failure(); !failure.empty()) return refuse(failure);
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return refuse("its JSON is damaged or cut off, and its parts make sense only together");
  return json;
}

const Json& memberOf(const Json& object, std::string_view key) {
  if (!object.is_object()) return kNothing;
  const auto found = object.find(key);
  return found == object.end() ? kNothing : *found;
}

const Json& elementOf(const Json& array, std::size_t index) {
  return array.is_array() && index < array.size() ? array[index] : kNothing;
}

std::string_view textOf(const Json& value) {
  return value.is_string() ? std::string_view(value.get_ref<const std::string&>()) : std::string_view{};
}

double numberOf(const Json& value, double otherwise) {
  return value.is_number() ? value.get<double>() : otherwise;
}

std::int64_t indexOf(const Json& value) {
  return value.is_number_integer() ? std::max<std::int64_t>(value.get<std::int64_t>(), -1) : -1;
}

HostTime timeOf(double value, double nsPerUnit) {
  const double ns = std::round(value * nsPerUnit);
  return {std::isfinite(ns) ? static_cast<std::int64_t>(std::clamp(ns, -kMostNs, kMostNs)) : 0};
}

}  // namespace strata::inline interchange
