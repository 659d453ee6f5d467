#include "small_session.h"

#include <string>

namespace strata {
namespace {

TrackInfo track(std::uint64_t uuid, const char* name, TrackKind kind, Storey storey) {
  TrackInfo info;
  info.uuid = uuid;
  info.name = name;
  info.kind = kind;
  info.storey = storey;
  return info;
}

}  // namespace

SmallSession::SmallSession() {
  const auto add = [this](std::uint32_t on, const char* name, Storey storey, EventKind kind, std::int64_t begin,
                          std::int64_t length, std::uint32_t correlation, std::span<const Arg> args = {}) {
    TraceEvent event;
    event.begin = {begin};
    event.payload = length;
    event.name = store.intern(name);
    event.track = on;
    event.storey = storey;
    event.kind = kind;
    event.call = kind == EventKind::TracingCost ? CallId::None : CallId{1};
    event.correlation = CorrelationId{correlation};
    store.add(event, args);
  };
  const auto top = store.track(track(1, "model", TrackKind::Host, Storey::Model));
  const auto host = store.track(track(2, "runtime", TrackKind::Host, Storey::Runtime));
  const auto queue = store.track(track(3, "stream 1", TrackKind::Queue, Storey::Hardware));
  const auto cost = store.track(track(4, "tracing cost", TrackKind::TracingCost, Storey::Other));
  const std::array<Arg, 3> args{Arg{store.intern(arg::kGridX), std::int64_t{32}},
                                Arg{store.intern(arg::kBlockX), std::int64_t{16}},
                                Arg{store.intern(arg::kBytes), std::int64_t{4096}}};
  add(host, "launchKernel", Storey::Runtime, EventKind::Slice, 100, 100, 7);
  add(host, "synchronize", Storey::Runtime, EventKind::Slice, 280, 100, 0);
  add(queue, "matmulTiled", Storey::Hardware, EventKind::Kernel, 250, 600, 7, args);
  add(cost, "drain", Storey::Other, EventKind::TracingCost, 900, 10, 0);
  add(top, "step 1", Storey::Model, EventKind::Slice, 0, 1000, 0);
  model = {top, 0, 0};
  launch = {host, 0, 0};
  second = {host, 0, 1};
  kernel = {queue, 0, 0};
}

ViewState SmallSession::state() const {
  ViewState state;
  state.session.snapshot = store.snapshot();
  state.sight.range = *state.session.snapshot->bounds();
  state.sight.now = state.sight.range.end;
  return state;
}

}  // namespace strata
