#include <gtest/gtest.h>

#include <array>
#include <bit>

#include "app/canvas/recording_canvas.h"
#include "app/facts/memory_allocations.h"
#include "app/facts/memory_copies.h"
#include "app/facts/memory_facts.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/sample_session.h"

// The memory view of a session that agents of several devices wrote: it is of one device at a time.

namespace strata::memory_devices_test {
namespace {

/// Agents one after the other, each with a peak of its memory and a copy.
struct AgentsInTurn {
  TraceStore store;

  std::uint32_t track(std::uint32_t run, std::uint32_t part, TrackKind kind, const std::string& device) {
    TrackInfo info;
    info.uuid = std::uint64_t{run} << 32 | part;
    info.kind = kind;
    info.name = kind == TrackKind::Counter ? "device memory" : "copy H→D";
    info.unit = kind == TrackKind::Counter ? "bytes" : "";
    info.device = device;
    return store.track(info);
  }

  EventRef agent(std::uint32_t run, const std::string& device, double peak, std::int64_t copyTook) {
    TraceEvent value;
    value.kind = EventKind::Counter;
    value.track = track(run, 1, TrackKind::Counter, device);
    for (const double bytes : {peak, peak / 2}) {
      value.begin = {1'000'000 * run + (bytes < peak ? 10 : 0)};
      value.payload = std::bit_cast<std::int64_t>(bytes);
      store.add(value);
    }
    const std::array args{Arg{store.intern(arg::kBytes), std::int64_t{1 << 20}},
                          Arg{store.intern(arg::kDirection), store.intern("H→D")}};
    TraceEvent copy;
    copy.kind = EventKind::Copy;
    copy.track = track(run, 2, TrackKind::Copy, device);
    copy.begin = {1'000'000 * run + 20};
    copy.payload = copyTook;
    return store.add(copy, args);
  }

