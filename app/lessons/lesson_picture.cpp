#include "app/lessons/lesson_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "engine/base/mutex.h"

namespace strata::inline lessons {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestFile = std::uintmax_t{8} << 20;

/// By path and by when it was written. Any thread may ask.
class OpenPictures {
 public:
  struct Key {
    std::string path;
    fs::file_time_type written;
    std::uintmax_t bytes = 0;
    auto operator<=>(const Key&) const = default;
  };
  std::shared_ptr<const FixedPicture> find(const Key& key) STRATA_EXCLUDES(m_mutex) {
    const Lock lock(m_mutex);
    const auto found = m_open.find(key);
    return found == m_open.end() ? nullptr : found->second.lock();
  }
  void add(const Key& key, const std::shared_ptr<const FixedPicture>& picture) STRATA_EXCLUDES(m_mutex) {
    const Lock lock(m_mutex);
    std::erase_if(m_open, [](const auto& one) { return one.second.expired(); });
    m_open.insert_or_assign(key, picture);
  }

 private:
  Mutex m_mutex;
  std::map<Key, std::weak_ptr<const FixedPicture>> m_open STRATA_GUARDED_BY(m_mutex);
};

/// As large as a page could show it.
PixelPicture forPages(PixelPicture picture) {
  constexpr double kMostSide = 1600;
  const double scale = kMostSide / std::max(picture.width, picture.height);
  if (scale >= 1) return picture;
  const auto scaled = [scale](std::uint32_t side) { return static_cast<std::uint32_t>(std::lround(side * scale)); };
  return shrunkTo(picture, scaled(picture.width), scaled(picture.height));
}

Error notShown(const std::string& file, std::string_view why, ErrorCode code = ErrorCode::Usage) {
  return {code, fmt::format("The picture \"{}\" {}.", file, why)};
}

/// A link that leads elsewhere is another place, too.
Result<fs::path> pathOfPicture(const std::string& folder, const std::string& file) {
  constexpr std::string_view kElsewhere = "does not lie in the lesson's folder or below it, so it is not shown";
  if (fs::path(file).is_absolute()) return notShown(file, kElsewhere);
  std::error_code error;
  const fs::path root = fs::weakly_canonical(folder.empty() ? "." : folder, error);
  const fs::path path = error ? fs::path() : fs::weakly_canonical(root / file, error);
  if (error) return notShown(file, "cannot be read", ErrorCode::Io);
  if (std::ranges::mismatch(root, path).in1 != root.end()) return notShown(file, kElsewhere);
  return path;
}

Result<OpenPictures::Key> keyOfPicture(const fs::path& path, const std::string& file) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return notShown(file, "is not there", ErrorCode::Io);
  OpenPictures::Key key{path.string(), fs::last_write_time(path, error), 0};
  if (!error) key.bytes = fs::file_size(path, error);
  if (error) return notShown(file, "cannot be read", ErrorCode::Io);
  if (key.bytes > kLargestFile)
    return notShown(file, fmt::format("has more than {} MiB; make it smaller", kLargestFile >> 20));
  return key;
}

}  // namespace

Result<std::shared_ptr<const FixedPicture>> lessonPicture(const std::string& folder, const std::string& file) {
  static OpenPictures open;
  STRATA_ASSIGN(const fs::path path, pathOfPicture(folder, file));
  STRATA_ASSIGN(const OpenPictures::Key key, keyOfPicture(path, file));
  if (auto known = open.find(key)) return known;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return notShown(file, "cannot be read", ErrorCode::Io);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  auto decoded = decodePng(bytes);
  if (!decoded.ok()) return notShown(file, decoded.error().message);
  auto picture = std::make_shared<const FixedPicture>(forPages(std::move(decoded).value()));
  open.add(key, picture);
  return std::shared_ptr<const FixedPicture>(std::move(picture));
}

LessonPictures lessonPictures(const std::string& folder, const std::vector<MarkdownBlock>& text) {
  LessonPictures pictures;
  for (const MarkdownBlock& block : text)
    if (block.kind == MarkdownBlock::Kind::Picture)
      if (auto picture = lessonPicture(folder, block.file); picture.ok())
        pictures.insert_or_assign(block.file, std::move(picture).value());
  return pictures;
}

}  // namespace strata::inline lessons
