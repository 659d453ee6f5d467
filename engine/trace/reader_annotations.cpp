#include <algorithm>
#include <string>

#include "engine/trace/perfetto_fields.h"
#include "engine/trace/reader_pbf.h"
#include "engine/trace/reader_state.h"

namespace strata::inline trace {

namespace {

namespace a = perfetto::debug_annotation;

constexpr std::uint32_t kLegacyJson = 9, kDictEntries = 11, kArrayValues = 12;
constexpr int kDeepest = 8;

std::int64_t bits(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}

/// Flattens one annotation: an entry of a dictionary is "outer.inner", of an array "outer[0]".
class AnnotationDecoder {
 public:
  AnnotationDecoder(ReaderState& state, const Sequence& sequence, std::vector<Arg>& args)
      : m_state(state), m_sequence(sequence), m_args(args) {}

  /// `place` is the full name where the annotation is part of another one without a name of its own (in an array).
  void decode(std::string_view message, const std::string& prefix, const std::string& place, int depth) {
    NameId key = NameId::None;
    std::optional<ArgValue> value;
    std::vector<std::pair<std::uint32_t, std::string_view>> children;
    for (auto reader = readerOf(message); reader.next();) {
      const std::uint32_t field = reader.tag();
      if (reader.tag_and_type() == varintField(a::kNameIid))
        key = m_state.known(m_sequence.annotationNames.get(reader.get_uint64()));
      else if (reader.tag_and_type() == bytesField(a::kName))
        key = m_state.store.intern(textOf(reader));
      else if (reader.tag_and_type() == bytesField(kDictEntries) || reader.tag_and_type() == bytesField(kArrayValues))
        children.emplace_back(field, textOf(reader));
      else
        readValue(reader, value);
    }
    if (!prefix.empty() || !place.empty()) key = fullName(key, prefix, place);
    if (value) m_args.push_back({key, *value});
    if (depth < kDeepest) decodeChildren(children, key, depth);
  }

 private:
  void readValue(protozero::pbf_reader& reader, std::optional<ArgValue>& value) {
    switch (reader.tag_and_type()) {
      case varintField(a::kBool): value = bits(reader.get_uint64() != 0); break;
      case varintField(a::kUint):
      case varintField(a::kPointer):
      case varintField(a::kInt): value = bits(reader.get_uint64()); break;
      case fixed64Field(a::kDouble): value = reader.get_double(); break;
      case bytesField(kLegacyJson):
      case bytesField(a::kString): value = m_state.store.intern(textOf(reader)); break;
      case varintField(a::kStringIid):
        value = m_state.known(m_sequence.annotationTexts.get(reader.get_uint64()));
        break;
      default: reader.skip();
    }
  }

  void decodeChildren(const std::vector<std::pair<std::uint32_t, std::string_view>>& children, NameId key, int depth) {
    if (children.empty()) return;
    const std::string outer(m_state.store.name(key));
    std::size_t index = 0;
    for (const auto& [field, message] : children) {
      const bool inArray = field == kArrayValues;
      decode(message, inArray ? "" : outer + ".", inArray ? outer + "[" + std::to_string(index++) + "]" : "",
             depth + 1);
    }
  }

  NameId fullName(NameId key, const std::string& prefix, const std::string& place) {
    return m_state.store.intern(place.empty() ? prefix + std::string(m_state.store.name(key)) : place);
  }

  ReaderState& m_state;
  const Sequence& m_sequence;
  std::vector<Arg>& m_args;
};

}  // namespace

void decodeAnnotation(ReaderState& state, const Sequence& sequence, std::string_view message, std::vector<Arg>& args) {
  AnnotationDecoder(state, sequence, args).decode(message, "", "", 0);
}

bool sayStopped(const ReaderState& state, std::span<const Arg> args) {
  return std::ranges::any_of(args, [&](const Arg& arg) { return arg.key == state.stoppedKey; });
}

Provenance takeProvenance(ReaderState& state, std::vector<Arg>& args) {
  for (auto arg = args.begin(); arg != args.end(); ++arg) {
    const auto* text = arg->key == state.provenanceKey ? std::get_if<NameId>(&arg->value) : nullptr;
    const std::optional<Provenance> provenance = text ? provenanceFromKey(state.store.name(*text)) : std::nullopt;
    if (!provenance) continue;
    args.erase(arg);
    return *provenance;
  }
  return Provenance::Measured;
}

}  // namespace strata::inline trace
