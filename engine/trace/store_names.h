#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/base/ids.h"
#include "engine/trace/chunked_vector.h"

namespace strata::inline trace {

/// Texts, each once. What it hands out lies in blocks that never move, so views and ids stay good while it grows.
class NameTable {
 public:
  struct View {
    ChunkedView<std::string_view> texts;
    std::shared_ptr<const void> storage;

    std::string_view operator[](NameId id) const {
      const auto i = static_cast<std::size_t>(id);
      return i < texts.size() ? texts[i] : std::string_view{};
    }
  };

  NameTable();
  NameId intern(std::string_view text);
  std::string_view operator[](NameId id) const { return m_texts[static_cast<std::size_t>(id)]; }
  View view() { return {m_texts.view(), m_blocks}; }

 private:
  using Blocks = std::vector<std::unique_ptr<char[]>>;

  std::string_view keep(std::string_view text);

  std::shared_ptr<Blocks> m_blocks = std::make_shared<Blocks>();  ///< only this table touches the list
  std::size_t m_blockUsed = 0, m_blockSize = 0;
  ChunkedVector<std::string_view> m_texts;
  std::unordered_map<std::string_view, NameId> m_ids;
};

}  // namespace strata::inline trace
