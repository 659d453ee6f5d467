#include "layers/compiler/ready_head.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <system_error>

#include "engine/base/fingerprint.h"
#include "engine/base/folder.h"
#include "engine/base/new_file.h"
#include "engine/base/read_file.h"
#include "engine/base/shipped.h"
#include "layers/compiler/kernel_texts.h"
#include "layers/compiler/own_text.h"
#include "layers/compiler/tools.h"

namespace strata::inline compiler {
namespace {

namespace fs = std::filesystem;

constexpr auto kLongest = std::chrono::days(30);

/// The compiler's file, by which one sees that it was replaced.
std::string fileOf(const std::string& compiler) {
  std::error_code ignored;
  const fs::path program = fs::canonical(toolPath(compiler), ignored);
  return fmt::format("{} {} {}", program.string(), fs::file_size(program, ignored),
                     fs::last_write_time(program, ignored).time_since_epoch().count());
}

std::string textsKey() {
  std::string all(unitHead());
  for (const KernelText& text : kernelTexts()) all += fingerprint(text.text);
  return fingerprint(all);
}

void removeUnused(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::directory_entry& each : fs::directory_iterator(folder, ignored))
    if (fs::file_time_type::clock::now() - each.last_write_time(ignored) > kLongest) fs::remove(each.path(), ignored);
}

}  // namespace

ReadyHead::ReadyHead(const std::string& compiler, std::string_view flags) {
  static const std::string kTexts = textsKey();
  const fs::path cache = cacheFolder(), folder = cache / "heads";
  if (!cache.empty()) makeOwnFolder(folder);
  if (!cache.empty() && ::access(folder.c_str(), W_OK) == 0)
    m_file = folder / fingerprint(fmt::format("{}\n{}\n{}", kTexts, fileOf(compiler), flags)).append(".gch");
}

bool ReadyHead::putInto(const TemporaryFolder& folder) const {
  std::error_code failure;
  if (fs::file_size(m_file, failure) == 0 || failure) return false;
  fs::last_write_time(m_file, fs::file_time_type::clock::now(), failure);
  if (!failure) fs::create_symlink(m_file, folder.path(kCompiled), failure);
  return !failure;
}

void ReadyHead::keep(const TemporaryFolder& folder) const {
  (void)writeWholeFile(m_file.string(), readIfThere(folder.path(kCompiled)));
  removeUnused(m_file.parent_path());
}

bool ReadyHead::isBlamed(std::string_view words) {
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"PCH", "precompiled header", kCompiled, "internal compiler error"},
      [&](std::string_view sign) { return words.find(sign) != std::string_view::npos; });
}

void ReadyHead::discard() const {
  std::error_code ignored;
  fs::remove(m_file, ignored);
}

}  // namespace strata::inline compiler
