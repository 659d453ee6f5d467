#include "app/studio/frame_form.h"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>

#include "engine/protocol/json_fields.h"
#include "layers/workloads/frames/frames_experiment.h"

namespace strata::inline studio {

Request withSwitches(Request form, const FrameSwitches& now) {
  const bool off = now.pacing == FramePacing::SemaphoreOff;
  form.parameters["semaphore"] = off ? "off" : "on";
  if (!off) form.parameters["pacing"] = now.pacing == FramePacing::LockStep ? kLockStep : kNewestWins;
  if (numberField(*form.parameters, "frames") == 0) form.variants = {std::string(frameWayKey(now.way))};
  return form;
}

}  // namespace strata::inline studio
