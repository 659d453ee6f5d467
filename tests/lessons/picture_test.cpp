#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "app/lessons/lesson_file.h"
#include "engine/backends/cpu/cpu_device.h"
#include "kernels/microscope/call_outs.h"
#include "kernels/microscope/loaded_object.h"
#include "kernels/microscope/microscope.h"
#include "kernels/operation/bound_launch.h"
#include "layers/compiler/host_compiler.h"

// A puzzle's picture says which elements each thread reads and writes: the solution does just that.

namespace strata {
namespace {

using Texts = std::vector<std::pair<std::string, std::string>>;

/// A launch as small as its picture.
struct Drawn {
  std::string puzzle;  ///< its title
  std::string kernel;  ///< "sum<8>"
  Dim3 block;
  std::vector<Argument> arguments;
  std::vector<std::string> tensors = {"in", "out"};  ///< as the arguments count them, and as the picture calls them
  Texts smaller = {};                                ///< the text's own sizes, and the picture's
  int reads = -1, writes = -1;                       ///< drawn is what comes after so many barriers; −1: all of it
};

void PrintTo(const Drawn& drawn, std::ostream* out) {
  *out << drawn.kernel;
}

constexpr TensorArgument kFirst{0}, kSecond{1}, kThird{2};

const Texts kSmallTile{{"32", "4"}, {"33", "5"}, {"i += 8", "i += 4"}};
const Texts kSmallWarp{{"0xffffffff", "0xf"}, {"32", "4"}, {"d = 16", "d = 2"}};

const std::vector<Drawn>& drawn() {
  static const std::vector<Drawn> kAll{
      {"Map: one thread, one element", "map", {8, 1, 1}, {kFirst, kSecond, 8}, {"x", "out"}},
      {"Guard: more threads than elements", "zip", {8, 1, 1}, {2.0f, kFirst, kSecond, kThird, 6}, {"x", "y", "out"}},
      {"Broadcast: one number for a row",
       "broadcast",
       {8, 1, 1},
       {kFirst, kSecond, kThird, 2, 4},
       {"x", "bias", "out"}},
      {"Stencil: ask your neighbours", "stencil", {4, 3, 1}, {kFirst, kSecond, 3, 4}},
      {"Stride: many elements a thread", "stride", {4, 1, 1}, {kFirst, kSecond, 16}},
      {"Four at once: wide loads", "wide", {4, 1, 1}, {kFirst, kSecond, 16}},
      {"Turn a tile: shared memory", "turn", {4, 4, 1}, {kFirst, kSecond, 4, 4}, {"in", "out"}, kSmallTile},
      {"Padding: 32 banks", "padded", {4, 4, 1}, {kFirst, kSecond, 4, 4}, {"in", "out"}, kSmallTile},
      {"Sum: a tree in shared memory", "sum<8>", {8, 1, 1}, {kFirst, kSecond, 8}, {"in", "out"}, {}, 1, 1},
      {"Scan: every sum on the way",
       "scan<8>",
       {8, 1, 1},
       {kFirst, kSecond, kThird, 8},
       {"in", "out", "sums"},
       {},
       2,
       1},
      {"Tiles: a matrix product",
       "product<4>",
       {4, 4, 1},
       {kFirst, kSecond, kThird, 4, 4, 4, 4, 1, 4, 1},
       {"A", "B", "C"}},
      {"Softmax: 32 lanes, one row", "softmax", {4, 1, 1}, {kFirst, kSecond, 1, 8}, {"in", "out"}, kSmallWarp},
      {"Online: one pass fewer", "online", {4, 1, 1}, {kFirst, kSecond, 1, 8}, {"in", "out"}, kSmallWarp},
  };
  return kAll;
}

/// Whose picture is of registers, which no memory access tells of.
constexpr std::string_view kOfRegisters = "Shuffle: sum of a warp";

struct Touch {
  std::string memory;
  bool written = false;
  int thread = 0, element = 0;
  friend auto operator<=>(const Touch&, const Touch&) = default;
};

/// Notes what each thread of a block touches.
class Touches final : public LaunchObserver, public BlockObserver, public ThreadWatch {
 public:
  Touches(const Drawn& drawn, const std::string& object) : m_drawn(drawn), m_object(object) {}

  void* addTensor(const std::string& name) { return m_tensors.emplace_back(name, std::vector<Four>(64)).second.data(); }

  std::vector<BlockObserver*> launchBegins(const ObservedLaunch& launch, std::size_t) override {
    m_blocks = launch.shape.grid.count();
    return {this};
  }
  std::optional<std::uint64_t> nextBlock(std::uint64_t from) override {
    if (from == m_blocks) return std::nullopt;
    watchThread(this);
    return from;
  }
  void blockEnds() override { watchThread(nullptr); }
  void record(const Access& access) override {
    const auto thread = static_cast<int>(numberOfThread());
    if (access.kind == Access::Kind::Barrier) ++m_barriers[thread];
    if (access.kind != Access::Kind::Load && access.kind != Access::Kind::Store) return;
    const bool store = access.kind == Access::Kind::Store;
    const int phase = store ? m_drawn.writes : m_drawn.reads;
    const auto [memory, begin] = memoryAt(access.address);
    if (memory.empty() || (phase >= 0 && phase != m_barriers[thread])) return;
    for (std::uintptr_t at = access.address; at < access.address + access.bytes; at += sizeof(float))
      m_all.insert({memory, store, thread, static_cast<int>((at - begin) / sizeof(float))});
  }

  const std::set<Touch>& all() const { return m_all; }

 private:
  struct alignas(16) Four {
    float values[4] = {};
  };

