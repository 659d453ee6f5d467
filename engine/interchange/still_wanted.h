#pragma once

#include <cstdint>

#include "engine/interchange/input_file.h"

namespace strata::inline interchange {

/// Whether somebody still wants what is made of a file whose bytes are all read: asked for each of many things, it asks
/// the file's watch now and then. Who does not want it any more is not asked again.
class StillWanted {
 public:
  explicit StillWanted(const InputFile& file) : m_watch(file.watch()) {}

  bool operator()() {
    constexpr std::uint64_t kThings = 1024;
    if (m_watch && m_wanted && ++m_things % kThings == 0) m_wanted = m_watch(0);
    return m_wanted;
  }

 private:
  const InputFile::Watch& m_watch;
  std::uint64_t m_things = 0;
  bool m_wanted = true;
};

}  // namespace strata::inline interchange
