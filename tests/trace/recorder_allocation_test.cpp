#include "tests/trace/recorder_counting_new.h"
#include "tests/trace/recorder_fixture.h"

namespace strata::test {
namespace {

TEST_F(SmallRecording, NothingIsAllocatedOnceTheThreadHasRecorded) {
  const NameId slice = name("slice");
  const CounterId counter = recorder.addCounter("memory", "bytes", Storey::Runtime);
  const QueueId queue = recorder.addQueue("stream 1", TrackKind::Queue, 1);
  const Arg arg{slice, std::int64_t{1}};
  const ArgsId list = recorder.internArgs({&arg, 1});
  recorder.instant(Storey::Model, slice);
  const std::size_t before = allocationsOfThisThread();
  for (int i = 0; i < 1000; ++i) {  // far more than fits: dropping must not allocate either
    recorder.begin(Storey::Model, slice, recorder.newCall(), recorder.newCorrelation());
    recorder.begin(Storey::Runtime, slice, CallId::None, CorrelationId::None, EventKind::Slice, list);
    recorder.arg(slice, std::int64_t{i});
    recorder.arg(slice, 0.5);
    recorder.arg(slice, slice);
    recorder.instant(Storey::Driver, slice);
    recorder.counter(counter, i);
    recorder.workBegin(queue, EventKind::Kernel, slice, CallId::None, CorrelationId::None);
    recorder.workEnd(queue);
    recorder.work(queue, EventKind::Copy, slice, CallId::None, CorrelationId::None, HostTime{1}, Duration{1});
    recorder.end();
    recorder.end();
  }
  EXPECT_EQ(allocationsOfThisThread(), before);
}

TEST_F(Recording, TheAllocationCounterCounts) {
  const std::size_t before = allocationsOfThisThread();
  const auto memory = std::make_unique<std::string>(100, 'x');
  EXPECT_GE(allocationsOfThisThread(), before + 2);
}

}  // namespace
}  // namespace strata::test
