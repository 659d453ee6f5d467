#include "engine/interchange/known_messages.h"

#include <cstdint>

namespace strata::inline interchange {

namespace {

/// A field of a protobuf message.
struct Field {
  std::uint64_t number = 0, type = 0;
  std::string_view bytes;  ///< of type 2; cut off where the text is
};

bool takeVarint(std::string_view& text, std::uint64_t& value) {
  value = 0;
  for (unsigned shift = 0; shift < 64 && !text.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(text.front());
    text.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7Fu} << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

/// Only of the types 0 and 2: the messages looked for here have no other.
bool takeField(std::string_view& text, Field& field) {
  std::uint64_t tag = 0, value = 0;
  if (!takeVarint(text, tag) || !takeVarint(text, value)) return false;
  field = {tag >> 3, tag & 7, {}};
  if (field.type == 0) return true;
  if (field.type != 2) return false;
  field.bytes = text.substr(0, value);
  text.remove_prefix(field.bytes.size());
  return true;
}

/// ValueType: two numbers, the type and the unit.
bool isValueType(std::string_view text) {
  bool any = false;
  for (Field field; !text.empty(); any = true)
    if (!takeField(text, field) || field.type != 0 || field.number < 1 || field.number > 2) return false;
  return any;
}

bool isInProfile(const Field& field) {
  constexpr std::uint64_t kLastField = 15,
                          kMessages = 1u << 1 | 1u << 2 | 1u << 3 | 1u << 4 | 1u << 5 | 1u << 6 | 1u << 11;
  if (field.number < 1 || field.number > kLastField) return false;
  return field.number == 13 || (field.type == 2) == ((kMessages >> field.number & 1) != 0);
}

/// "/host:CPU", "/device:GPU:0" …: what a plane is called.
bool isPlaneName(std::string_view name) {
  return name.starts_with("/host:") || name.starts_with("/device:") || name.starts_with("Task Environment");
}

}  // namespace

bool isPprof(std::string_view head) {
  bool sums = false;
  for (Field field; !head.empty();) {
    if (!takeField(head, field)) break;
    if (!isInProfile(field)) return false;
    sums = sums || (field.number == 1 && isValueType(field.bytes));
  }
  return sums;
}

bool isXPlane(std::string_view head) {
  Field plane, field;
  if (!takeField(head, plane) || plane.number != 1 || plane.type != 2) return false;
  for (std::string_view rest = plane.bytes; takeField(rest, field) && field.number <= 2;)
    if (field.number == 2) return isPlaneName(field.bytes);
  return false;
}

}  // namespace strata::inline interchange
