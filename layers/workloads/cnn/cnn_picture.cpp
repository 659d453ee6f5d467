#include "layers/workloads/cnn/cnn_picture.h"

#include <fmt/format.h>

#include <cctype>
#include <string>

#include "engine/modelfile/mapped_file.h"

namespace strata::inline workloads {
namespace {

constexpr std::int64_t kMostPixels = 4096, kMostGrey = 255;
constexpr std::size_t kMostBytes = std::size_t{1} << 27;  ///< of an ascii file of that size

/// Reads the words of a PGM one after the other.
class PgmReader {
 public:
  PgmReader(std::string name, std::string bytes) : m_name(std::move(name)), m_bytes(std::move(bytes)) {}

  Result<CnnPicture> read() {
    const std::string_view kind = std::string_view(m_bytes).substr(0, 2);
    if (kind != "P5" && kind != "P2") return wrong("a PGM begins with P5 (binary) or P2 (ascii)");
    m_at = 2;
    CnnPicture picture;
    STRATA_ASSIGN(picture.width, number("the width", 1, kMostPixels));
    STRATA_ASSIGN(picture.height, number("the height", 1, kMostPixels));
    STRATA_ASSIGN(const std::int64_t white, number("the largest grey value", 1, kMostGrey));
    picture.pixels.reserve(static_cast<std::size_t>(picture.width * picture.height));
    if (kind == "P5")
      STRATA_TRY(binary(white, picture));
    else
      STRATA_TRY(ascii(white, picture));
    return picture;
  }

 private:
  Error wrong(const std::string& what) const {
    return {ErrorCode::Io, fmt::format("{}, byte {}: {}.", m_name, m_at, what), Storey::Model};
  }

  static bool isSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

  /// Spaces, and comments from # to the end of the line.
  void skipSpace() {
    while (m_at < m_bytes.size() && (isSpace(m_bytes[m_at]) || m_bytes[m_at] == '#')) {
      if (m_bytes[m_at] == '#') m_at = std::min(m_bytes.find('\n', m_at), m_bytes.size() - 1);
      ++m_at;
    }
  }

  Result<std::int64_t> number(const std::string& what, std::int64_t least, std::int64_t most) {
    skipSpace();
    const std::size_t begin = m_at;
    std::int64_t value = 0;
    for (; m_at < m_bytes.size() && std::isdigit(static_cast<unsigned char>(m_bytes[m_at])) != 0; ++m_at)
      value = std::min(most + 1, value * 10 + (m_bytes[m_at] - '0'));
    const bool whole = m_at > begin && (m_at == m_bytes.size() || isSpace(m_bytes[m_at]) || m_bytes[m_at] == '#');
    if (whole && value >= least && value <= most) return value;
    m_at = begin;
    return wrong(fmt::format("{} must be a whole number from {} to {}", what, least, most));
  }

  Result<void> add(std::int64_t grey, std::int64_t white, CnnPicture& picture) const {
    if (grey > white) return wrong(fmt::format("the grey value {} is above the largest, {}", grey, white));
    picture.pixels.push_back(static_cast<float>(grey) * static_cast<float>(kMostGrey) / static_cast<float>(white));
    return {};
  }

  Result<void> binary(std::int64_t white, CnnPicture& picture) {
    if (m_at == m_bytes.size() || !isSpace(m_bytes[m_at])) return wrong("one white space separates head and pixels");
    ++m_at;
    const auto pixels = static_cast<std::size_t>(picture.width * picture.height), there = m_bytes.size() - m_at;
    if (there != pixels)
      return wrong(
          fmt::format("{}×{} pixels are {} bytes, and {} follow", picture.width, picture.height, pixels, there));
    for (; m_at < m_bytes.size(); ++m_at) STRATA_TRY(add(static_cast<unsigned char>(m_bytes[m_at]), white, picture));
    return {};
  }

  Result<void> ascii(std::int64_t white, CnnPicture& picture) {
    for (std::int64_t i = 0; i < picture.width * picture.height; ++i) {
      STRATA_ASSIGN(const std::int64_t grey, number(fmt::format("pixel {}", i), 0, kMostGrey));
      STRATA_TRY(add(grey, white, picture));
    }
    skipSpace();
    if (m_at < m_bytes.size()) return wrong("there is more than the pixels");
    return {};
  }

  std::string m_name, m_bytes;
  std::size_t m_at = 0;
};

constexpr double kMnistMean = 0.1307, kMnistDeviation = 0.3081;  ///< of MNIST's training pictures, from 0 to 1

}  // namespace

void scalePixels(std::span<float> pixels, std::string_view choice) {
  if (choice == kCnnPixels[0]) return;
  for (float& pixel : pixels) {
    const double toOne = static_cast<double>(pixel) / static_cast<double>(kMostGrey);
    pixel = static_cast<float>(choice == kCnnPixels[2] ? (toOne - kMnistMean) / kMnistDeviation : toOne);
  }
}

Result<CnnPicture> readPgm(const std::filesystem::path& path) {
  STRATA_ASSIGN(const auto file, MappedFile::open(path));
  if (file->bytes().size() > kMostBytes)
    return Error{ErrorCode::Io, fmt::format("{}: too large for a picture of a digit.", path.string()), Storey::Model};
  return PgmReader(path.string(), std::string(file->text())).read();
}

}  // namespace strata::inline workloads
