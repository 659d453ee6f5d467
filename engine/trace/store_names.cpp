#include "engine/trace/store_names.h"

#include <algorithm>
#include <cstdint>

namespace strata::inline trace {

namespace {
constexpr std::size_t kBlockBytes = std::size_t{16} << 10;
}

NameTable::NameTable() {
  intern("");
}

NameId NameTable::intern(std::string_view text) {
  if (const auto found = m_ids.find(text); found != m_ids.end()) return found->second;
  const std::string_view kept = keep(text);
  const auto id = static_cast<NameId>(static_cast<std::uint32_t>(m_texts.size()));
  m_texts.append(kept);
  m_ids.emplace(kept, id);
  return id;
}

std::string_view NameTable::keep(std::string_view text) {
  if (m_blockSize - m_blockUsed < text.size()) {
    m_blockSize = std::max(kBlockBytes, text.size());
    m_blocks->push_back(std::make_unique<char[]>(m_blockSize));
    m_blockUsed = 0;
  }
  if (text.empty()) return {};
  char* place = m_blocks->back().get() + m_blockUsed;
  std::copy(text.begin(), text.end(), place);
  m_blockUsed += text.size();
  return {place, text.size()};
}

}  // namespace strata::inline trace
