#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/microscope/thread_order.h"

namespace strata::inline microscope {

/// What a GPU thread did to a piece of memory, where in the program, and when.
struct Touch {
  Moment when;
  std::uint32_t place = 0;
  bool store = false, atomic = false;
};

/// A tensor or a shared variable, with what threads did to each piece of it last.
class TouchedMemory {
 public:
  /// `grain`: bytes that are followed together, 1, 2 or 4, until somebody touches fewer. `written`: somebody has filled
  /// it.
  TouchedMemory(std::string name, std::uintptr_t begin, std::size_t bytes, std::size_t grain, bool written)
      : m_name(std::move(name)), m_begin(begin), m_bytes(bytes), m_grain(grain), m_written(written) {}

  const std::string& name() const { return m_name; }
  std::uintptr_t begin() const { return m_begin; }
  std::size_t bytes() const { return m_bytes; }
  /// What is kept of who touched it: none before the first touch.
  std::size_t keptBytes() const { return m_grains.capacity() * sizeof(Grain); }

  /// What an access collides with, if anything: the other's touch. Remembers the access. `reads`: what was there
  /// counts.
  std::optional<Touch> touch(std::uintptr_t address, std::size_t bytes, const Touch& mine, bool reads,
                             const ThreadOrder& order);
  /// A unit reads or writes it: what is empty counts, collisions do not.
  void touchByUnit(std::uintptr_t address, std::size_t bytes, const Touch& mine);
  /// Reads of what nobody had written then, nor anybody without order with them later: each with its address.
  struct EmptyRead {
    std::uintptr_t address = 0;
    Touch touch;
  };
  std::vector<EmptyRead> takeEmptyReads();
  /// As nobody had written it.
  void empty() { m_grains.clear(), m_written = false; }

 private:
  struct Grain {
    Touch write, reads[2], emptyRead;
    bool written = false;
  };
  void prepareGrains();
  std::size_t grainAt(std::uintptr_t address) const;
  void followEach(std::size_t bytes);
  std::optional<Touch> collision(const Grain& grain, const Touch& mine, const ThreadOrder& order) const;
  static void remember(Grain& grain, const Touch& mine, bool reads, const ThreadOrder& order);

  std::string m_name;
  std::uintptr_t m_begin = 0;
  std::size_t m_bytes = 0, m_grain = 4;
  bool m_written = false;
  std::vector<Grain> m_grains;  ///< none before the first touch
};

}  // namespace strata::inline microscope
