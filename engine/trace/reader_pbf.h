#pragma once

#include <cstdint>
#include <protozero/pbf_reader.hpp>
#include <string_view>
#include <vector>

namespace strata::inline trace {

/// For `switch (reader.tag_and_type())`: only fields of the right wire type are read, so protozero's assertions hold
/// whatever the bytes are.
constexpr std::uint32_t varintField(std::uint32_t field) {
  return protozero::tag_and_type(field, protozero::pbf_wire_type::varint);
}
constexpr std::uint32_t fixed64Field(std::uint32_t field) {
  return protozero::tag_and_type(field, protozero::pbf_wire_type::fixed64);
}
constexpr std::uint32_t bytesField(std::uint32_t field) {
  return protozero::tag_and_type(field, protozero::pbf_wire_type::length_delimited);
}

inline protozero::pbf_reader readerOf(std::string_view bytes) {
  return {bytes.data(), bytes.size()};
}

inline std::string_view textOf(protozero::pbf_reader& reader) {
  const protozero::data_view view = reader.get_view();
  return {view.data(), view.size()};
}

/// Hands out the values of a repeated integer field, packed or not; `fixed` says that they have 8 bytes each when
/// packed.
template <class Take>
void eachInteger(protozero::pbf_reader& reader, bool fixed, Take take) {
  using protozero::pbf_wire_type;
  switch (reader.wire_type()) {
    case pbf_wire_type::varint: take(reader.get_uint64()); break;
    case pbf_wire_type::fixed64: take(reader.get_fixed64()); break;
    case pbf_wire_type::length_delimited:
      if (fixed)
        for (const std::uint64_t value : reader.get_packed_fixed64()) take(value);
      else
        for (const std::uint64_t value : reader.get_packed_uint64()) take(value);
      break;
    default: reader.skip();
  }
}

inline void appendIntegers(protozero::pbf_reader& reader, bool fixed, std::vector<std::uint64_t>& values) {
  eachInteger(reader, fixed, [&](std::uint64_t value) { values.push_back(value); });
}

}  // namespace strata::inline trace
