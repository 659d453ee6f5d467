#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace strata::inline microscope {

/// What is known of some addresses of the program, for who asks the same few at every step.
template <class Value>
class KnownAnswers {
 public:
  /// nullptr: not known.
  const Value* find(std::uintptr_t key) {
    Recent& recent = m_recent[key % kRecent];
    if (recent.known && recent.key == key) return &recent.value;
    const auto known = m_all.find(key);
    if (known == m_all.end()) return nullptr;
    recent = {key, known->second, true};
    return &recent.value;
  }
  const Value& keep(std::uintptr_t key, const Value& value) { return m_all[key] = value; }
  void clear() {
    m_all.clear();
    m_recent.assign(kRecent, {});
  }

 private:
  static constexpr std::size_t kRecent = 1024;
  struct Recent {
    std::uintptr_t key = 0;
    Value value{};
    bool known = false;
  };
  std::unordered_map<std::uintptr_t, Value> m_all;
  std::vector<Recent> m_recent{kRecent};  ///< in front of all: of keys that meet there, the last
};

}  // namespace strata::inline microscope
