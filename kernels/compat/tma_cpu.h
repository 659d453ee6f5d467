#pragma once

// A unit that copies boxes, for the CPU device, so that kernels for one can be checked. It is as late as PTX allows:
// from its beginning a copy leaves nothing but NaN where it goes to, and its elements come when somebody waits for
// them. So whoever reads too early, or lets a box be overwritten too early, computes NaN.

#include <cstdint>
#include <cstring>

#include "engine/backends/cpu/cpu_thread.h"
#include "engine/device/tensor_map.h"

namespace tma {

struct tensor_map {
  strata::BoxedTensor tensor;
  unsigned char spare[128 - sizeof(strata::BoxedTensor)];
};

constexpr int kBoxLine = 128, kPiece = 16, kPatternBytes = 1024;  // the swizzle's pattern begins anew

/// Where in a box the piece of 16 bytes stands that is number `piece` of its line.
inline int place_in_box(int line, int piece) {
  return line * kBoxLine + (piece ^ line % 8) * kPiece;
}

/// PTX's mbarrier, in the same eight bytes. It waits for arrivals and for bytes.
struct barrier {
  std::int32_t bytes;
  std::uint8_t count, missing, parity, spare;

  STRATA_OF_DEVICE inline void init(int arrivals);
  STRATA_OF_DEVICE void arrive() { arrive_and_expect(0); }
  STRATA_OF_DEVICE void arrive_and_expect(unsigned announced) {
#if defined(STRATA_OBSERVED)
    strata_observe_arrival(this);
#endif
    bytes += static_cast<std::int32_t>(announced);
    if (missing-- == 0) throw strata::cpu::Misuse{"more threads arrived at an mbarrier than it was told of"};
    end_phase();
  }
  STRATA_OF_DEVICE void complete(unsigned moved) {
    bytes -= static_cast<std::int32_t>(moved);
    end_phase();
  }
  STRATA_OF_DEVICE inline void wait(int which);

 private:
  STRATA_OF_DEVICE void end_phase() {
    if (missing != 0 || bytes != 0) return;
    missing = count;
    parity ^= 1;
  }
};
static_assert(sizeof(barrier) == 8);

/// A copy that has begun.
struct begun_copy {
  strata::BoxedTensor from;
  char* to;
  barrier* ready;
  int x, y, z;

  /// The element's address; nullptr outside of the tensor.
  STRATA_OF_DEVICE const char* source(int i, int line, int plane) const {
    const std::int64_t at[] = {std::int64_t{x} + i, std::int64_t{y} + line, std::int64_t{z} + plane};
    for (int side = 0; side < 3; ++side)
      if (at[side] < 0 || at[side] >= from.sizes[side]) return nullptr;
    return static_cast<const char*>(from.data) +
           ((at[2] * from.planeLines + at[1]) * from.sizes[0] + at[0]) * from.elementBytes;
  }

  STRATA_OF_DEVICE unsigned bytes() const { return from.box[1] * from.box[2] * kBoxLine; }

  STRATA_OF_DEVICE void end() const {
    const int elements = kPiece / static_cast<int>(from.elementBytes);
    for (int line = 0; line < static_cast<int>(from.box[1] * from.box[2]); ++line)
      for (int i = 0; i < static_cast<int>(from.box[0]); ++i) {
        const int across = line % static_cast<int>(from.box[1]), plane = line / static_cast<int>(from.box[1]);
        char* const place = to + place_in_box(line, i / elements) + i % elements * static_cast<int>(from.elementBytes);
        if (const char* element = source(i, across, plane))
          std::memcpy(place, element, from.elementBytes);
        else
          std::memset(place, 0, from.elementBytes);
      }
    ready->complete(bytes());
  }
};

/// Of the block that runs: all its threads run on one thread of the host.
struct begun_copies {
  static constexpr int kMost = 64;
  begun_copy all[kMost];
  int count;

  /// Ends those that somebody waits for at this barrier, in their order.
  STRATA_OF_DEVICE void end_at(const barrier* ready) {
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      if (all[i].ready == ready)
        all[i].end();
      else
        all[kept++] = all[i];
    }
    count = kept;
  }
  STRATA_OF_DEVICE void forget(const barrier* ready) {
    int kept = 0;
    for (int i = 0; i < count; ++i)
      if (all[i].ready != ready) all[kept++] = all[i];
    count = kept;
  }
};
inline constinit thread_local begun_copies begun{};

void barrier::init(int arrivals) {
  begun.forget(this);  // of a block that ended badly
  *this = {0, static_cast<std::uint8_t>(arrivals), static_cast<std::uint8_t>(arrivals), 0, 0};
}

void barrier::wait(int which) {
  struct phase {
    barrier* ready;
    int parity;
    STRATA_OF_DEVICE static bool has_ended(void* operand) {
      const phase& wanted = *static_cast<phase*>(operand);
      begun.end_at(wanted.ready);
      return wanted.ready->parity != wanted.parity;
    }
  } wanted{this, which};
  strata::cpu::waitUntil(phase::has_ended, &wanted);
#if defined(STRATA_OBSERVED)
  strata_observe_waited(this);
#endif
}

inline void publish_barriers() {}

STRATA_OF_DEVICE inline void begin_copy(const begun_copy& copy) {
  if (reinterpret_cast<std::uintptr_t>(copy.to) % kPatternBytes != 0)
    throw strata::cpu::Misuse{"a box goes to shared memory that is aligned to 1024 bytes"};
  if (begun.count == begun_copies::kMost) throw strata::cpu::Misuse{"more copies at a time than are emulated"};
  std::memset(copy.to, 0xFF, copy.bytes());
  begun.all[begun.count++] = copy;
}

/// What the copy asks of memory, in the pieces that are swizzled; of global memory those within the tensor.
__forceinline__ void tell_pieces(const begun_copy& copy) {
#if defined(STRATA_OBSERVED)
  const int elements = kPiece / static_cast<int>(copy.from.elementBytes);
  for (int line = 0; line < static_cast<int>(copy.from.box[1]); ++line)
    for (int piece = 0; piece < kBoxLine / kPiece; ++piece) {
      if (const char* from = copy.source(piece * elements, line, 0)) strata_observe_unit_read(from, kPiece);
      strata_observe_unit_write(copy.to + place_in_box(line, piece), kPiece);
    }
#else
  (void)copy;
#endif
}

template <class T>
__forceinline__ void copy_box(T* to, const tensor_map& from, barrier& ready, int x, int y, int z) {
  const begun_copy copy{from.tensor, reinterpret_cast<char*>(to), &ready, x, y, z};
  tell_pieces(copy);
  begin_copy(copy);
}

}  // namespace tma
