#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace strata::inline interchange {

/// Gives any 64-bit ids numbers from 1, in the order in which they are first asked for. Neighbouring ids cost 4 bytes
/// each.
class IdMap {
 public:
  std::uint32_t number(std::uint64_t id) {
    std::uint32_t& number = page(id / kPage)[id % kPage];
    if (number == 0) number = ++m_count;
    return number;
  }
  std::uint32_t count() const { return m_count; }
  /// A number that no id has.
  std::uint32_t fresh() { return ++m_count; }

 private:
  static constexpr std::uint64_t kPage = 64;
  using Page = std::array<std::uint32_t, kPage>;

  Page& page(std::uint64_t index) {
    if (m_last && index == m_lastIndex) return *m_last;
    std::unique_ptr<Page>& page = m_pages[index];
    if (!page) page = std::make_unique<Page>();
    m_lastIndex = index;
    return *(m_last = page.get());
  }

  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> m_pages;
  std::uint64_t m_lastIndex = 0;
  Page* m_last = nullptr;
  std::uint32_t m_count = 0;
};

}  // namespace strata::inline interchange
