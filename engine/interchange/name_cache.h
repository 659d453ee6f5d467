#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

/// Interns texts that come again and again, most of them without a look into the store's table.
class NameCache {
 public:
  explicit NameCache(TraceStore& store) : m_store(store) {}

  NameId intern(std::string_view text) {
    if (text.empty()) return NameId::None;
    Entry& entry = m_entries[slotOf(text)];
    if (entry.text != text) {
      const NameId id = m_store.intern(text);
      entry = {m_store.name(id), id};
    }
    return entry.id;
  }

 private:
  struct Entry {
    std::string_view text;
    NameId id = NameId::None;
  };
  static constexpr unsigned kBits = 12;

  static std::size_t slotOf(std::string_view text) {
    std::uint64_t head = 0, tail = 0;
    const std::size_t size = text.size(), part = size < 8 ? size : 8;
    std::memcpy(&head, text.data(), part);
    std::memcpy(&tail, text.data() + size - part, part);
    return (head * 0x9E3779B97F4A7C15u + tail * 0xC2B2AE3D27D4EB4Fu + size) * 0xD6E8FEB86659FD93u >> (64 - kBits);
  }

  TraceStore& m_store;
  std::array<Entry, 1u << kBits> m_entries;
};

}  // namespace strata::inline interchange
