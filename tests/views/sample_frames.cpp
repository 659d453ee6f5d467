#include "tests/views/sample_frames.h"

#include "engine/frames/frame_story.h"

namespace strata {
namespace {

constexpr std::int64_t kBytes = 4 << 20, kFrameTime = 20'000'000, kMicro = 1000;
constexpr std::int64_t kGraphics = 777;

class FrameOfWay {
 public:
  FrameOfWay(SampleSession& session, std::uint32_t number, std::uint32_t call, FrameWay way)
      : m_session(session), m_number(number), m_call(call), m_way(way), m_at(call * kFrameTime) {}

  void add(bool dropped, bool torn) {
    slice(Storey::Model, 100, story::kFrame, 0, 19'000, {}, {{story::kWay, frameWayKey(m_way)}});
    device(m_session.stream(1), "heat_naive", EventKind::Kernel, 100, 4000);
    device(m_session.stream(1), "colourmap_pixel", EventKind::Kernel, 4000, 5000);
    const bool pipe = m_way == FrameWay::Pipe;
    if (pipe) device(m_session.copies("D→H"), "copy D→H", EventKind::Copy, 5000, 6000, kBytes);
    if (dropped) return;
    if (pipe) slice(Storey::Driver, 100, story::kWrite, 6000, 9000, {{"bytes", kBytes}});
    if (pipe) slice(Storey::Driver, kGraphics, story::kRead, 6100, 9100, {{"bytes", kBytes}});
    if (pipe || m_way == FrameWay::Host)
      slice(Storey::Runtime, kGraphics, story::kUpload, pipe ? 9100 : 5010, pipe ? 9700 : 5600, {{"bytes", kBytes}});
    slice(Storey::Runtime, kGraphics, story::kDraw, pipe ? 9700 : 5600, pipe ? 10'700 : 6600,
          {{story::kDrawn, 262'144}, {story::kTorn, torn ? 1000 : 0}},
          torn ? Texts{{story::kHash, "00c0ffee"}, {story::kSame, "no"}} : Texts{});
    slice(Storey::Runtime, kGraphics + 1, story::kPresent, 11'000, 16'000);
  }

 private:
  using Numbers = std::vector<std::pair<std::string_view, std::int64_t>>;
  using Texts = std::vector<std::pair<std::string_view, std::string_view>>;

  void slice(Storey storey, std::int64_t thread, std::string_view name, std::int64_t from, std::int64_t to,
             Numbers numbers = {}, Texts texts = {}) {
    numbers.emplace_back(story::kFrame, m_number);
    m_session.add({.track = m_session.host(storey, thread),
                   .name = name,
                   .begin = m_at + from * kMicro,
                   .end = m_at + to * kMicro,
                   .call = m_call,
                   .storey = storey,
                   .numbers = std::move(numbers),
                   .texts = std::move(texts)});
  }
  void device(std::uint32_t track, std::string_view name, EventKind kind, std::int64_t from, std::int64_t to,
              std::int64_t bytes = 0) {
    m_session.add({.track = track,
                   .name = name,
                   .begin = m_at + from * kMicro,
                   .end = m_at + to * kMicro,
                   .call = m_call,
                   .kind = kind,
                   .storey = Storey::Hardware,
                   .numbers = bytes ? Numbers{{"bytes", bytes}} : Numbers{}});
  }

  SampleSession& m_session;
  std::uint32_t m_number, m_call;
  FrameWay m_way;
  std::int64_t m_at;
};

}  // namespace

void addFrames(SampleSession& session, std::uint32_t count, std::uint32_t before, FrameNumbers numbers) {
  std::uint32_t call = before, number = numbers == FrameNumbers::Anew ? 0 : before;
  for (const FrameWay way : kFrameWays)
    for (std::uint32_t i = 1; i <= count; ++i)
      FrameOfWay(session, ++number, ++call, way).add(i == 3, way == FrameWay::Host && i == 2);
}

void addUndrawnFrames(SampleSession& session, std::uint32_t count, std::uint32_t before, FrameNumbers numbers) {
  for (std::uint32_t i = 1; i <= count; ++i)
    FrameOfWay(session, numbers == FrameNumbers::Anew ? i : before + i, before + i, FrameWay::Pipe).add(true, false);
}

std::shared_ptr<const SessionMessage> sampleFrameNumbers(std::uint64_t frame) {
  auto numbers = std::make_shared<SessionMessage>();
  numbers->kind = MessageKind::Tensor;
  numbers->json = R"({"name":"frame","rows":1,"cols":2,"shape":[1,2],"frame":)" + std::to_string(frame) + "}";
  numbers->blob = {0, 1};
  return numbers;
}

std::shared_ptr<LiveFrame> sampleLiveFrame() {
  auto live = std::make_shared<LiveFrame>();
  live->width = live->height = live->side = 64;
  live->texture = 5;
  live->slotCount = 1;
  live->frame = 7;
  live->way = FrameWay::InPlace;
  live->coming = true;
  live->shown = 7;
  live->same = 2;
  live->pixels = std::make_shared<const std::vector<Color>>(std::size_t{64} * 64, Color{10, 200, 30, 255});
  return live;
}

}  // namespace strata
