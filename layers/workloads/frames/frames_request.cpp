#include "layers/workloads/frames/frames_request.h"

#include <nlohmann/json.hpp>

#include "engine/protocol/workload.h"
#include "layers/workloads/frames/frames_experiment.h"

namespace strata::inline workloads {

Result<FramesRequest> framesRequest(const ExperimentInfo& info, const Request& request) {
  nlohmann::json given = *request.parameters;
  if (request.repeat != 0) given["frames"] = request.repeat;
  STRATA_ASSIGN(const nlohmann::json values, resolveParameters(info, given));
  FramesRequest asked;
  asked.content = values["content"].get<std::string>();
  asked.kernel = values["kernel"].get<std::string>();
  asked.side = values["side"].get<std::uint32_t>();
  asked.slotCount = values["slots"].get<std::uint32_t>();
  asked.steps = values["steps"].get<int>();
  asked.iterations = values["iterations"].get<int>();
  asked.layer = values["layer"].get<int>();
  asked.head = values["head"].get<int>();
  asked.frames = values["frames"].get<std::uint64_t>();
  asked.rate = values["rate"].get<int>();
  if (values["pacing"] == kLockStep) asked.pacing = FramePacing::LockStep;
  if (values["semaphore"] == "off") asked.pacing = FramePacing::SemaphoreOff;
  STRATA_ASSIGN(const std::vector<std::string> ways, chosenVariants(info, request.variants));
  for (const std::string& way : ways) asked.ways.push_back(*frameWayFromKey(way));
  if (asked.frames == 0) asked.ways.resize(1);
  return asked;
}

}  // namespace strata::inline workloads
