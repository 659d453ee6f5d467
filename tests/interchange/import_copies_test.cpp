#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/interchange/stack_report.h"
#include "engine/trace/copy_facts.h"
#include "tests/interchange/import_fixture.h"

// Direction, kind of host memory and bytes belong to a copy however its tool told them.

namespace strata::test {
namespace {

struct Told {
  const char *name, *direction, *hostMemory;
};

TEST(CopyFacts, AreReadFromNamesInTheMannerOfEachTool) {
  for (const Told& told :
       {Told{"Memcpy HtoD (Pageable -> Device)", "H→D", "pageable"},
        Told{"Memcpy DtoH (Device -> Pinned)", "D→H", "pinned"}, Told{"Memcpy DtoD (Device -> Device)", "D→D", ""},
        Told{"Memcpy HtoD (Host -> Device)", "H→D", ""}, Told{"Memcpy PtoP", "P→P", ""},
        Told{"Memcpy PtoP (Device -> Device)", "P→P", ""}, Told{"MemcpyP2P", "P→P", ""},
        Told{"Memcpy PeerToPeer", "P→P", ""}, Told{"MemcpyH2D", "H→D", ""}, Told{"MemcpyD2H", "D→H", ""},
        Told{"CopyHostToDevice", "H→D", ""}, Told{"CopyDeviceToDevice", "D→D", ""},
        Told{"MEMORY_COPY_DEVICE_TO_HOST", "D→H", ""}, Told{"Memcpy", "", ""}, Told{"copy", "", ""},
        Told{"h2d_staging", "", ""}, Told{"touch_to_dispatch", "", ""}}) {
    const CopyFacts facts = copyFactsOfName(told.name);
    EXPECT_EQ(facts.direction, told.direction) << told.name;
    EXPECT_EQ(facts.hostMemory, told.hostMemory) << told.name;
  }
}

std::string work(const std::string& category, const std::string& name, int begin, const std::string& args) {
  return R"({"ph":"X","pid":0,"tid":7,"cat":")" + category + R"(","name":")" + name + R"(","ts":)" +
         std::to_string(begin) + R"(,"dur":2,"args":{)" + args + "}}";
}

TEST(ImportedCopies, HaveTheArgumentsOfOurOwn) {
  const auto snapshot = importEvents(work("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 0, R"("bytes":4096)") +
                                     "," + work("gpu_memcpy", "Memcpy DtoH (Device -> Host)", 10, R"("kind":"DtoH")"));
  const auto copy = [&](std::string_view name) { return eventNamed(*snapshot, name); };
  const TraceEvent pageable = copy("Memcpy HtoD (Pageable -> Device)");
  EXPECT_EQ(snapshot->text(pageable, arg::kDirection), "H→D");
  EXPECT_EQ(snapshot->text(pageable, arg::kHostMemory), "pageable");
  EXPECT_EQ(snapshot->number(pageable, arg::kBytes), 4096.0);
  const TraceEvent back = copy("Memcpy DtoH (Device -> Host)");
  EXPECT_EQ(snapshot->text(back, arg::kDirection), "D→H");
  EXPECT_EQ(snapshot->text(back, arg::kHostMemory), "") << "the file does not say which";
  EXPECT_FALSE(snapshot->number(back, arg::kBytes));
  const auto rocprof = importEvents(work("memory_copy", "MEMORY_COPY_HOST_TO_DEVICE", 20, R"("copy_bytes":64)"));
  const TraceEvent down = eventNamed(*rocprof, "MEMORY_COPY_HOST_TO_DEVICE");
  EXPECT_EQ(rocprof->text(down, arg::kDirection), "H→D");
  EXPECT_EQ(rocprof->number(down, arg::kBytes), 64.0);
}

TEST(ImportedCopies, WhoseFileDoesNotSayTheirBytesHaveNoneInTheReport) {
  const auto copies = [](const std::string& events) {
    return nlohmann::json::parse(reportJson(stackReport(*importEvents(events))))["copies"];
  };
  const char *down = "Memcpy HtoD (Pinned -> Device)", *back = "Memcpy DtoH (Device -> Pinned)";
  const auto none = copies(work("gpu_memcpy", down, 0, ""));
  EXPECT_TRUE(none[0]["bytes"].is_null()) << none;
  EXPECT_TRUE(none[0]["gigabytes_per_second"].is_null());
  EXPECT_EQ(none[0]["count_with_bytes"], 0);
  const auto some = copies(work("gpu_memcpy", back, 0, R"("bytes":4096)") + "," + work("gpu_memcpy", back, 10, "") +
                           "," + work("gpu_memcpy", back, 20, R"("bytes":4096)"));
  EXPECT_TRUE(some[0]["bytes"].is_number_integer()) << some;
  EXPECT_EQ(some[0]["bytes"], 8192);
  EXPECT_EQ(some[0]["count"], 3);
  EXPECT_EQ(some[0]["count_with_bytes"], 2);
  EXPECT_DOUBLE_EQ(some[0]["gigabytes_per_second"], 8192 / 4000.0) << "in the time of those whose bytes are known";
  const auto empty = copies(work("gpu_memcpy", down, 0, R"("bytes":0)"));
  EXPECT_EQ(empty[0]["bytes"], 0) << "the file says so";
}

TEST(ImportedCopies, OfXlaSaySizeAndKindInOneText) {
  const auto snapshot = importEvents(
      R"json({"ph":"M","pid":1,"name":"process_name","args":{"name":"/device:GPU:0"}},
         {"ph":"M","pid":1,"tid":13,"name":"thread_name","args":{"name":"Stream #13(MemcpyH2D)"}},
         {"ph":"X","pid":1,"tid":13,"ts":10,"dur":5,"name":"MemcpyH2D",
          "args":{"memcpy_details":"kind_src:pinned kind_dst:device size:1024 dest:0 async:1"}})json");
  const TraceEvent copy = eventNamed(*snapshot, "MemcpyH2D");
  EXPECT_EQ(snapshot->text(copy, arg::kDirection), "H→D");
  EXPECT_EQ(snapshot->text(copy, arg::kHostMemory), "pinned");
  EXPECT_EQ(snapshot->number(copy, arg::kBytes), 1024.0);
}

TEST(ImportedCopies, AreFoundAmongTheKernelsOfTheirStream) {
  const auto snapshot = importEvents(work("kernel", "a", 0, "") + "," +
                                     work("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 10, R"("bytes":8)") + "," +
                                     work("kernel", "b", 20, ""));
  const std::uint32_t stream = eventNamed(*snapshot, "a").track;
  ASSERT_EQ(snapshot->copies(stream).size(), 1u);
  EXPECT_EQ(snapshot->name(snapshot->event(snapshot->copies(stream)[0]).name), "Memcpy HtoD (Pinned -> Device)");
  EXPECT_EQ(snapshot->until({11'000}).copies(stream).size(), 0u) << "it still runs then";
  EXPECT_EQ(snapshot->until({15'000}).copies(stream).size(), 1u);
}

TEST(ImportedCopies, AMemsetIsDeviceWorkAndNoCopy) {
  const auto snapshot = importEvents(work("gpu_memset", "Memset (Device)", 0, R"("bytes":4)") + "," +
                                     work("gpu_memcpy", "Memcpy", 10, R"("bytes":4)") + "," +
                                     work("kernel", "memset_rows(float*)", 20, "") + "," +
                                     work("kernel", "memset", 30, R"("grid":[1,1,1],"block":[64,1,1])"));
  EXPECT_EQ(eventNamed(*snapshot, "Memset (Device)").kind, EventKind::Kernel);
  const StackReport report = stackReport(*snapshot);
  EXPECT_EQ(report.work.all.memsets, 1u);
  EXPECT_EQ(report.work.all.memsetTime, Duration{2000});
  EXPECT_EQ(report.work.all.kernels, 2u) << "kernels that are called like one";
  EXPECT_EQ(report.work.all.kernelTime, Duration{4000});
  EXPECT_EQ(report.work.all.time(), Duration{8000});
  ASSERT_EQ(report.memsets.size(), 1u);
  EXPECT_EQ(report.memsets[0].name, "Memset (Device)");
  EXPECT_EQ(report.kernels.size(), 2u);
  const auto json = nlohmann::json::parse(reportJson(report));
  EXPECT_EQ(json["device_work"]["memsets"], 1);
  EXPECT_EQ(json["device_work"]["kernels"], 2);
  EXPECT_EQ(json["memsets"][0]["total_ns"], 2000);
  EXPECT_EQ(json["kernels"].size(), 2u);
  ASSERT_EQ(report.copies.size(), 1u);
  EXPECT_EQ(report.copies[0].time.count, 1u);
  EXPECT_EQ(report.copies[0].direction, "") << "a stream is no direction";
}

}  // namespace
}  // namespace strata::test
