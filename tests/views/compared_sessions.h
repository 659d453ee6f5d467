#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>

#include "app/facts/comparison.h"
#include "tests/views/sample_session.h"

namespace strata::compare_test {

inline ComparedSession side(std::shared_ptr<const TraceSnapshot> snapshot, const char* title) {
  const TimeRange range = *snapshot->bounds();
  return {std::move(snapshot), title, range, {}};
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
