#include "engine/interchange/csv.h"

namespace strata::inline interchange {

const Exporter& csvExporter() {
  static constexpr Exporter kExporter{"csv", "Table of events", "csv",
                                      "a table with one row per event, for spreadsheets and scripts", writeCsv};
  return kExporter;
}

}  // namespace strata::inline interchange
