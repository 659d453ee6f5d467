#include "layers/workloads/frames/frame_figures.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

#include "engine/base/torn_frames.h"
#include "engine/frames/frame_story.h"
#include "layers/workloads/frames/frames_experiment.h"

#include "engine/base/median.h"

namespace strata::inline workloads {
namespace {

/// The element that so many thousandths of all are not above; all of one run, so it took place.
template <class T, class Of>
T quantile(std::vector<T> values, std::size_t thousandths, Of of) {
  std::ranges::sort(values, {}, of);
  return values[rankPlace(values.size(), thousandths)];
}

}  // namespace

std::optional<Duration> latencyOf(const FrameReport& report, HostTime end) {
  const bool early = report.draw.end < end || (report.unowned != 0 && report.draw.begin < end);
  return early ? std::nullopt : std::optional(report.draw.end - end);
}

void FrameFigures::shown(const FrameReport& report) {
  const bool mayTear = report.unowned != 0;
  ++m_drawn;
  m_rate.drawn(report.frame, report.draw.end);
  if (report.frame <= m_newest) m_onTheirWay = std::min(m_onTheirWay, m_newest - report.frame);
  m_torn += report.tornPixels > 0 ? 1 : 0;
  m_tornAmiss += report.tornPixels > 0 && !mayTear ? 1 : 0;
  m_same += report.verdict == 1 && !mayTear ? 1 : 0;
  m_different += report.verdict == 2 && !mayTear ? 1 : 0;
  m_drawnPixels = report.drawnPixels;
  m_read = report.bytesRead;
  m_uploaded = report.bytesUploaded;
  const auto found = std::ranges::find(m_computed.rbegin(), m_computed.rend(), report.frame, &Computed::frame);
  if (found == m_computed.rend()) return;
  const auto latency = latencyOf(report, found->end);
  if (!latency) return void(++m_early);
  m_clockError = std::max(m_clockError, found->error);
  const HostTime ready = report.upload.begin.ns ? report.upload.end : report.draw.begin;
  m_shown.push_back({*latency, ready - found->end, report.draw.end - report.draw.begin, found->call});
}

void FrameFigures::moved(const FrameMemory& memory) {
  m_copied = memory.moved().copied;
  m_written = memory.moved().written;
  m_signalling = memory.signalling();
}

void FrameFigures::begun(std::uint64_t frame, FramePacing pacing, bool afterBreak) {
  if (afterBreak) m_rate.breakBefore(frame);
  m_newest = frame;
  ++m_onTheirWay;
  if (std::exchange(m_pacing, pacing) != pacing) m_switches.push_back({frame, pacing});
}

Duration FrameFigures::medianLatency() const {
  return quantile(m_shown, 500, &Shown::latency).latency;
}

/// "98 of 120 frames drawn, 22 dropped; 1 MiB copied a frame; switched meanwhile: semaphore off from frame 60"
std::string FrameFigures::message() const {
  constexpr std::size_t kTold = 4;
  std::string text = outcome();
  if (timed() && medianLatency() < m_clockError)
    text += fmt::format("; the latency is less than the clocks of device and host may be apart, {:.3g} µs",
                        static_cast<double>(m_clockError.ns) / 1e3);
  if (m_early > 0 && m_torn == 0 && m_different == 0)
    text +=
        fmt::format("; {} of those drawn are in no time: their drawing began before their kernels had ended", m_early);
  for (std::size_t i = 0; i < std::min(kTold, m_switches.size()); ++i)
    text += fmt::format("{}{} from frame {}", i == 0 ? "; switched meanwhile: " : ", ",
                        pacingWords(m_switches[i].pacing), m_switches[i].frame);
  if (m_switches.size() > kTold) text += fmt::format(", and {} times more", m_switches.size() - kTold);
  return text;
}

/// As views count them in the trace.
std::uint64_t FrameFigures::dropped() const {
  const std::uint64_t known = m_drawn + std::min<std::uint64_t>(m_onTheirWay, kFramesOnTheirWay);
  return m_frames - std::min(m_frames, known);
}

std::string FrameFigures::outcome() const {
  if (m_different > 0)
    return fmt::format("{} of {} compared frames were drawn other than they were computed; no speed is shown",
                       m_different, m_same + m_different);
  if (!m_end.empty()) return fmt::format("{} {} of {} frames were drawn before.", m_end, m_drawn, m_frames);
  if (m_tornAmiss > 0)
    return fmt::format(
        "{} of {} frames torn, {} of them while the semaphore was on: they hold pixels of several frames; no speed is "
        "shown",
        m_torn, m_drawn, m_tornAmiss);
  if (m_torn > 0)
    return fmt::format("{} of {} frames torn: they hold pixels of several frames; no speed is shown", m_torn, m_drawn);
  constexpr double kMebi = 1 << 20;
  const std::uint64_t bytes = m_copied + m_written + m_read + m_uploaded;
  const std::string copied =
      bytes == 0 ? "nothing copied" : fmt::format("{:.3g} MiB copied a frame", static_cast<double>(bytes) / kMebi);
  return fmt::format("{} of {} frames drawn, {} dropped; {}", m_drawn, m_frames, dropped(), copied);
}

RunResult FrameFigures::result() const {
  RunResult result;
  result.variant = frameWayKey(m_way);
  result.message = message();
  const auto add = [&](std::string name, double value, std::string unit, Provenance kind) {
    result.figures.push_back({std::move(name), value, std::move(unit), kind});
  };
  const auto count = [&](std::string name, std::uint64_t value) {
    add(std::move(name), static_cast<double>(value), "", Provenance::Counted);
  };
  count("frames", m_frames);
  count("frames_drawn", m_drawn);
  count("frames_dropped", dropped());
  count(std::string(kFramesTorn), m_torn);
  count("frames_compared", m_same + m_different);
  if (m_early > 0) count(std::string(kFramesEarly), m_early);
  if (!m_computed.empty()) {
    result.firstCall = static_cast<std::uint32_t>(m_computed.front().call);
    result.lastCall = static_cast<std::uint32_t>(m_computed.back().call);
  }
  if (m_different > 0) {
    result.status = RunResult::Status::Failed;
    return result;
  }
  if (m_tornAmiss > 0 || !m_end.empty()) result.status = RunResult::Status::Failed;
  add("frame_bytes_copied", static_cast<double>(m_copied + m_written + m_read + m_uploaded), "B", Provenance::Counted);
  result.details = nlohmann::json{{"copied", m_copied},
                                  {"written", m_written},
                                  {"read", m_read},
                                  {"uploaded", m_uploaded},
                                  {"drawn_pixels", m_drawnPixels},
                                  {"signalled_by", m_signalling},
                                  {"latency", "measured: from the end of the kernel to the end of drawing"}};
  for (const Switch& one : m_switches)
    result.details["switched"].push_back({{"frame", one.frame}, {"pacing", pacingWords(one.pacing)}});
  if (m_computed.empty()) return result;
  const auto computing = quantile(m_computed, 500, &Computed::computing);
  add("computing", computing.computing.seconds(), "s", Provenance::Measured);
  result.medianCall = static_cast<std::uint32_t>(computing.call);
  if (!timed()) return result;
  const Shown median = quantile(m_shown, 500, &Shown::latency);
  result.medianCall = static_cast<std::uint32_t>(median.call);
  result.seconds = {median.latency.seconds(), quantile(m_shown, 0, &Shown::latency).latency.seconds(),
                    quantile(m_shown, 1000, &Shown::latency).latency.seconds(), static_cast<int>(m_shown.size()),
                    "host"};
  if (m_clockError.ns > 0) add(std::string(kClockError), m_clockError.seconds(), "s", Provenance::Measured);
  if (m_shown.size() >= kLeastForP99)
    add("latency_99", quantile(m_shown, 990, &Shown::latency).latency.seconds(), "s", Provenance::Measured);
  // Less than the clocks can tell is no time that was seen.
  if (const Duration handing = quantile(m_shown, 500, &Shown::handing).handing; handing.ns > 0)
    add("handing_over", handing.seconds(), "s", Provenance::Measured);
  if (const auto rate = m_rate.perSecond()) add("frames_per_s", *rate, "frames/s", Provenance::Measured);
  add("drawing", quantile(m_shown, 500, &Shown::drawing).drawing.seconds(), "s", Provenance::Measured);
  return result;
}

}  // namespace strata::inline workloads
