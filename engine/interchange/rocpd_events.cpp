#include "engine/interchange/rocpd_events.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "engine/interchange/json_document.h"
#include "engine/trace/storey_rules.h"

namespace strata::inline interchange {

namespace {

/// As rocprofiler-sdk's cxx/perfetto.hpp has them; those of rocprof-sys are the same behind "rocm_".
constexpr std::array<std::array<std::string_view, 2>, 8> kCategories{{{"HIP_*", "hip_api"},
                                                                      {"HSA_*", "hsa_api"},
                                                                      {"MARKER_*", "marker_api"},
                                                                      {"RCCL_*", "rccl_api"},
                                                                      {"ROCDECODE_*", "rocdecode_api"},
                                                                      {"ROCJPEG_*", "rocjpeg_api"},
                                                                      {"KFD_*", "kfd_events"},
                                                                      {"OMPT*", "openmp"}}};

bool isApiCategory(std::string_view category) {
  return category == "hip_api" || category == "hsa_api";
}

/// Numbers as numbers; addresses stay text.
ArgValue valueOfText(TraceStore& store, std::string_view text) {
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec == std::errc{} && read.ptr == end) return number;
  return store.intern(text);
}

template <class Row, class Key>
void sortBy(std::vector<Row>& rows, Key key) {
  if (!std::ranges::is_sorted(rows, {}, key)) std::ranges::stable_sort(rows, {}, key);
}

/// The category in AMD's Perfetto traces of a kind of records: "hip_api" of "HIP_RUNTIME_API_EXT". Others as they are.
std::string_view rocpdCategory(std::string_view kind) {
  constexpr std::string_view kOfSystems = "rocm_";
  if (kind.starts_with(kOfSystems)) return kind.substr(kOfSystems.size());
  const auto known = std::ranges::find_if(kCategories, [&](const auto& entry) { return fitsPattern(entry[0], kind); });
  return known == kCategories.end() ? kind : (*known)[1];
}

}  // namespace

void RocpdEvents::read(RocpdTables& tables) {
  std::unordered_map<NameId, NameId> categories;
  tables.read("rocpd_event", [&](const RocpdRow& row) {
    Event event;
    event.id = row.integer("id").value_or(0);
    event.call = row.integer("stack_id").value_or(0);
    event.callAround = row.integer("parent_stack_id").value_or(0);
    event.external = row.integer("correlation_id").value_or(0);
    const NameId kind = m_known.category(row.integer("category_id"));
    const auto [category, isNew] = categories.try_emplace(kind);
    if (isNew) category->second = m_store.intern(rocpdCategory(m_store.name(kind)));
    event.category = category->second;
    if (isApiCategory(m_store.name(event.category)) && event.call != 0) m_callsAround[event.call] = event.callAround;
    takeDetails(row.text("extdata"), event);
    event.callStack = json(row.text("call_stack"));
    event.lineInfo = json(row.text("line_info"));
    m_events.push_back(event);
  });
  sortBy(m_events, &Event::id);
  tables.read("rocpd_arg", [&](const RocpdRow& row) {
    const auto event = row.integer("event_id");
    if (event && !row.text("name").empty())
      m_args.push_back({*event, {m_store.intern(row.text("name")), valueOfText(m_store, row.text("value"))}});
  });
  sortBy(m_args, &EventArg::event);
  tables.read("rocpd_pmc_event", [&](const RocpdRow& row) {
    const auto event = row.integer("event_id"), counter = row.integer("pmc_id");
    const auto value = row.number("value");
    if (row.integer("sample_id"))
      ++m_streamed;
    else if (event && counter && value)
      m_values.push_back({*event, *counter, *value});
  });
  sortBy(m_values, &Value::event);
}

/// JSON text, where it says anything.
NameId RocpdEvents::json(std::string_view text) {
  return text.empty() || text == "{}" || text == "[]" ? NameId::None : m_store.intern(text);
}

void RocpdEvents::takeDetails(std::string_view text, Event& event) {
  if (text.empty() || text == "{}") return;
  const nlohmann::json details = nlohmann::json::parse(text, nullptr, false);
  const std::string_view message = textOf(memberOf(details, "message"));
  if (!message.empty())
    event.message = m_store.intern(message);
  else
    event.details = m_store.intern(text);
}

const RocpdEvents::Event* RocpdEvents::find(std::optional<std::int64_t> id) const {
  if (!id) return nullptr;
  const auto found = std::ranges::lower_bound(m_events, *id, {}, &Event::id);
  return found != m_events.end() && found->id == *id ? &*found : nullptr;
}

std::int64_t RocpdEvents::outermostCall(std::int64_t call) const {
  auto around = m_callsAround.find(call);
  while (around != m_callsAround.end() && around->second < call && m_callsAround.contains(around->second)) {
    call = around->second;
    around = m_callsAround.find(call);
  }
  return call;
}

void RocpdEvents::addArgs(const Event& event, std::vector<Arg>& args) const {
  const auto add = [&](std::string_view key, NameId value) {
    if (value != NameId::None) args.push_back({m_store.intern(key), value});
  };
  auto own = std::ranges::lower_bound(m_args, event.id, {}, &EventArg::event);
  for (; own != m_args.end() && own->event == event.id; ++own) args.push_back(own->arg);
  if (event.external != 0) args.push_back({m_store.intern("external_correlation"), event.external});
  add("details", event.details);
  add("call_stack", event.callStack);
  add("line_info", event.lineInfo);
}

std::vector<RocpdEvents::Value> RocpdEvents::takeValues(std::int64_t event) {
  std::vector<Value> values;
  auto own = std::ranges::lower_bound(m_values, event, {}, &Value::event);
  for (; own != m_values.end() && own->event == event; ++own)
    if (!std::exchange(own->taken, true)) values.push_back(*own);
  return values;
}

std::uint64_t RocpdEvents::valuesLeft() const {
  return static_cast<std::uint64_t>(std::ranges::count(m_values, false, &Value::taken));
}

}  // namespace strata::inline interchange
