#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "app/facts/comparison.h"
#include "engine/trace/timed_part.h"
#include "tests/views/sample_session.h"

namespace strata::compare_test {

inline ComparedSession side(std::shared_ptr<const TraceSnapshot> snapshot, const char* title) {
  const TimeRange range = *snapshot->bounds();
  return {std::move(snapshot), title, range, {}};
}

/// From each first to its last call: what a run's results were measured with.
inline std::vector<TimedPart> partsOf(const ComparedSession& of, std::vector<std::pair<std::size_t, std::size_t>> all) {
  std::vector<TimedPart> parts;
  for (const auto& [first, last] : all) {
    const std::vector<TimedPart> some = timedPartsOf(first, last, *of.snapshot);
    parts.insert(parts.end(), some.begin(), some.end());
  }
  return parts;
}

/// As a run that all of it is of, of no call.
inline ComparedSession runSide(std::shared_ptr<const TraceSnapshot> snapshot, const char* title) {
  ComparedSession run = side(std::move(snapshot), title);
  run.timed = {{CallId::None, CallId::None, run.range}};
  run.told.repeats = 5;
  return run;
}

inline const ComparedName& lineOf(const Comparison& comparison, std::string_view name) {
  return *std::ranges::find(comparison.of(CompareOf::Events), name, &ComparedName::label);
}

/// Host calls of these names, one behind the other.
inline std::shared_ptr<const TraceSnapshot> launchesOf(std::initializer_list<const char*> names) {
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime);
  std::int64_t begin = 0;
  for (const char* name : names) {
    session.add({.track = runtime, .name = name, .begin = begin, .end = begin + 100, .storey = Storey::Runtime});
    begin += 1000;
  }
  return session.state().session.snapshot;
}

struct KernelTime {
  const char* name;
  std::int64_t ns;
};

/// Kernels of one stream, one behind the other.
inline std::shared_ptr<const TraceSnapshot> kernelsOf(std::initializer_list<KernelTime> kernels) {
  SampleSession session;
  const auto stream = session.stream(1);
  std::int64_t begin = 0;
  for (const auto& [name, ns] : kernels) {
    session.add({.track = stream,
                 .name = name,
                 .begin = begin,
                 .end = begin + ns,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
    begin += ns;
  }
  return session.state().session.snapshot;
}

}  // namespace strata::compare_test