  std::pair<std::string, std::uintptr_t> memoryAt(std::uintptr_t address) const {
    for (const auto& [name, values] : m_tensors) {
      const auto begin = reinterpret_cast<std::uintptr_t>(values.data());
      if (address >= begin && address < begin + values.size() * sizeof(Four)) return {name, begin};
    }
    for (const SharedVariable& variable : m_object.shared()) {
      const std::uintptr_t begin = m_object.sharedBegin() + variable.offset;
      if (address >= begin && address < begin + variable.bytes) return {variable.name, begin};
    }
    return {};
  }

  const Drawn& m_drawn;
  LoadedObject m_object;
  std::vector<std::pair<std::string, std::vector<Four>>> m_tensors;
  std::uint64_t m_blocks = 0;
  std::map<int, int> m_barriers;
  std::set<Touch> m_all;
};

std::vector<LessonFile> shippedLessons() {
  return lessonsIn(STRATA_SOURCE_DIR "/assets/lessons");
}

const Page* puzzleNamed(const std::vector<LessonFile>& files, const std::string& title) {
  for (const LessonFile& file : files)
    for (const Page& page : file.lesson.value().pages)
      if (page.kind == Page::Kind::Puzzle && page.title == title) return &page;
  return nullptr;
}

std::string smallSolution(const Puzzle& puzzle, const Texts& smaller) {
  std::string text = filled(puzzle.kernel, puzzle.solution.lines);
  for (const auto& [before, now] : smaller)
    for (auto at = text.find(before); at != std::string::npos; at = text.find(before, at + now.size()))
      text.replace(at, before.size(), now);
  return text;
}

/// What the solution's threads touch of what is drawn: of a shared array in several copies, whichever copy it is.
std::set<Touch> touchedBySolution(const Page& page, const Drawn& drawn) {
  const Puzzle& puzzle = page.puzzle;
  const Step* step = findStep(*findOperation(page.run.experiment), puzzle.step);
  const OwnText own{"mine.cu", smallSolution(puzzle, drawn.smaller), std::string(step->file)};
  const std::vector<std::string> kernels{drawn.kernel};
  const auto object = HostCompiler::find().value().build(own, page.run.experiment, kernels, OwnBuild::Observed);
  EXPECT_TRUE(object.ok()) << object.error().message;
  if (!object.ok()) return {};
  KernelEntry entry = object.value()->find(drawn.kernel);
  Touches touches(drawn, object.value()->path());
  entry.observer = &touches;
  std::vector<void*> tensors;
  for (const std::string& tensor : drawn.tensors) tensors.push_back(touches.addTensor(tensor));
  const auto device = openCpuDevice();
  const auto stream = std::move(device.value()->createStream()).value();
  const KernelLaunch launch{drawn.kernel, {{1, 1, 1}, drawn.block}, drawn.arguments};
  auto bound = BoundLaunch::bind(*device.value(), launch, entry, tensors);
  EXPECT_TRUE(bound.ok() && bound.value().start(*stream).ok() && stream->synchronize().ok());
  std::set<Touch> touched;
  for (Touch touch : touches.all())
    for (const PictureRow& row : puzzle.picture) {
      if (row.name != touch.memory || row.written != touch.written || touch.thread >= puzzle.threads) continue;
      if (std::ranges::find(drawn.tensors, row.name) == drawn.tensors.end()) touch.element %= row.length;
      touched.insert(touch);
    }
  return touched;
}

std::set<Touch> touchedInPicture(const Puzzle& puzzle) {
  std::set<Touch> touched;
  for (const PictureRow& row : puzzle.picture)
    for (int thread = 0; thread < puzzle.threads; ++thread) {
      const auto elements = touchedBy(row, thread);
      for (const int element : elements.value()) touched.insert({row.name, row.written, thread, element});
    }
  return touched;
}

std::string listed(const std::set<Touch>& touched) {
  std::string list;
  for (const Touch& touch : touched)
    list += "\nthread " + std::to_string(touch.thread) + (touch.written ? " writes " : " reads ") + touch.memory + "[" +
            std::to_string(touch.element) + "]";
  return list;
}

class Pictures : public testing::TestWithParam<Drawn> {};

TEST_P(Pictures, ShowWhatTheSolutionTouches) {
  if (!canObserveKernels()) GTEST_SKIP() << "with a sanitizer no kernel is watched";
  if (!HostCompiler::find().ok()) GTEST_SKIP() << HostCompiler::find().error().message;
  const auto files = shippedLessons();
  const Page* page = puzzleNamed(files, GetParam().puzzle);
  ASSERT_NE(page, nullptr);
  const std::set<Touch> inPicture = touchedInPicture(page->puzzle), bySolution = touchedBySolution(*page, GetParam());
  EXPECT_TRUE(inPicture == bySolution) << "picture:" << listed(inPicture) << "\nsolution:" << listed(bySolution);
}

INSTANTIATE_TEST_SUITE_P(OfPuzzles, Pictures, testing::ValuesIn(drawn()), [](const auto& test) {
  std::string name = test.param.kernel;
  std::erase_if(name, [](char c) { return c == '<' || c == '>'; });
  return name;
});

TEST(PicturesOfPuzzles, AreAllCompared) {
  std::set<std::string> compared{std::string(kOfRegisters)}, shipped;
  for (const Drawn& each : drawn()) compared.insert(each.puzzle);
  for (const LessonFile& file : shippedLessons())
    for (const Page& page : file.lesson.value().pages)
      if (!page.puzzle.picture.empty()) shipped.insert(page.title);
  EXPECT_EQ(compared, shipped);
}

}  // namespace
}  // namespace strata
