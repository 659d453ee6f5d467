#include "engine/trace/reader_sequence.h"

#include <utility>

#include "engine/trace/perfetto_fields.h"
#include "engine/trace/reader_pbf.h"
#include "engine/trace/trace_store.h"

namespace strata::inline trace {

namespace {

constexpr std::uint64_t kLargestDense = 1u << 16;
constexpr std::uint32_t kTrackEventDefaults = 11;
constexpr std::uint32_t kExtraCounterTracks = 31, kExtraDoubleCounterTracks = 45;

InternTable* tableOf(Sequence& sequence, std::uint32_t field) {
  namespace i = perfetto::interned_data;
  switch (field) {
    case i::kEventCategories: return &sequence.categories;
    case i::kEventNames: return &sequence.names;
    case i::kDebugAnnotationNames: return &sequence.annotationNames;
    case i::kDebugAnnotationStrings: return &sequence.annotationTexts;
    case i::kComputeArgNames: return &sequence.argNames;
    case i::kGpuSpecifications: return &sequence.specifications;
    default: return nullptr;
  }
}

bool internEntry(std::string_view message, InternTable& table, TraceStore& store) {
  std::uint64_t iid = 0;
  std::string_view name;
  for (auto reader = readerOf(message); reader.next();) {
    switch (reader.tag_and_type()) {
      case varintField(perfetto::interned_data::kIid): iid = reader.get_uint64(); break;
      case bytesField(perfetto::interned_data::kName): name = textOf(reader); break;
      default: reader.skip();
    }
  }
  return table.set(iid, store.intern(name));
}

void setEventDefaults(std::string_view message, Sequence& sequence) {
  sequence.counterTracks.clear();
  sequence.doubleCounterTracks.clear();
  for (auto reader = readerOf(message); reader.next();) {
    switch (reader.tag_and_type()) {
      case varintField(perfetto::track_event::kTrackUuid): sequence.track = reader.get_uint64(); break;
      case varintField(kExtraCounterTracks):
      case bytesField(kExtraCounterTracks): appendIntegers(reader, false, sequence.counterTracks); break;
      case varintField(kExtraDoubleCounterTracks):
      case bytesField(kExtraDoubleCounterTracks): appendIntegers(reader, false, sequence.doubleCounterTracks); break;
      default: reader.skip();
    }
  }
}

}  // namespace

bool InternTable::set(std::uint64_t iid, NameId name) {
  const bool dense = iid < kLargestDense;
  if (dense && iid >= m_dense.size()) m_dense.resize(iid + 1 + m_dense.size() / 2, kLostName);
  NameId& place = dense ? m_dense[iid] : m_sparse.try_emplace(iid, kLostName).first->second;
  const NameId before = std::exchange(place, name);
  return before == kLostName || before == name;
}

NameId InternTable::get(std::uint64_t iid) const {
  if (iid < m_dense.size()) return m_dense[iid];
  const auto found = m_sparse.find(iid);
  return found == m_sparse.end() ? kLostName : found->second;
}

void Sequence::intern(std::string_view message, TraceStore& store) {
  for (auto reader = readerOf(message); reader.next();) {
    InternTable* table =
        reader.wire_type() == protozero::pbf_wire_type::length_delimited ? tableOf(*this, reader.tag()) : nullptr;
    if (!table) {
      reader.skip();
    } else if (!internEntry(textOf(reader), *table, store)) {
      meaning = 0;
    }
  }
}

void Sequence::setDefaults(std::string_view message) {
  for (auto reader = readerOf(message); reader.next();) {
    switch (reader.tag_and_type()) {
      case varintField(perfetto::defaults::kTimestampClockId): clock = reader.get_uint32(); break;
      case bytesField(kTrackEventDefaults): setEventDefaults(textOf(reader), *this); break;
      default: reader.skip();
    }
  }
}

}  // namespace strata::inline trace
