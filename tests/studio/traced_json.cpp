#include "traced_json.h"

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/interchange/unzipped.h"

namespace strata {
namespace {

std::int64_t nsOf(const nlohmann::json& event, const char* key) {
  return std::llround(event[key].get<double>() * 1000);
}

std::int64_t numberOf(const nlohmann::json& event, const char* key) {
  const auto found = event.find(key);
  return found != event.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

}  // namespace

std::filesystem::path tracedFile(const std::string& name) {
  const char* folder = std::getenv("STRATA_TEST_DATA");
  const std::filesystem::path data =
      folder ? std::filesystem::path(folder) : std::filesystem::path(STRATA_SOURCE_DIR) / "../shared/data";
  return data / "traces" / name;
}

std::vector<TracedEvent> tracedEvents(const std::filesystem::path& file) {
  std::vector<TracedEvent> events;
  const auto trace = nlohmann::json::parse(unzipped(file));
  for (const auto& event : trace["traceEvents"]) {
    if (event.value("ph", "") != "X") continue;
    TracedEvent& of = events.emplace_back();
    of.name = event.value("name", "");
    of.category = event.value("cat", "");
    of.pid = numberOf(event, "pid");
    of.tid = numberOf(event, "tid");
    of.begin = nsOf(event, "ts");
    of.end = of.begin + nsOf(event, "dur");
    if (const auto args = event.find("args"); args != event.end()) of.correlation = numberOf(*args, "correlation");
  }
  return events;
}

}  // namespace strata