  ViewState state() const {
    ViewState state;
    state.session.snapshot = store.snapshot();
    state.session.hello = sampleHello();
    state.sight.range = *state.session.snapshot->bounds();
    return state;
  }
};

TEST(MemoryOfDevices, PeaksAndCopiesAreOfTheWholeSessionWhicheverAgentSawThem) {
  AgentsInTurn agents;
  const EventRef early = agents.agent(1, "cpu:0 AMD EPYC 9354", 192 << 20, 100'000);
  agents.agent(2, "cpu:0 AMD EPYC 9354", 48 << 20, 400'000);
  ViewState state = agents.state();
  MemoryFacts facts = memoryFacts(state);
  ASSERT_TRUE(facts.device && facts.device->now);
  EXPECT_EQ(facts.device->now->value, 24 << 20) << "in use is what the newest says";
  EXPECT_EQ(facts.device->peak, 192 << 20);
  EXPECT_EQ(facts.down.copies, 2u);
  EXPECT_DOUBLE_EQ(facts.down.best.value_or(0), (1 << 20) / 100e-6);
  RecordingCanvas tall;
  findView("memory")->draw(tall, {0, 0, 1294, 700}, state);
  EXPECT_NE(tall.findText(text(Msg::AllocationsOfOne)), nullptr) << "the plot is of one of them";
  state.sight.selection = {early, CallId::None};
  facts = memoryFacts(state);
  EXPECT_EQ(facts.device->now->value, 96 << 20);
  EXPECT_EQ(facts.device->peak, 192 << 20) << "no other peak at a selection";
}

TEST(MemoryOfDevices, WhatAnAgentOnAnotherDeviceDidIsNotThisDevices) {
  AgentsInTurn agents;
  const EventRef there = agents.agent(1, "cuda:0 NVIDIA H200", 192 << 20, 100'000);
  agents.agent(2, "cpu:0 AMD EPYC 9354", 48 << 20, 400'000);
  ViewState state = agents.state();
  EXPECT_EQ(memoryFacts(state).device->peak, 48 << 20);
  EXPECT_EQ(memoryFacts(state).down.copies, 1u);
  EXPECT_DOUBLE_EQ(memoryFacts(state).down.best.value_or(0), (1 << 20) / 400e-6);
  state.sight.selection = {there, CallId::None};
  EXPECT_EQ(memoryFacts(state).device->peak, 192 << 20);
  EXPECT_EQ(memoryFacts(state).down.copies, 1u);
}

TEST(MemoryOfDevices, WhatAnAgentHadIsNoLongerInUseAfterItsEnd) {
  AgentsInTurn agents;
  const EventRef killed = agents.agent(1, "cpu:0 AMD EPYC 9354", 192 << 20, 100'000);
  agents.store.endAgents();
  agents.agent(2, "cpu:0 AMD EPYC 9354", 48 << 20, 400'000);
  ViewState state = agents.state();
  EXPECT_EQ(memoryFacts(state).device->highest, 192 << 20);
  state.session.timed = {{CallId{1}, CallId{1}, {{1'900'000}, {2'500'000}}}};
  EXPECT_EQ(memoryFacts(state).device->peak, 48 << 20) << "a peak of a later run";
  state.session.timed.front().range.begin = {1'000'015};
  EXPECT_EQ(memoryFacts(state).device->peak, 96 << 20) << "of one that it was there for";
  state.sight.selection = {killed, CallId::None};
  EXPECT_EQ(memoryFacts(state).device->now->value, 96 << 20);
}

TEST(MemoryOfDevices, NothingIsInUseOnceTheLastAgentHasEnded) {
  AgentsInTurn agents;
  agents.agent(1, "cpu:0 AMD EPYC 9354", 192 << 20, 100'000);
  EXPECT_EQ(memoryFacts(agents.state()).device->now->value, 96 << 20);
  agents.store.endAgents();
  const ViewState state = agents.state();
  const MemoryFacts facts = memoryFacts(state);
  EXPECT_EQ(facts.device->now->value, 0);
  const AllocationMap map = allocationMap(*state.session.snapshot, facts.device->track, {9'000'000});
  ASSERT_EQ(map.largest.size(), 1u);
  EXPECT_EQ(map.largest[0].end, state.session.snapshot->bounds()->end) << "what was not freed went with it";
}

DeviceInfo gpuOfAnotherAgent() {
  DeviceInfo gpu;
  gpu.backend = "cuda";
  gpu.name = "NVIDIA H200";
  gpu.computeUnits = 132;
  gpu.computeUnitName = "SM";
  gpu.memoryBytes = std::uint64_t{141} << 30;
  gpu.facts.push_back({"link bandwidth", 55.0, "GB/s", Provenance::Spec});
  return gpu;
}

TEST(MemoryOfDevices, ADevicesCopiesAndMemoryAreJudgedByItsOwnFigures) {
  AgentsInTurn agents;
  const EventRef there = agents.agent(1, "cuda:0 NVIDIA H200", 192 << 20, 100'000);
  const EventRef here = agents.agent(2, "cpu:0 AMD EPYC 9354", 48 << 20, 400'000);
  ViewState state = agents.state();
  state.session.hello->device.facts.push_back({"L2 cache", 8 << 20, "B", Provenance::Spec});
  state.session.devices = {gpuOfAnotherAgent(), state.session.hello->device};
  const auto isCpus = [](const MemoryFacts& facts) {
    return facts.sameRam && facts.cachedCopy && !facts.linkSpec && facts.units != 132;
  };
  const auto isGpus = [](const MemoryFacts& facts) {
    return !facts.sameRam && !facts.cachedCopy && facts.linkSpec == 55e9 && facts.units == 132 &&
           facts.deviceBytes == static_cast<double>(std::uint64_t{141} << 30);
  };
  EXPECT_TRUE(isCpus(memoryFacts(state)));
  EXPECT_TRUE(memoryFacts(state).down.inCache);
  state.sight.selection = {there, CallId::None};
  EXPECT_TRUE(isGpus(memoryFacts(state)));
  EXPECT_FALSE(memoryFacts(state).down.inCache) << "it crossed a link";
  EXPECT_DOUBLE_EQ(memoryFacts(state).down.best.value_or(0), (1 << 20) / 100e-6);
  state.session.hello->device = gpuOfAnotherAgent();
  EXPECT_TRUE(isGpus(memoryFacts(state)));
  state.sight.selection = {here, CallId::None};
  EXPECT_TRUE(isCpus(memoryFacts(state))) << "and the other way round";
}

TEST(MemoryOfDevices, TheTableHasCopiesOfTheDeviceThatIsShown) {
  AgentsInTurn agents;
  const EventRef there = agents.agent(1, "cuda:0 NVIDIA H200", 192 << 20, 100'000);
  const EventRef here = agents.agent(2, "cpu:0 AMD EPYC 9354", 48 << 20, 400'000);
  ViewState state = agents.state();
  const auto rows = [&] { return copyTable(state, memoryFacts(state)); };
  ASSERT_EQ(rows().rows.size(), 1u);
  EXPECT_EQ(rows().copies, 1u);
  EXPECT_EQ(rows().rows[0].ref, here);
  state.sight.selection = {there, CallId::None};
  ASSERT_EQ(rows().rows.size(), 1u);
  EXPECT_EQ(rows().rows[0].ref, there);
}

TEST(MemoryOfDevices, OfADeviceThatNoAgentToldOfNoFigureIsSaid) {
  AgentsInTurn agents;
  const EventRef there = agents.agent(1, "cuda:0 NVIDIA H200", 192 << 20, 100'000);
  const EventRef before = agents.agent(2, "cpu:0 AMD Ryzen", 48 << 20, 400'000);
  ViewState state = agents.state();
  state.session.hello->device.facts.push_back({"L2 cache", 8 << 20, "B", Provenance::Spec});
  state.sight.selection = {there, CallId::None};
  const MemoryFacts facts = memoryFacts(state);
  EXPECT_FALSE(facts.sameRam || facts.cachedCopy || facts.deviceBytes || facts.linkSpec || facts.bandwidthSpec);
  EXPECT_EQ(facts.units, 0u);
  EXPECT_TRUE(facts.device && facts.device->now) << "what it counted is known";
  state.sight.selection = {before, CallId::None};
  EXPECT_TRUE(memoryFacts(state).sameRam) << "a processor's memory is the host's, whichever it is";
  EXPECT_FALSE(memoryFacts(state).cachedCopy);
}

}  // namespace
}  // namespace strata::memory_devices_test
