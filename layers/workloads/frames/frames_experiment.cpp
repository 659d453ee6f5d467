#include "layers/workloads/frames/frames_experiment.h"

#include <string>

#include "engine/frames/frame_story.h"
#include "engine/frames/frame_way.h"

namespace strata::inline workloads {
namespace {

std::vector<std::string> texts(const auto& views) {
  return {views.begin(), views.end()};
}

VariantInfo variantOf(FrameWay way) {
  const auto variant = [&](std::string title, std::string idea) {
    return VariantInfo{std::string(frameWayKey(way)), std::move(title), std::move(idea), "", "", ""};
  };
  switch (way) {
    case FrameWay::Pipe:
      return variant(
          "Through a pipe",
          "The frame is copied to the host, written to a pipe, read by the window and uploaded: each hand it "
          "passes through copies it once more.");
    case FrameWay::Host:
      return variant("Shared host memory",
                     "Both programs map the same host memory: nobody writes or reads a pipe, and one upload remains.");
    case FrameWay::InPlace:
      return variant("Read in place",
                     "The graphics API reads the shared host memory where it lies: nothing is uploaded.");
    case FrameWay::Device:
      return variant("Shared device memory",
                     "Both programs import the same memory of the device: nothing is copied at all.");
  }
  return {};
}

ParameterInfo ofRun(ParameterInfo info) {
  info.ofRun = true;
  return info;
}

ParameterInfo of(std::vector<std::string> contents, ParameterInfo info) {
  return usedWith("content", std::move(contents), std::move(info));
}

}  // namespace

ExperimentInfo framesExperiment() {
  std::vector<VariantInfo> ways;
  for (const FrameWay way : kFrameWays) ways.push_back(variantOf(way));
  return {std::string(kFramesExperiment),
          "One frame, four ways",
          "A kernel computes a picture, and a window shows it: through a pipe, shared host memory, memory that the "
          "graphics API reads in place, or memory of the device that both share.",
          {choiceParameter("content", "Content", texts(kFrameContents),
                           "heat spreads over a plate whose state stays on the device; mandelbrot is computed anew for "
                           "each frame; features: what a stage of the digit reader makes of a picture that you may "
                           "draw on; attention: which tokens a head of the language model looks at, as it writes."),
           of({"heat", "mandelbrot", "features"},
              withNothing(textParameter("kernel", "Kernel", "",
                                        "A step of heat's, mandelbrot's or (of features) conv2d's ladder; empty: the "
                                        "best one here."),
                          "the best one here")),
           integerParameter("side", "Side", 512, 1, kMostFrameSide, "Width and height of the picture in pixels."),
           of({"heat"}, integerParameter("steps", "Time steps", 8, 1, 64, "heat: time steps a frame.")),
           of({"mandelbrot"},
              integerParameter("iterations", "Iterations", 256, 1, 65536,
                               "mandelbrot: a point that is still near after so many counts as one of the set.")),
           of({"features", "attention"},
              integerParameter("layer", "Stage or layer", 0, 0, 1000, "features: a stage; attention: a layer.")),
           of({"attention"}, integerParameter("head", "Head", 0, 0, 1000, "attention: a head of that layer.")),
           ofRun(withNothing(integerParameter("frames", "Frames", 120, 0, 1'000'000,
                                              "Frames each way; until stopped: of the first way alone."),
                             "until stopped")),
           ofRun(withNothing(integerParameter("rate", "Frames a second", 60, 0, 100'000, "No more than this."),
                             "no limit")),
           ofRun(integerParameter("slots", "Slots", 2, 1, kMostFrameSlots,
                                  "Places for frames in the shared memory: with one, kernel and window take turns.")),
           ofRun(choiceParameter("pacing", "Pacing", {std::string(kNewestWins), std::string(kLockStep)},
                                 "newest wins: the kernel never waits for the window, and what is not shown in time is "
                                 "dropped; lock-step: every frame is drawn.")),
           ofRun(choiceParameter("semaphore", "Semaphore", {"on", "off"},
                                 "off: nobody waits, the kernel writes where the window reads, and pictures tear."))},
          std::move(ways),
          "frame"};
}

std::vector<ExperimentInfo> framesExperiments() {
  return {framesExperiment()};
}

}  // namespace strata::inline workloads
