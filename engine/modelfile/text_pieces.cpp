#include "engine/modelfile/text_pieces.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>

namespace strata::inline modelfile {

std::size_t characterLength(std::string_view text) {
  if (text.empty()) return 0;
  utf8proc_int32_t ignored = 0;
  const auto size = static_cast<utf8proc_ssize_t>(std::min<std::size_t>(text.size(), 4));
  const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), size, &ignored);
  return length > 0 ? static_cast<std::size_t>(length) : 1;
}

std::string readable(std::string_view bytes) {
  if (bytes.empty()) return "<>";
  std::string shown;
  for (std::size_t at = 0, length = 0; at < bytes.size(); at += length) {
    length = characterLength(bytes.substr(at));
    const auto first = static_cast<unsigned char>(bytes[at]);
    if (length == 1 && (first < 0x20 || first >= 0x7f))
      shown += fmt::format("<0x{:02X}>", first);
    else
      shown += bytes.substr(at, length);
  }
  return shown;
}

void AddedTokens::add(std::string content, int token) {
  if (content.empty()) return;
  auto& entries = m_byFirstByte[static_cast<unsigned char>(content.front())];
  const auto place = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry& entry) { return entry.content.size() < content.size(); });
  entries.insert(place, {std::move(content), token});
}

const AddedTokens::Entry* AddedTokens::at(std::string_view text) const {
  for (const Entry& entry : m_byFirstByte[static_cast<unsigned char>(text.front())])
    if (text.starts_with(entry.content)) return &entry;
  return nullptr;
}

std::vector<Fragment> AddedTokens::split(std::string_view text) const {
  std::vector<Fragment> fragments;
  std::size_t plain = 0, at = 0;
  const auto closePlain = [&] {
    if (at > plain) fragments.push_back({text.substr(plain, at - plain)});
  };
  while (at < text.size()) {
    const Entry* entry = this->at(text.substr(at));
    if (!entry) {
      ++at;
      continue;
    }
    closePlain();
    fragments.push_back({text.substr(at, entry->content.size()), entry->token});
    plain = at += entry->content.size();
  }
  closePlain();
  return fragments;
}

}  // namespace strata::inline modelfile
