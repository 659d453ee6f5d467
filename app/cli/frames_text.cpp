#include "app/cli/frames_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/cli/result_cells.h"
#include "app/still/printable.h"
#include "app/still/result_words.h"
#include "app/still/text_table.h"
#include "app/still/units.h"
#include "engine/base/torn_frames.h"
#include "engine/frames/frame_story.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline cli {
namespace {

std::string countCell(const RunResult& result, std::string_view figure) {
  const Figure* count = result.figure(figure);
  return count ? fmt::format("{:.0f}", count->value) : "–";
}

std::string timeCell(const RunResult& result, std::string_view figure) {
  const Figure* time = result.figure(figure);
  return time ? formatSeconds(time->value) : "–";
}

std::string rateCell(const RunResult& result) {
  const Figure* rate = result.figure("frames_per_s");
  return rate ? fmt::format("{:.3g}", rate->value) : "–";
}

std::string bytesCell(const RunResult& result) {
  const Figure* bytes = result.figure("frame_bytes_copied");
  return bytes ? formatBytes(static_cast<std::uint64_t>(bytes->value)) : "–";
}

std::vector<std::string> wayRow(const RunResult& result) {
  const bool timed = result.seconds.repeats > 0;
  return {printable(result.variant),
          statusText(result),
          countCell(result, "frames"),
          countCell(result, "frames_drawn"),
          countCell(result, "frames_dropped"),
          countCell(result, kFramesTorn),
          timeCell(result, "computing"),
          timed ? formatSeconds(result.seconds.median) : "–",
          timeCell(result, "latency_99"),
          timeCell(result, "handing_over"),
          timeCell(result, "drawing"),
          rateCell(result),
          timed ? fmt::format("{}", result.seconds.repeats) : "–",
          bytesCell(result),
          checkText(result)};
}

/// Pictures are square.
std::string drawnAtText(const std::vector<RunResult>& results) {
  for (const RunResult& result : results)
    if (const double pixels = numberField(*result.details, "drawn_pixels").value_or(0); pixels > 0)
      return fmt::format("Drawn at {0:.0f} × {0:.0f} pixels. ", std::sqrt(pixels));
  return {};
}

/// "pipe, host"; empty: the times of all rest on enough.
std::string fewText(const std::vector<RunResult>& results) {
  std::string ways;
  for (const RunResult& result : results)
    if (result.seconds.repeats > 0 && std::cmp_less(result.seconds.repeats, kFewTimedFrames))
      ways += (ways.empty() ? "" : ", ") + printable(result.variant);
  if (ways.empty()) return {};
  return fmt::format("{}: timed over fewer than {} frames, of which a median says little; run again with more.\n", ways,
                     kFewTimedFrames);
}

/// "host: 3 of 96 drawn frames are in no time, as their drawing began before their kernels had ended."
std::string earlyText(const std::vector<RunResult>& results) {
  std::string text;
  for (const RunResult& result : results)
    if (const Figure* early = result.figure(kFramesEarly); early && result.seconds.repeats > 0)
      text += fmt::format(
          "{}: {:.0f} of {} drawn frames are in no time, as their drawing began before their kernels had ended.\n",
          printable(result.variant), early->value, countCell(result, "frames_drawn"));
  return text;
}

/// "The clocks of device and host agree within 12.0 µs; host: latency less than that."
std::string clockText(const std::vector<RunResult>& results) {
  double apart = 0;
  std::string ways;
  for (const RunResult& result : results) {
    const Figure* error = result.figure(kClockError);
    if (!error) continue;
    apart = std::max(apart, error->value);
    if (result.seconds.median < error->value) ways += (ways.empty() ? "; " : ", ") + printable(result.variant);
  }
  if (apart <= 0) return {};
  if (!ways.empty()) ways += ": latency less than that";
  return fmt::format("The clocks of device and host agree within {} (measured){}.\n", formatSeconds(apart), ways);
}

}  // namespace

bool isOfFrames(const RunResult& result) {
  return result.figure("frames_drawn") != nullptr;
}

bool haveFrames(const std::vector<RunResult>& results) {
  return std::ranges::any_of(results, isOfFrames);
}

std::string framesText(const std::vector<RunResult>& results) {
  TextTable table({"way", "result", "computed", "drawn", "dropped", "torn", "kernels", "latency", "99 % within",
                   "handing over", "drawing", "drawn a second", "timed frames", "copied a frame",
                   "kernel's error, limit"});
  table.alignLeft(1);
  table.add({"", "", "counted", "counted", "counted", "counted", "measured", "measured", "measured", "measured",
             "measured", "measured", "counted", "counted", "measured"});
  for (const RunResult& result : results) table.add(wayRow(result));
  std::string text = table.str() + "\n";
  for (const RunResult& result : results)
    if (result.seconds.repeats == 0 && !result.message.empty())
      text += fmt::format("{}: {}\n", printable(result.variant), printable(result.message));
  return text + fewText(results) + earlyText(results) + clockText(results) + drawnAtText(results) +
         "Times are medians over a way's timed frames. Kernels: from the begin of the first to the end of the one "
         "that made the picture; latency: from there to the end of drawing; handing over is its part before drawing, "
         "–: less than the clocks can tell. Drawn a second: while frames were asked for. Frames that were compared "
         "are left out of the times. Torn: drawn with pixels of several frames; the kernel's error is of the numbers "
         "it computed, against an fp64 reference, and says nothing of that.\n";
}

}  // namespace strata::inline cli
