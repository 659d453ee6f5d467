#include "layers/workloads/frames/frame_reports.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/frames/frame_story.h"
#include "engine/trace/trace_args.h"
#include "layers/workloads/frames/frame_figures.h"

namespace strata::inline workloads {
namespace {

bool inside(TimeRange range, TimeRange all) {
  return range.begin.ns == 0 || (range.begin >= all.begin && range.begin <= range.end && range.end <= all.end);
}

constexpr Duration kNoLatency{-1};  // of a frame whose drawing was early
// Numbers that no thread of this machine has (they end at 2^22).
constexpr std::int64_t kGraphicsThread = (std::int64_t{1} << 31) + 1, kWindowThread = kGraphicsThread + 1;

}  // namespace

FrameReports::FrameReports(TraceRecorder& recorder) : m_recorder(recorder), m_begin(hostNow()) {}

void FrameReports::computed(std::uint64_t frame, CallId call) {
  m_kept[frame % kKept] = {frame, call, {}};
}

void FrameReports::ended(std::uint64_t frame, HostTime end) {
  if (Kept& kept = m_kept[frame % kKept]; kept.frame == frame) kept.end = end;
}

bool FrameReports::canBe(const FrameReport& report) const {
  if (m_kept[report.frame % kKept].frame != report.frame || report.frame == 0) return false;
  const TimeRange all{m_begin, hostNow()};
  return inside(report.wait, all) && inside(report.read, all) && inside(report.upload, all) &&
         inside(report.draw, all) && inside({report.shown, report.shown}, all);
}

std::vector<FrameReport> FrameReports::take(ControlPage& page) {
  std::vector<FrameReport> all;
  while (const auto report = page->reports.pop()) {
    if (!canBe(*report)) continue;
    record(*report);
    all.push_back(*report);
  }
  return all;
}

void FrameReports::record(const FrameReport& report) {
  if (m_graphics == QueueId::None) {
    m_graphics = m_recorder.addThreadTrack(TrackKind::Host, Storey::Runtime, kGraphicsThread, story::kGraphics);
    m_copies = m_recorder.addThreadTrack(TrackKind::Host, Storey::Driver, kGraphicsThread, story::kGraphics);
    m_window = m_recorder.addThreadTrack(TrackKind::Host, Storey::Runtime, kWindowThread, story::kWindow);
  }
  const CallId call = m_kept[report.frame % kKept].call;
  const Arg frame{m_recorder.intern(story::kFrame), static_cast<std::int64_t>(report.frame)};
  const auto bytes = [&](std::uint64_t count) {
    return Arg{m_recorder.intern(arg::kBytes), static_cast<std::int64_t>(count)};
  };
  const auto count = [&](std::string_view name, std::uint64_t value) {
    return Arg{m_recorder.intern(name), static_cast<std::int64_t>(value)};
  };
  // What is waited for belongs to no call: it begins before the frame's own does.
  slice(m_graphics, story::kWait, CallId::None, report.wait, std::array{frame});
  slice(m_copies, story::kRead, call, report.read, std::array{frame, bytes(report.bytesRead)});
  slice(m_graphics, story::kUpload, call, report.upload, std::array{frame, bytes(report.bytesUploaded)});
  std::vector<Arg> drawn{frame, Arg{m_recorder.intern(story::kWay), m_recorder.intern(frameWayKey(report.way))},
                         count(story::kDrawn, report.drawnPixels), count(story::kTorn, report.tornPixels)};
  if (const HostTime end = m_kept[report.frame % kKept].end; end.ns != 0)
    drawn.push_back({m_recorder.intern(story::kLatency), latencyOf(report, end).value_or(kNoLatency).ns});
  if (report.unseen != 0) drawn.push_back(count(story::kUnseen, 1));
  if (report.verdict != 0) {
    const std::string hash = fmt::format("{:016x}", report.hash);
    drawn.push_back({m_recorder.intern(story::kHash), m_recorder.intern(hash)});
    drawn.push_back({m_recorder.intern(story::kSame), m_recorder.intern(report.verdict == 1 ? "yes" : "no")});
  }
  slice(m_graphics, story::kDraw, call, report.draw, drawn);
  if (report.shown <= m_shown) return;  // a window shows one frame at a time
  slice(m_window, story::kPresent, call, {std::max(m_shown, report.draw.end), report.shown}, std::array{frame});
  m_shown = report.shown;
}

void FrameReports::slice(QueueId track, std::string_view name, CallId call, TimeRange range,
                         std::span<const Arg> args) {
  if (range.begin.ns == 0) return;
  m_recorder.work(track, EventKind::Slice, m_recorder.intern(name), call, CorrelationId::None, range.begin,
                  range.length(), args);
}

}  // namespace strata::inline workloads
