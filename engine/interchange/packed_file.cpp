#include "engine/interchange/packed_file.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace strata::inline interchange {

namespace {

constexpr std::size_t kBlock = std::size_t{64} << 10;
/// As far as zlib goes: traces that repeat long texts, such as call stacks, come near it with xz and zstd. More is
/// refused, as far as it is more than a little.
constexpr std::uint64_t kMostTimes = 1032, kAlwaysAllowed = std::uint64_t{256} << 20;
constexpr std::size_t kTarMark = 257;

constexpr std::array<std::string_view, 7> kMagics{{{"PK\3\4", 4},
                                                   {"PK\5\6", 4},
                                                   {"7z\xBC\xAF\x27\x1C", 6},
                                                   {"\x28\xB5\x2F\xFD", 4},
                                                   {"\xFD"
                                                    "7zXZ",
                                                    5},
                                                   {"BZh", 3},
                                                   {"\x04\x22\x4D\x18", 4}}};

struct Close {
  void operator()(archive* a) const { archive_read_free(a); }
};

class Unpacking {
 public:
  Unpacking(const InputFile& file, const GoesOn& goesOn)
      : m_file(file), m_goesOn(goesOn), m_archive(archive_read_new()), m_block(kBlock, '\0') {
    struct stat facts {};
    if (::stat(file.path().c_str(), &facts) == 0)
      m_allowed = std::max(kAlwaysAllowed, kMostTimes * static_cast<std::uint64_t>(facts.st_size));
    archive* a = m_archive.get();
    for (const auto filter :
         {archive_read_support_filter_gzip, archive_read_support_filter_bzip2, archive_read_support_filter_xz,
          archive_read_support_filter_zstd, archive_read_support_filter_lz4})
      filter(a);
    for (const auto format : {archive_read_support_format_zip, archive_read_support_format_tar,
                              archive_read_support_format_7zip, archive_read_support_format_raw})
      format(a);
  }

  Result<void> run(const std::function<Result<void>(const PackedEntry&)>& take) {
    if (archive_read_open_filename(m_archive.get(), m_file.path().c_str(), kBlock) != ARCHIVE_OK) return failed();
    for (;;) {
      archive_entry* entry = nullptr;
      const int code = archive_read_next_header(m_archive.get(), &entry);
      if (code == ARCHIVE_EOF) return {};
      if (code < ARCHIVE_WARN) return failed();
      STRATA_TRY(withinBounds());
      if (archive_entry_filetype(entry) == AE_IFREG) STRATA_TRY(offer(entry, take));
      STRATA_TRY(passRest());
    }
  }

 private:
  Error refuse(std::string_view why) const {
    return {ErrorCode::Io, fmt::format("Cannot unpack {}: {}.", m_file.name(), why), Storey::Other};
  }
  Error failed() const {
    const char* why = archive_error_string(m_archive.get());
    return refuse(why ? why : "it is damaged");
  }

  /// Sizes that the file states are not believed: what came out so far counts.
  Result<void> withinBounds() const {
    const auto unpacked =
        static_cast<std::uint64_t>(std::max<std::int64_t>(archive_filter_bytes(m_archive.get(), 0), 0));
    if (std::max(m_taken, unpacked) <= m_allowed) return {};
    return refuse(
        fmt::format("it unpacks to more than {} times its size. If it is sound, unpack it by hand", kMostTimes));
  }

  /// The next bytes of the present entry; empty at its end.
  Result<std::string_view> next() {
    if (m_goesOn && !m_goesOn())
      return Error{ErrorCode::Stopped, fmt::format("Unpacking {} was stopped.", m_file.name()), Storey::Other};
    const auto got = archive_read_data(m_archive.get(), m_block.data(), m_block.size());
    if (got < 0) return failed();
    m_taken += static_cast<std::uint64_t>(got);
    STRATA_TRY(withinBounds());
    return std::string_view(m_block.data(), static_cast<std::size_t>(got));
  }

  Result<void> offer(archive_entry* header, const std::function<Result<void>(const PackedEntry&)>& take) {
    const char* path = archive_entry_pathname_utf8(header);
    const bool raw = archive_format(m_archive.get()) == ARCHIVE_FORMAT_RAW;
    STRATA_ASSIGN(const std::string_view first, next());
    const std::string head(first);
    PackedEntry entry{raw || !path ? std::string() : std::string(path), head, {}};
    entry.keep = [&](const std::string& name) {
      bool given = false;
      return InputFile::keep(name, [&]() -> Result<std::string_view> {
        if (!std::exchange(given, true) && !head.empty()) return std::string_view(head);
        return next();
      });
    };
    return take(entry);
  }

  /// Where the format can leap over the rest it does; a stream must be read through.
  Result<void> passRest() {
    if ((archive_format(m_archive.get()) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP)
      return archive_read_data_skip(m_archive.get()) < ARCHIVE_WARN ? Result<void>(failed()) : Result<void>();
    for (;;) {
      STRATA_ASSIGN(const std::string_view piece, next());
      if (piece.empty()) return {};
    }
  }

  const InputFile& m_file;
  const GoesOn& m_goesOn;
  std::unique_ptr<archive, Close> m_archive;
  std::string m_block;
  std::uint64_t m_taken = 0, m_allowed = kAlwaysAllowed;
};

}  // namespace

bool isPacked(std::string_view head) {
  const auto begins = [&](std::string_view magic) { return head.starts_with(magic); };
  return std::ranges::any_of(kMagics, begins) || (head.size() > kTarMark && head.substr(kTarMark).starts_with("ustar"));
}

Result<void> unpack(const InputFile& file, const GoesOn& goesOn,
                    const std::function<Result<void>(const PackedEntry&)>& take) {
  return Unpacking(file, goesOn).run(take);
}

}  // namespace strata::inline interchange
