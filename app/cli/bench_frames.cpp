#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <vector>

#include "app/cli/bench_figures.h"
#include "app/cli/progress_line.h"
#include "app/graphics/headless_show.h"
#include "app/session/agents.h"
#include "app/session/session.h"
#include "engine/frames/frame_story.h"
#include "engine/frames/frame_way.h"

namespace strata::inline cli {
namespace {

constexpr int kFrameRounds = 5;
constexpr std::uint32_t kWindow = 512;  ///< pixels a side that are drawn of each frame
constexpr double kInPlaceRatio = 3, kDeviceRatio = 4, kMostHandingOver = 100e-6, kMostRecording = 0.05;

struct Side {
  std::uint32_t pixels;
  int mebibytes;
  int frames;  ///< of a way in a round
};
constexpr Side kSides[] = {{512, 1, 24}, {2048, 16, 24}, {4096, 64, 8}};

/// Of one way at one size: a value a round.
struct WayTimes {
  std::vector<double> latency, handing;
  double copied = 0;
  std::string refusal;
};

double figureOf(const RunResult& result, std::string_view name) {
  const Figure* figure = result.figure(name);
  return figure ? figure->value : 0;
}

/// How far the bench is: "16 MiB a frame, run 7 of 25".
class RoundsLine {
 public:
  explicit RoundsLine(int runs) : m_runs(runs) {}

  void next(int mebibytes) {
    ++m_begun;
    m_mebibytes = mebibytes;
    show({});
  }
  void show(const Answer& news) {
    Answer told;
    told.fraction = (m_begun - 1 + std::clamp(news.fraction, 0.0, 1.0)) / m_runs;
    told.message = fmt::format("{} MiB a frame, run {} of {}", m_mebibytes, m_begun, m_runs);
    m_line.show(told);
  }

 private:
  ProgressLine m_line;
  const int m_runs;
  int m_begun = 0, m_mebibytes = 0;
};

/// All four ways one after the other, in a session of its own.
class FrameBench {
 public:
  FrameBench(FrameShow& show, const std::string& command)
      : m_session(
            SessionOptions{.frames = [&show](FrameSocket socket) { show.attach(std::move(socket)); }, .live = false}),
        m_command(command) {}

  Result<std::vector<RunResult>> run(const Side& side, RoundsLine& rounds) {
    if (!m_started) STRATA_TRY(m_session.start(m_command));
    m_started = true;
    Request request;
    request.name = kFramesExperiment;
    // One slot, and each frame is shown: kernel and window take turns, so no frame waits for the one before.
    request.parameters =
        nlohmann::json{{"side", side.pixels},   {"steps", 1},       {"frames", side.frames}, {"rate", 0}, {"slots", 1},
                       {"pacing", "lock-step"}, {"content", "heat"}};
    STRATA_ASSIGN(const std::uint64_t id, m_session.run(std::move(request)));
    rounds.next(side.mebibytes);
    STRATA_ASSIGN(const Answer answer, m_session.wait(id, [&](const Answer& news) { rounds.show(news); }));
    if (answer.status == Answer::Status::Error) return answer.error;
    if (answer.status != Answer::Status::Done) return Error{ErrorCode::Stopped, "The bench was stopped."};
    return m_session.results();
  }

 private:
  Session m_session;
  std::string m_command;
  bool m_started = false;
};

Result<void> add(std::map<FrameWay, WayTimes>& ways, const std::vector<RunResult>& results) {
  for (const RunResult& result : results) {
    WayTimes& times = ways[frameWayFromKey(result.variant).value_or(FrameWay::Pipe)];
    if (result.status == RunResult::Status::Failed)
      return Error{ErrorCode::CheckFailed, fmt::format("{}: {}", result.variant, result.message)};
    if (!result.wasRun()) {
      times.refusal = result.message;
      continue;
    }
    times.latency.push_back(result.seconds.median);
    if (result.figure("handing_over")) times.handing.push_back(figureOf(result, "handing_over"));
    times.copied = figureOf(result, "frame_bytes_copied");
  }
  return {};
}

void report(BenchFigures& figures, int mebibytes, const std::map<FrameWay, WayTimes>& ways) {
  constexpr double kMilli = 1e3, kMicro = 1e6;
  const auto pipe = ways.find(FrameWay::Pipe);
  for (const auto& [way, times] : ways) {
    const std::string name = fmt::format("{} MiB, {}", mebibytes, frameWayKey(way));
    if (times.latency.empty()) continue;
    figures.push_back(benchFigure(name + ": latency", kMilli * median(times.latency), "ms"));
    if (!times.handing.empty()) {
      figures.push_back(benchFigure(name + ": handing over", kMicro * median(times.handing), "µs"));
      if (way == FrameWay::InPlace || way == FrameWay::Device) figures.back().atMost = kMicro * kMostHandingOver;
    }
    figures.push_back(benchFigure(name + ": copied", times.copied, "B", Provenance::Counted));
    if (way == FrameWay::Pipe || pipe == ways.end() || pipe->second.latency.empty()) continue;
    figures.push_back(
        benchFigure(name + ": times quicker than pipe", median(pipe->second.latency) / median(times.latency), "×"));
    constexpr int kJudged = 16;
    if (mebibytes != kJudged) continue;
    if (way == FrameWay::InPlace) figures.back().atLeast = kInPlaceRatio;
    if (way == FrameWay::Device) figures.back().atLeast = kDeviceRatio;
  }
}

/// What writing down the flow of each frame adds to its latency, at the smallest size, where it weighs most.
Result<BenchFigure> recordingFigure(FrameShow& show, const AgentChoice& agent, RoundsLine& rounds) {
  FrameBench traced(show, agent.command), untraced(show, agent.command + " --no-trace");
  std::vector<double> ratios;
  for (int round = 0; round < kFrameRounds; ++round) {
    std::map<FrameWay, WayTimes> with, without;
    STRATA_ASSIGN(const auto first, traced.run(kSides[0], rounds));
    STRATA_ASSIGN(const auto second, untraced.run(kSides[0], rounds));
    STRATA_TRY(add(with, first));
    STRATA_TRY(add(without, second));
    for (const auto& [way, times] : with)
      if (!times.latency.empty() && !without[way].latency.empty())
        ratios.push_back(times.latency.front() / without[way].latency.front());
  }
  BenchFigure figure = benchFigure("recording adds", median(ratios) - 1, "of the latency");
  figure.atMost = kMostRecording;
  return figure;
}

}  // namespace

Result<BenchFigures> frameFigures() {
  STRATA_ASSIGN(const AgentChoice agent, chooseAgent("cpu"));
  FrameShow show(headlessShow());
  show.setTargetSize(kWindow, kWindow);
  RoundsLine rounds((static_cast<int>(std::size(kSides)) + 2) * kFrameRounds);  // recordingFigure has two runs a round
  BenchFigures figures;
  for (const Side& side : kSides) {
    FrameBench bench(show, agent.command);
    std::map<FrameWay, WayTimes> ways;
    for (int round = 0; round < kFrameRounds; ++round) {
      STRATA_ASSIGN(const auto results, bench.run(side, rounds));
      STRATA_TRY(add(ways, results));
    }
    report(figures, side.mebibytes, ways);
  }
  STRATA_ASSIGN(BenchFigure recording, recordingFigure(show, agent, rounds));
  figures.push_back(std::move(recording));
  return figures;
}

}  // namespace strata::inline cli
