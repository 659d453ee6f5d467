#include "app/present/slide_pictures.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include "app/canvas/nothing_canvas.h"
#include "app/present/slide_frame.h"
#include "engine/base/mutex.h"
#include "engine/base/time.h"

namespace strata::inline present {
namespace {

/// Rung from any thread, heard by one.
class NewsBell {
 public:
  void ring() STRATA_EXCLUDES(m_mutex) {
    const Lock lock(m_mutex);
    m_rung = true;
    m_changed.notifyOne();
  }
  /// Until it was rung, or for a while: slides change by themselves, too.
  void await() STRATA_EXCLUDES(m_mutex) {
    constexpr Duration kWhile{250'000'000};
    Lock lock(m_mutex);
    const HostTime end = hostNow() + kWhile;
    while (!m_rung && m_changed.waitUntil(lock, end)) continue;
    m_rung = false;
  }

 private:
  Mutex m_mutex;
  Condition m_changed;
  bool m_rung STRATA_GUARDED_BY(m_mutex) = false;
};

}  // namespace

Result<void> writeSlides(const MakeSlides& make, PixelSize size, const Theme& theme, const std::string& folder) {
  NewsBell news;
  const std::unique_ptr<Slides> slides = make([&news] { news.ring(); });
  const float scale = slideScale(static_cast<float>(size.height));
  const PictureFrame frame{static_cast<float>(size.width) / scale, static_cast<float>(size.height) / scale, scale,
                           &theme};
  const auto draw = [&](Canvas& canvas, Rect area) { slides->draw(canvas, area, std::nullopt); };
  const auto look = [&] {
    NothingCanvas canvas;
    draw(canvas, {0, 0, frame.width, frame.height});
  };
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  slides->forPictures();
  Result<void> all;
  for (std::size_t i = 0; i < slides->count(); ++i) {
    slides->play(i);
    for (look(); slides->working(); look()) news.await();
    STRATA_TRY(writePicture(fmt::format("{}/slide_{:02}.png", folder, i + 1), PictureFormat::Png, frame, draw));
    if (const auto& problem = slides->problem(); problem && all.ok())
      all = Error{problem->code, fmt::format("Slide {}: {}", i + 1, problem->message), problem->storey};
  }
  return all;
}

}  // namespace strata::inline present
