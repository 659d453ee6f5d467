#include "engine/backends/null/null_device.h"

#include <gtest/gtest.h>

#include <cstring>
#include <semaphore>
#include <thread>

#include "engine/base/shared_memory.h"

namespace strata {
namespace {

const LaunchShape kOne{{1, 1, 1}, {1, 1, 1}, 0};

TEST(NullDevice, EventsReadTheScriptedTimes) {
  NullScript script;
  script.duration = [](const DeviceWork& work) { return Duration{work.name == "slow" ? 5'000'000 : 7'000}; };
  const auto device = createNullDevice(script);
  auto stream = std::move(device->createStream()).value();
  auto begin = std::move(device->createEvent()).value(), middle = std::move(device->createEvent()).value();
  auto end = std::move(device->createEvent()).value();
  ASSERT_TRUE(stream->record(*begin).ok());
  ASSERT_TRUE(stream->launch({"slow", nullptr}, kOne, {}).ok());
  ASSERT_TRUE(stream->record(*middle).ok());
  ASSERT_TRUE(stream->launch({"quick", nullptr}, kOne, {}).ok());
  ASSERT_TRUE(stream->record(*end).ok());
  EXPECT_EQ(middle->since(*begin).value().ns, 5'000'000);
  EXPECT_EQ(end->since(*middle).value().ns, 7'000);
}

TEST(NullDevice, RefusesToShareWhatTheScriptSays) {
  NullScript script;
  script.identity.device = {4};
  script.refuses = [](SharedKind kind) -> std::optional<Error> {
    if (kind == SharedKind::HostMemory) return std::nullopt;
    return Error{ErrorCode::Unsupported, "not this kind", Storey::Runtime};
  };
  const auto device = createNullDevice(script);
  Interop& interop = *device->interop();
  const UniqueFd memory = makeSharedMemory("test", 4096).value();
  EXPECT_EQ(interop.importMemory({SharedKind::OpaqueMemory, memory.get(), 4096, 0, 16, {{4}, {}}}).error().message,
            "not this kind");
  EXPECT_FALSE(interop.importTimeline({SharedKind::HostTimeline, memory.get(), 0}).ok());
  auto buffer = interop.importMemory({SharedKind::HostMemory, memory.get(), 4096, 16, 16, {}}).value();
  buffer->span<char>()[0] = 'x';
  EXPECT_EQ(static_cast<char>(MappedMemory::map(memory.get(), 4096).value().data()[16]), 'x');
}

TEST(NullDevice, ATimelineThatNeverComesHoldsTheStreamUntilItIsStopped) {
  std::stop_source stop;
  NullScript script;
  script.stop = stop.get_token();
  script.hangs = [](const DeviceWork& work) { return work.kind == WorkKind::Wait && work.value == 2; };
  const auto device = createNullDevice(script);
  Interop& interop = *device->interop();
  auto stream = device->createStream().value();
  auto timeline = interop.importTimeline({}).value();
  ASSERT_TRUE(interop.wait(*stream, *timeline, 1).ok());
  ASSERT_TRUE(interop.signal(*stream, *timeline, 1).ok());
  ASSERT_TRUE(stream->synchronize().ok());
  EXPECT_EQ(timeline->value().value(), 1u);
  ASSERT_TRUE(interop.wait(*stream, *timeline, 2).ok());
  ASSERT_TRUE(interop.signal(*stream, *timeline, 2).ok());
  EXPECT_EQ(device->running(), std::vector<std::string>{"queue wait"});
  std::jthread later([&] { stop.request_stop(); });
  EXPECT_EQ(stream->synchronize().error().code, ErrorCode::Stopped);
  EXPECT_EQ(timeline->value().value(), 1u) << "what follows the wait was not done";
}

TEST(NullDevice, CallsFailOnDemand) {
  NullScript script;
  script.fail = [](std::string_view call) -> std::optional<Error> {
    if (call == "strataLaunchKernel") return Error{ErrorCode::Unsupported, "not today", Storey::Runtime};
    return std::nullopt;
  };
  const auto device = createNullDevice(script);
  auto stream = std::move(device->createStream()).value();
  const auto result = stream->launch({"any", nullptr}, kOne, {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "not today");
  EXPECT_TRUE(stream->synchronize().ok());
}

TEST(NullDevice, KernelHookStandsInForTheCode) {
  NullScript script;
  script.kernel = [](const KernelEntry&, const LaunchShape&, std::span<void*> arguments) {
    **static_cast<int**>(arguments[0]) = 42;
  };
  const auto device = createNullDevice(script);
  auto stream = std::move(device->createStream()).value();
  auto memory = std::move(device->allocate(sizeof(int), MemoryKind::Device)).value();
  auto host = std::move(device->allocate(sizeof(int), MemoryKind::Pinned)).value();
  auto* data = static_cast<int*>(memory->data());
  void* arguments[] = {&data};
  ASSERT_TRUE(stream->launch({"answer", nullptr}, kOne, arguments).ok());
  ASSERT_TRUE(stream->copy(*host, *memory, sizeof(int)).ok());
  EXPECT_EQ(host->span<int>()[0], 42);
}

TEST(NullDevice, HangsUntilStopped) {
  std::stop_source stop;
  NullScript script;
  script.hangs = [](const DeviceWork& work) { return work.name == "endless"; };
  script.stop = stop.get_token();
  const auto device = createNullDevice(script);
  auto stream = std::move(device->createStream()).value(), other = std::move(device->createStream()).value();
  auto event = std::move(device->createEvent()).value();
  ASSERT_TRUE(stream->launch({"endless", nullptr}, kOne, {}).ok());
  ASSERT_TRUE(stream->record(*event).ok());
  EXPECT_EQ(event->poll(), Event::State::Pending);
  EXPECT_TRUE(other->synchronize().ok());

  std::binary_semaphore asked{0};
  std::jthread stopper([&] {
    asked.acquire();
    stop.request_stop();
  });
  asked.release();
  const auto result = device->synchronize();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::Stopped);
  EXPECT_TRUE(stream->synchronize().ok());
}

}  // namespace
}  // namespace strata
