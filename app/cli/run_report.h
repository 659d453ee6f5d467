#pragma once

#include <string>
#include <vector>

#include "app/cli/json_out.h"
#include "app/session/session.h"
#include "engine/protocol/experiment_info.h"

namespace strata::inline cli {

/// All that `strata run` has to say at its end, whether it went well or not.
struct RunReport {
  std::string experiment, device;
  nlohmann::json parameters = nlohmann::json::object();
  std::string file;  ///< empty: none was written
  std::vector<RunResult> results;
  std::optional<Hello> hello;
  std::optional<std::int64_t> clockErrorNs;
  bool traced = true;  ///< events were to be recorded
  std::uint64_t events = 0, dropped = 0;
  std::vector<Error> errors;

  void readFrom(const Session& session);
};

OrderedJson toJson(const RunReport& report);
/// The result table and the time per storey, each column with its kind.
std::string toText(const RunReport& report, const ExperimentInfo& info);

}  // namespace strata::inline cli
