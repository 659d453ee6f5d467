#include "engine/interchange/exporter.h"

#include <algorithm>

namespace strata::inline interchange {

const Exporter* findExporter(std::string_view name) {
  const auto all = exporters();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Exporter& e) { return e.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace strata::inline interchange
