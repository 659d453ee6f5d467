#include "engine/modelfile/block_formats.h"

#include <cassert>
#include <cstring>

#include "engine/base/narrow_floats.h"
#include "engine/modelfile/stored_layout.h"

namespace strata::inline modelfile {
namespace {

constexpr int kSmall = 32;  ///< numbers of a small block, and of a part of a large one in Q4_K and Q5_K

float halfAt(const std::byte* bytes) {
  std::uint16_t bits;
  std::memcpy(&bits, bytes, sizeof(bits));
  return float16Value(bits);
}

int lowNibble(std::byte byte) {
  return std::to_integer<int>(byte & std::byte{15});
}

int highNibble(std::byte byte) {
  return std::to_integer<int>(byte >> 4);
}

/// `bit` of a byte as the fifth bit of a number.
int fifthBit(std::byte byte, int bit) {
  return (std::to_integer<int>(byte >> bit) & 1) << 4;
}

/// How a small block goes on behind its scale.
struct SmallLayout {
  bool least = false;  ///< a second fp16: the block's least value, which is added; else the numbers are centred
  bool fifth = false;  ///< 32 fifth bits before the nibbles, number after number
};

/// The low nibbles are the first 16 numbers, the high ones the others.
void unpackSmall(const std::byte* block, SmallLayout layout, float* out) {
  const float scale = halfAt(block), least = layout.least ? halfAt(block + 2) : 0;
  const std::byte* const fifth = block + (layout.least ? 4 : 2);
  const std::byte* const nibbles = fifth + (layout.fifth ? 4 : 0);
  const int centre = layout.least ? 0 : layout.fifth ? 16 : 8;
  for (int i = 0; i < kSmall; ++i) {
    int number = i < 16 ? lowNibble(nibbles[i]) : highNibble(nibbles[i - 16]);
    if (layout.fifth) number += fifthBit(fifth[i / 8], i % 8);
    out[i] = scale * static_cast<float>(number - centre) + least;
  }
}

void unpackBytes(const std::byte* block, float* out) {
  const float scale = halfAt(block);
  for (int i = 0; i < kSmall; ++i) out[i] = scale * static_cast<float>(static_cast<std::int8_t>(block[2 + i]));
}

struct PartScale {
  int scale, least;
};

/// Six bits each, for eight parts in twelve bytes: those of the first four stand in bytes 0 to 3 and 4 to 7, the upper
/// two bits of which belong to the other four, whose lower four bits are the nibbles of bytes 8 to 11.
PartScale partScale(const std::byte* packed, int part) {
  const auto six = [&](int at) { return std::to_integer<int>(packed[at] & std::byte{63}); };
  const auto upperTwo = [&](int at) { return std::to_integer<int>(packed[at] >> 6) << 4; };
  if (part < 4) return {six(part), six(part + 4)};
  return {lowNibble(packed[part + 4]) | upperTwo(part - 4), highNibble(packed[part + 4]) | upperTwo(part)};
}

/// Q4_K and Q5_K: eight parts of 32, each with a scale and a least value of six bits. Two parts share 32 bytes of
/// nibbles; the fifth bits of part p are bits p of 32 bytes.
void unpackParts(const std::byte* block, bool withFifth, float* out) {
  const float scale = halfAt(block), least = halfAt(block + 2);
  const std::byte* const scales = block + 4;
  const std::byte* const fifth = scales + 12;
  const std::byte* const nibbles = fifth + (withFifth ? kSmall : 0);
  for (int part = 0; part < 8; ++part) {
    const PartScale own = partScale(scales, part);
    const float partsScale = scale * static_cast<float>(own.scale), partsLeast = least * static_cast<float>(own.least);
    const std::byte* const pair = nibbles + std::ptrdiff_t{part / 2} * kSmall;
    for (int i = 0; i < kSmall; ++i) {
      int number = part % 2 == 0 ? lowNibble(pair[i]) : highNibble(pair[i]);
      if (withFifth) number += fifthBit(fifth[i], part);
      *out++ = partsScale * static_cast<float>(number) - partsLeast;
    }
  }
}

/// Sixteen parts of 16, each with an int8 scale. Of each half of the block, four rows of 32 numbers share 64 bytes with
/// their lower four bits (rows 0 and 1 low, 2 and 3 high nibbles) and 32 bytes with their upper two (row r: bits 2r).
void unpackQ6K(const std::byte* block, float* out) {
  constexpr int kLower = 128, kUpper = 64;
  const std::byte* const scales = block + kLower + kUpper;
  const float scale = halfAt(scales + 16);
  for (int at = 0; at < 256; ++at) {
    const int half = at / 128, row = at % 128 / kSmall, column = at % kSmall;
    const std::byte lower = block[half * kLower / 2 + row % 2 * kSmall + column];
    const std::byte upper = block[kLower + half * kUpper / 2 + column];
    const int four = row < 2 ? lowNibble(lower) : highNibble(lower);
    const int two = std::to_integer<int>(upper >> (2 * row)) & 3;
    const auto own = static_cast<float>(static_cast<std::int8_t>(scales[at / 16]));
    out[at] = scale * own * static_cast<float>((four | two << 4) - 32);
  }
}

void unpackBlock(StoredType type, const std::byte* block, float* out) {
  switch (type) {
    case StoredType::Q8_0: return unpackBytes(block, out);
    case StoredType::Q4_0: return unpackSmall(block, {}, out);
    case StoredType::Q4_1: return unpackSmall(block, {.least = true}, out);
    case StoredType::Q5_0: return unpackSmall(block, {.fifth = true}, out);
    case StoredType::Q5_1: return unpackSmall(block, {.least = true, .fifth = true}, out);
    case StoredType::Q4K: return unpackParts(block, /*withFifth=*/false, out);
    case StoredType::Q5K: return unpackParts(block, /*withFifth=*/true, out);
    case StoredType::Q6K: return unpackQ6K(block, out);
    default: assert(false);
  }
}

}  // namespace

void unpackBlocks(StoredType type, const std::byte* block, std::int64_t elements, float* out) {
  for (std::int64_t at = 0; at < elements; at += blockOf(type), block += bytesOf(type, blockOf(type)))
    unpackBlock(type, block, out + at);
}

}  // namespace strata::inline modelfile
