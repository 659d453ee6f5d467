#include "layers/hardware/gpu_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>
#include <set>

#include "engine/base/shipped.h"
#include "layers/hardware/device_limits.h"

namespace strata {
namespace {

using Json = nlohmann::json;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

const std::vector<std::string> kShipped = {"7900xtx", "a100",    "a6000",   "h100",    "h200",    "l4",
                                           "mi300x",  "rtx3060", "rtx3090", "rtx4060", "rtx4090", "t4"};

std::string fileText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string shippedText(const std::string& name) {
  return fileText(shippedFolder("gpus") / (name + ".json"));
}

GpuFigures shipped(const std::string& name) {
  const auto gpu = findGpu(name);
  EXPECT_TRUE(gpu.ok()) << gpu.error().message;
  return gpu.ok() ? gpu.value() : GpuFigures{};
}

/// What the reader says of the A6000's file once `change` was made to it.
std::string refusal(const std::function<void(Json&)>& change) {
  Json json = Json::parse(shippedText("a6000"));
  change(json);
  const auto gpu = parseGpuFigures(json.dump(), "mine.json");
  if (gpu.ok()) return "no error";
  EXPECT_EQ(gpu.error().code, ErrorCode::Usage);
  return gpu.error().message;
}

std::string refusalOfValue(const char* key, const Json& value) {
  return refusal([&](Json& gpu) { gpu["figures"][key]["value"] = value; });
}

class GpuFiles : public testing::Test {
 protected:
  void SetUp() override { setenv("XDG_DATA_HOME", "/nowhere", 1); }
  void TearDown() override { unsetenv("XDG_DATA_HOME"); }
};

TEST_F(GpuFiles, OfStrataAllRead) {
  EXPECT_EQ(gpuNames(), kShipped);
  for (const std::string& name : kShipped) {
    const GpuFigures gpu = shipped(name);
    EXPECT_EQ(gpu.name, name);
    EXPECT_THAT(gpu.title, StartsWith(gpu.vendor));
  }
}

TEST_F(GpuFiles, NameASourceAndAYearForEveryFigure) {
  const std::regex traceable("https://|(19|20)[0-9][0-9]");
  for (const std::string& name : kShipped) {
    const GpuFigures gpu = shipped(name);
    for (const GpuField& field : gpuFields()) {
      const GpuFigure& figure = gpu.*field.figure;
      if (!figure.known()) continue;
      EXPECT_TRUE(std::regex_search(figure.source, traceable)) << name << ", " << field.key << ": " << figure.source;
      // What a formula or a benchmark gave needs to say which.
      if (figure.kind != Provenance::Spec) {
        EXPECT_THAT(figure.source, HasSubstr("; ")) << name << ", " << field.key;
      }
    }
  }
}

TEST_F(GpuFiles, NameNoSourceThatNoFigureHas) {
  for (const std::string& name : kShipped) {
    const Json json = Json::parse(shippedText(name));
    for (const auto& [source, text] : json["sources"].items())
      EXPECT_TRUE(std::ranges::any_of(json["figures"], [&](const Json& each) { return each["source"] == source; }))
          << name << ", " << source;
  }
}

TEST_F(GpuFiles, MeasureWhatNoVendorStates) {
  for (const std::string& name : kShipped) {
    const GpuFigures gpu = shipped(name);
    EXPECT_EQ(gpu.units.kind, Provenance::Spec) << name;
    EXPECT_EQ(gpu.clock.kind, Provenance::Spec) << name;
    EXPECT_EQ(gpu.memoryBandwidth.kind, Provenance::Spec) << name;
    EXPECT_EQ(gpu.l1Latency.kind, Provenance::Measured) << name;
    EXPECT_EQ(gpu.l2Latency.kind, Provenance::Measured) << name;
  }
}

// Arithmetic against the peaks of the data sheets, which the files do not hold.
TEST_F(GpuFiles, ComeToTheArithmeticPeakOfTheDataSheet) {
  const std::map<std::string, double> peaks = {
      {"t4", 8.1},     {"l4", 30.3},   {"rtx3060", 12.7}, {"rtx3090", 35.6}, {"rtx4060", 15.1}, {"rtx4090", 82.6},
      {"a6000", 38.7}, {"a100", 19.5}, {"h100", 66.9},    {"h200", 66.9},    {"mi300x", 163.4}, {"7900xtx", 61.4}};
  for (const std::string& name : kShipped) {
    const GpuFigures gpu = shipped(name);
    const double peak = gpu.peak(Factors::F32).value * 1e-12;
    EXPECT_NEAR(peak / peaks.at(name), 1, 0.02) << name << ": " << peak;
  }
}

// Whole FLOPs a clock and unit, a power of two, as matrix units are built; at the clock that the sheet counts with.
TEST_F(GpuFiles, ComeToWholeMatrixUnits) {
  const std::map<std::string, double> flopsPerClock = {
      {"t4", 1024},    {"l4", 1024},   {"rtx3060", 512}, {"rtx3090", 512}, {"rtx4060", 512}, {"rtx4090", 512},
      {"a6000", 1024}, {"a100", 2048}, {"h100", 4096},   {"h200", 4096},   {"mi300x", 2048}, {"7900xtx", 1024}};
  for (const std::string& name : kShipped) {
    const GpuFigures gpu = shipped(name);
    const double clock = name == "h100" || name == "h200" ? 1.83e9 : gpu.clock.value;
    EXPECT_NEAR(gpu.matrixFp16.value / gpu.units.value / clock / flopsPerClock.at(name), 1, 0.02) << name;
    if (gpu.matrixBf16.known()) {
      EXPECT_DOUBLE_EQ(gpu.matrixBf16.value, gpu.matrixFp16.value) << name;
    }
    if (gpu.matrixTf32.known()) {
      EXPECT_NEAR(gpu.matrixTf32.value / gpu.matrixFp16.value, 0.5, 0.01) << name;
    }
  }
}

TEST_F(GpuFiles, AgreeWithTheLimitsOfTheirArchitecture) {
  for (const std::string& name : kShipped) {
    const GpuFigures gpu = shipped(name);
    const auto limits = deviceLimits(gpu.architecture);
    ASSERT_TRUE(limits.ok()) << name;
    if (limits.value().fp32PerClock > 0) {
      EXPECT_EQ(gpu.fp32PerClock.value, limits.value().fp32PerClock) << name;
    }
    // A scheduler issues one instruction a clock; the one of a CU serves its four SIMDs in turn.
    const bool inTurn = limits.value().unit == "CU";
    EXPECT_EQ(gpu.issuePerClock.value, inTurn ? 1 : limits.value().schedulers) << name;
    const auto& carveouts = gpu.sharedCarveouts.bytes;
    EXPECT_EQ(carveouts.empty(), gpu.vendor == "AMD") << name;
    if (!carveouts.empty()) {
      EXPECT_EQ(carveouts.back(), limits.value().sharedBytes) << name;
    }
    if (gpu.plainFp32PerClock.known()) {
      EXPECT_LT(gpu.plainFp32PerClock.value, gpu.fp32PerClock.value) << name;
    }
  }
}

TEST_F(GpuFiles, AreInTheUnitsOfTheModel) {
  const GpuFigures a6000 = shipped("a6000");
  EXPECT_DOUBLE_EQ(a6000.clock.value, 1.8e9);
  EXPECT_DOUBLE_EQ(a6000.memoryBandwidth.value, 768e9);
  EXPECT_DOUBLE_EQ(a6000.memoryBytes.value, 48.0 * (1 << 30));
  EXPECT_NEAR(a6000.memoryLatency.value, 576, 0.01) << "320 ns of 1.8 GHz";
  EXPECT_NEAR(shipped("a100").l2PerClock.value, 3851, 1) << "5430 GB/s at 1410 MHz";
  EXPECT_FALSE(a6000.lastLevelBytes.known());
  EXPECT_DOUBLE_EQ(shipped("mi300x").l2Parts.value, 8);
}

TEST_F(GpuFiles, OfferTheRestOfL1ToLoads) {
  constexpr std::uint64_t kKiB = 1024;
  const GpuFigures a6000 = shipped("a6000"), t4 = shipped("t4"), mi300x = shipped("mi300x");
  EXPECT_EQ(a6000.l1BytesBeside(0), 128 * kKiB);
  EXPECT_EQ(a6000.l1BytesBeside(1), 120 * kKiB);
  EXPECT_EQ(a6000.l1BytesBeside(64 * kKiB), 64 * kKiB);
  EXPECT_EQ(a6000.l1BytesBeside(64 * kKiB + 1), 28 * kKiB);
  EXPECT_EQ(a6000.l1BytesBeside(~std::uint64_t{0}), 28 * kKiB);
  EXPECT_EQ(t4.l1BytesBeside(0), 64 * kKiB);
  EXPECT_EQ(mi300x.l1BytesBeside(64 * kKiB), 32 * kKiB) << "it has a memory of its own for that";
}

TEST(GpuFigures, OfTextThatIsNoJsonSayWhere) {
  const auto gpu = parseGpuFigures("{\"title\": \"x\",\n  title", "mine.json");
  ASSERT_FALSE(gpu.ok());
  EXPECT_THAT(gpu.error().message, StartsWith("mine.json: JSON (byte"));
  EXPECT_THAT(gpu.error().message, HasSubstr("line 2"));
  EXPECT_THAT(parseGpuFigures("[]", "mine.json").error().message, HasSubstr("one JSON object"));
}

TEST(GpuFigures, WantWhatTheModelNeeds) {
  const auto without = [](const char* key) { return refusal([&](Json& gpu) { gpu["figures"].erase(key); }); };
  EXPECT_EQ(without("clock"),
            "mine.json: the figure \"clock\" is missing (the highest engine clock); add it, in Hz, MHz, GHz.");
  for (const GpuField& field : gpuFields())
    EXPECT_THAT(without(field.key.data()), field.required ? HasSubstr("missing") : HasSubstr("no error")) << field.key;
  EXPECT_EQ(without("shared_carveouts"), "no error");
  EXPECT_EQ(refusal([](Json& gpu) { gpu.erase("title"); }),
            "mine.json: the file has no \"title\"; add one, like \"NVIDIA A100\".");
  EXPECT_THAT(refusal([](Json& gpu) { gpu.erase("sources"); }), HasSubstr("there are no \"sources\""));
  EXPECT_THAT(refusal([](Json& gpu) { gpu["figures"] = 3; }), HasSubstr("there are no \"figures\""));
}

TEST(GpuFigures, HaveUnitsThatFit) {
  const auto in = [](const char* key, const char* unit) {
    return refusal([&](Json& gpu) { gpu["figures"][key]["unit"] = unit; });
  };
  EXPECT_EQ(in("clock", "GB/s"), "mine.json: \"clock\" is in \"GB/s\"; choose from: Hz, MHz, GHz.");
  EXPECT_THAT(in("clock", ""), HasSubstr("\"clock\" has no \"unit\"; choose from"));
  EXPECT_EQ(in("units", "CU"), "mine.json: \"units\" counts CUs, but those of sm_86 are SMs; count SMs.");
  EXPECT_THAT(in("shared_carveouts", "cycles"), HasSubstr("choose from: bytes, KiB, MiB, GiB."));
}

TEST(GpuFigures, AreWithinReason) {
  EXPECT_EQ(refusalOfValue("clock", 1e9),
            "mine.json: \"clock\" is 1000000000.0 MHz; it must be from 100 to 10000 MHz.");
  EXPECT_EQ(refusalOfValue("memory_bandwidth", 0),
            "mine.json: \"memory_bandwidth\" is 0 GB/s; it must be from 1 to 100000 GB/s.");
  EXPECT_EQ(refusalOfValue("units", 0), "mine.json: \"units\" is 0 SM; it must be from 1 to 4096 SM.");
  EXPECT_EQ(refusalOfValue("units", 83.5), "mine.json: \"units\" is 83.5 SM, no whole number of SM; correct it.");
  EXPECT_EQ(refusalOfValue("clock", "fast"), "mine.json: \"clock\" has \"fast\" for a value; write a number.");
  EXPECT_THAT(refusalOfValue("clock", nullptr), HasSubstr("has null for a value"));
  EXPECT_THAT(refusalOfValue("clock", Json::array()), HasSubstr("has a list for a value"));
  for (const GpuField& field : gpuFields())
    for (const double absurd : {-1.0, 0.0, -1e300, 1e300})
      if (Json::parse(shippedText("a6000"))["figures"].contains(field.key)) {
        EXPECT_THAT(refusalOfValue(field.key.data(), absurd), HasSubstr("it must be from")) << field.key;
      }
  const auto beyond = parseGpuFigures("{\"title\": 1e999}", "mine.json");
  ASSERT_FALSE(beyond.ok());
  EXPECT_THAT(beyond.error().message, HasSubstr("number overflow"));
  EXPECT_FALSE(parseGpuFigures("{\"title\": NaN}", "mine.json").ok());
}

TEST(GpuFigures, OfWhatIsFartherAwayAreNotSmaller) {
  EXPECT_EQ(refusalOfValue("l2_latency", 25),
            "mine.json: \"l2_latency\" (25 cycles) is below \"l1_latency\" (33); correct one of them.");
  EXPECT_THAT(refusalOfValue("l2", 64), HasSubstr("\"l2\" (65536 bytes) is below \"l1\" (131072)"));
  EXPECT_THAT(refusalOfValue("l1_sector", 256), HasSubstr("\"l1_line\" (128 bytes) is below \"l1_sector\" (256)"));
}

TEST(GpuFigures, AreOfAnArchitectureThatIsKnown) {
  const std::string message = refusal([](Json& gpu) { gpu["architecture"] = "sm_99"; });
  EXPECT_THAT(message, StartsWith("mine.json: the architecture \"sm_99\" is not known; known are sm_70, sm_75,"));
  EXPECT_THAT(message, EndsWith("gfx1201."));
}

TEST(GpuFigures, OfMistypedNamesSayTheNearest) {
  const auto added = [](const char* key, const Json& value) {
    return refusal([&](Json& gpu) { gpu["figures"][key] = value; });
  };
  EXPECT_EQ(added("clok", Json::object()), "mine.json: there is no figure \"clok\"; did you mean 'clock'?");
  EXPECT_EQ(refusal([](Json& gpu) { gpu["figures"]["clock"]["vale"] = 1; }),
            "mine.json: \"clock\" has no place for \"vale\"; did you mean 'value'?");
  EXPECT_EQ(refusal([](Json& gpu) { gpu["architectur"] = 1; }),
            "mine.json: the file has no place for \"architectur\"; did you mean 'architecture'?");
  EXPECT_THAT(added("clock", 1800), HasSubstr("\"clock\" is 1800; write {\"value\": …"));
  EXPECT_THAT(added(std::string(3000, 'x').c_str(), 1), HasSubstr("xxx…\""));
  EXPECT_THAT(added("a\x1b[31m", 1), HasSubstr("\\u001b[31m"));
}

TEST(GpuFigures, SayWhereTheyAreFrom) {
  const auto with = [](const char* key, const Json& value) {
    return refusal([&](Json& gpu) { gpu["figures"]["clock"][key] = value; });
  };
  EXPECT_EQ(with("source", ""), "mine.json: \"clock\" has no \"source\"; name one of \"sources\".");
  EXPECT_EQ(with("source", "shet"),
            "mine.json: \"clock\" has the source \"shet\", which is not in \"sources\"; did you mean 'sheet'?");
  EXPECT_EQ(with("kind", "guess"), "mine.json: \"clock\" has no \"kind\"; choose from: spec, measured, modelled.");
  EXPECT_THAT(with("kind", "counted"), HasSubstr("choose from: spec, measured, modelled"));
  EXPECT_THAT(refusal([](Json& gpu) { gpu["sources"]["sheet"] = ""; }), HasSubstr("the source \"sheet\" is no text"));
}

TEST(GpuFigures, HaveCarveoutsWithinL1) {
  const auto with = [](const Json& values) {
    return refusal([&](Json& gpu) { gpu["figures"]["shared_carveouts"]["values"] = values; });
  };
  EXPECT_THAT(with({0, 32, 200}), HasSubstr("\"shared_carveouts\" has 200; write sizes of at most \"l1\", 128 KiB."));
  EXPECT_THAT(with({32, 0}), HasSubstr("in rising order"));
  EXPECT_THAT(with(Json::array()), HasSubstr("in rising order"));
  EXPECT_THAT(with("all"), HasSubstr("in rising order"));
  EXPECT_THAT(with({0, "x"}), HasSubstr("has \"x\""));
}

TEST_F(GpuFiles, OfTheUserAreFoundAndGoFirst) {
  const std::filesystem::path data = testing::TempDir() + "strata_gpu_figures_test";
  std::filesystem::create_directories(data / "strata" / "gpus");
  setenv("XDG_DATA_HOME", data.c_str(), 1);
  std::string text = shippedText("t4");
  text.replace(text.find("NVIDIA T4"), 9, "Our T4");
  std::ofstream(data / "strata" / "gpus" / "t4.json") << text;
  std::ofstream(data / "strata" / "gpus" / "ours.json") << text;
  EXPECT_EQ(gpuNames().size(), kShipped.size() + 1);
  EXPECT_EQ(shipped("t4").title, "Our T4");
  EXPECT_EQ(shipped("ours").name, "ours");
  std::filesystem::remove_all(data);
}

TEST_F(GpuFiles, AreFoundByTheNameThatDriversGive) {
  EXPECT_EQ(gpuOfDevice("NVIDIA H100 80GB HBM3")->name, "h100");
  EXPECT_EQ(gpuOfDevice("NVIDIA H200")->name, "h200");
  EXPECT_EQ(gpuOfDevice("AMD Instinct MI300X")->name, "mi300x");
  EXPECT_FALSE(gpuOfDevice("NVIDIA H100")) << "the whole name";
  EXPECT_FALSE(gpuOfDevice("NVIDIA GeForce RTX 3060")) << "with 8 GB it is another GPU";
  EXPECT_THAT(refusal([](Json& gpu) { gpu["devices"] = "NVIDIA H200"; }), HasSubstr("\"devices\" is no list of names"));
  EXPECT_THAT(refusal([](Json& gpu) { gpu["devices"] = {7}; }), HasSubstr("\"devices\" is no list of names"));
}

TEST_F(GpuFiles, HaveNoDeviceTwice) {
  std::set<std::string> seen;
  for (const std::string& name : kShipped)
    for (const std::string& device : shipped(name).devices) EXPECT_TRUE(seen.insert(device).second) << device;
}

// The H200 is the H100's chip with other memory.
TEST_F(GpuFiles, OfTheH200DifferFromTheH100sInMemoryAndL2) {
  const GpuFigures h100 = shipped("h100"), h200 = shipped("h200");
  std::vector<std::string_view> different;
  for (const GpuField& field : gpuFields())
    if ((h100.*field.figure).value != (h200.*field.figure).value) different.push_back(field.key);
  EXPECT_THAT(different, ElementsAre("memory", "memory_bandwidth", "l2"));
}

TEST_F(GpuFiles, ThatAreNotThereSaySo) {
  EXPECT_EQ(findGpu("h10").error().message, "There is no GPU 'h10'; did you mean 'h100'?");
  EXPECT_THAT(findGpu("voodoo2").error().message, HasSubstr("choose from: 7900xtx, a100"));
  for (const char* path : {"/nowhere/x.json", "missing.json", "/", "/dev/null"}) {
    const auto gpu = readGpuFigures(path);
    ASSERT_FALSE(gpu.ok()) << path;
    EXPECT_EQ(gpu.error().code, ErrorCode::Io) << path;
    EXPECT_THAT(findGpu(path).error().message, StartsWith("There is no GPU")) << "a name, not a path";
  }
  const std::string large = testing::TempDir() + "strata_large_gpu.json";
  std::ofstream(large) << std::string((1 << 20) + 1, ' ');
  EXPECT_THAT(readGpuFigures(large).error().message, HasSubstr("larger than 1 MiB"));
  std::filesystem::remove(large);
}

TEST(OwnFolder, IsTheUsersDataFolder) {
  setenv("XDG_DATA_HOME", "/data", 1);
  EXPECT_EQ(ownFolder("gpus"), "/data/strata/gpus");
  setenv("XDG_DATA_HOME", "not/absolute", 1);
  setenv("HOME", "/home/me", 1);
  EXPECT_EQ(ownFolder("gpus"), "/home/me/.local/share/strata/gpus");
  unsetenv("XDG_DATA_HOME");
  unsetenv("HOME");
  EXPECT_EQ(ownFolder("gpus"), "");
}

TEST(GpuFigures, CutShortAreErrors) {
  const std::string whole = shippedText("mi300x");
  const std::size_t end = whole.rfind('}');
  for (std::size_t size = 0; size <= end; size += 7)
    EXPECT_FALSE(parseGpuFigures(whole.substr(0, size), "cut.json").ok()) << size;
}

/// Whatever stands in the file: an error with a sentence, or figures in their ranges.
TEST(GpuFigures, OfBrokenTextAreAnErrorOrInRange) {
  std::mt19937_64 random(18);
  const std::string letters = "0123456789eE+-.,:\"{}[] tfnul\\\xff\x00";
  const auto below = [&](std::size_t end) { return static_cast<std::size_t>(random() % end); };
  std::size_t read = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string text = shippedText(kShipped[below(kShipped.size())]);
    for (std::size_t change = 0, count = 1 + below(4); change < count; ++change) {
      const std::size_t at = below(text.size()), length = std::min(1 + below(12), text.size() - at);
      switch (below(4)) {
        case 0: text[at] = letters[below(letters.size())]; break;
        case 1: text.erase(at, length); break;
        case 2: text.insert(at, text.substr(below(text.size()), length)); break;
        default: text.insert(at, 1, letters[below(letters.size())]); break;
      }
    }
    const auto gpu = parseGpuFigures(text, "broken.json");
    if (!gpu.ok()) {
      EXPECT_THAT(gpu.error().message, StartsWith("broken.json: "));
      continue;
    }
    ++read;
    for (const GpuField& field : gpuFields())
      if (const double value = (gpu.value().*field.figure).value; value != 0) {
        EXPECT_TRUE(value >= field.least && value <= field.most) << field.key << ": " << value;
      }
  }
  EXPECT_GT(read, 10u) << "changes within a text are harmless";
}

// The page for those who write a file: the example reads, and no figure is left out.
TEST(GpuPage, HoldsWhatTheReaderTakes) {
  const std::string page = fileText(STRATA_SOURCE_DIR "/docs/gpus.md");
  const std::size_t begin = page.find("```json\n") + 8;
  const auto gpu = parseGpuFigures(page.substr(begin, page.find("```", begin) - begin), "page.json");
  EXPECT_TRUE(gpu.ok()) << gpu.error().message;
  for (const GpuField& field : gpuFields()) {
    EXPECT_THAT(page, HasSubstr("`" + std::string(field.key) + "`"));
    for (const GpuUnit& unit : field.units) EXPECT_THAT(page, HasSubstr(std::string(unit.name)));
  }
  for (const std::string& name : kShipped) EXPECT_THAT(page, HasSubstr("`" + name + "`"));
}

}  // namespace
}  // namespace strata
