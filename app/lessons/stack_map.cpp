#include "app/lessons/stack_map.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

#include "engine/base/json_document.h"
#include "engine/base/read_file.h"
#include "engine/base/shipped.h"
#include "engine/device/architecture.h"

namespace strata::inline lessons {
namespace {

using Json = nlohmann::json;

/// Reads the entries of one list; what is wrong is said with the entry's name.
class Entries {
 public:
  Entries(std::string file, const Json& document, const char* list) : m_file(std::move(file)) {
    if (document.is_object())
      if (const auto found = document.find(list); found != document.end() && found->is_array()) m_list = &*found;
  }

  template <class Read>
  Result<void> each(Read&& read) {
    if (!m_list) return Error{ErrorCode::Usage, fmt::format("{} has no list of entries.", m_file)};
    for (const Json& entry : *m_list) {
      m_name = entry.is_object() ? textOf(entry, "name") : std::string();
      m_problem.reset();
      if (entry.is_object())
        read(*this, entry);
      else
        wrong("is no object");
      if (m_problem) return *m_problem;
    }
    return {};
  }

  static std::string textOf(const Json& entry, const char* key) {
    const auto found = entry.find(key);
    return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
  }

  std::string needed(const Json& entry, const char* key) {
    std::string text = textOf(entry, key);
    if (text.empty()) wrong(fmt::format("has no \"{}\"", key));
    return text;
  }

  std::vector<std::string> list(const Json& entry, const char* key) {
    std::vector<std::string> all;
    const auto found = entry.find(key);
    if (found == entry.end()) return all;
    if (!found->is_array()) return wrong(fmt::format("wants a list as \"{}\"", key)), all;
    for (const Json& one : *found)
      if (one.is_string())
        all.push_back(one.get<std::string>());
      else
        wrong(fmt::format("wants texts in \"{}\"", key));
    return all;
  }

  Storey storey(const Json& entry) {
    const std::string key = textOf(entry, "storey");
    const auto storey = storeyFromKey(key);
    if (!storey) wrong(fmt::format("stands on \"{}\", which is no storey", key));
    return storey.value_or(Storey::Other);
  }

  void wrong(std::string what) {
    if (!m_problem)
      m_problem =
          Error{ErrorCode::Usage, fmt::format("{}: {} {}.", m_file, m_name.empty() ? "an entry" : m_name, what)};
  }

 private:
  std::string m_file, m_name;
  const Json* m_list = nullptr;
  std::optional<Error> m_problem;
};

bool isDate(std::string_view date) {
  return date.size() == 7 && date[4] == '-' && date >= "1960-01" && date < "2100";
}

void checkOrigin(Entries& entries, const StackMap& map, const std::string& source, const std::string& date) {
  if (!map.sources.contains(source)) entries.wrong(fmt::format("names the source \"{}\", which is not listed", source));
  if (!isDate(date)) entries.wrong(fmt::format("has the date \"{}\"; write year and month, as 2025-04", date));
}

System::Find findOf(Entries& entries, const Json& entry) {
  System::Find find;
  if (const auto found = entry.find("find"); found != entry.end() && found->is_object()) {
    find.objects = entries.list(*found, "objects");
    find.commands = entries.list(*found, "commands");
    find.modules = entries.list(*found, "modules");
    find.python = entries.list(*found, "python");
    find.files = entries.list(*found, "files");
    find.with = Entries::textOf(*found, "with");
    find.holds = Entries::textOf(*found, "holds");
    find.lacks = Entries::textOf(*found, "lacks");
  }
  if (find.with.empty()) find.with = Entries::textOf(entry, "with");
  const auto always = entry.find("always");
  find.always = always != entry.end() && always->is_boolean() && always->get<bool>();
  return find;
}

Result<void> readSystems(StackMap& map, const Json& document) {
  return Entries("systems.json", document, "systems").each([&](Entries& entries, const Json& entry) {
    System system;
    system.name = entries.needed(entry, "name");
    system.storey = entries.storey(entry);
    system.vendor = entries.needed(entry, "vendor");
    system.group = Entries::textOf(entry, "group");
    system.what = entries.needed(entry, "what");
    system.counterparts = entries.list(entry, "counterparts");
    system.find = findOf(entries, entry);
    system.architectures = entries.list(entry, "architectures");
    system.calls = entries.list(entry, "calls");
    system.source = entries.needed(entry, "source");
    system.date = entries.needed(entry, "date");
    static constexpr std::string_view kVendors[] = {"nvidia", "amd", "cpu", "any"};
    if (std::ranges::find(kVendors, system.vendor) == std::end(kVendors))
      entries.wrong(fmt::format("is of \"{}\"; nvidia, amd, cpu or any", system.vendor));
    if (map.find(system.name)) entries.wrong("stands there twice");
    checkOrigin(entries, map, system.source, system.date);
    map.systems.push_back(std::move(system));
  });
}

Result<void> readClaims(StackMap& map, const Json& document) {
  return Entries("systems.json", document, "claims").each([&](Entries& entries, const Json& entry) {
    Claim claim{entries.needed(entry, "text"), entries.storey(entry), entries.needed(entry, "vendor"),
                entries.needed(entry, "source"), entries.needed(entry, "date")};
    checkOrigin(entries, map, claim.source, claim.date);
    map.claims.push_back(std::move(claim));
  });
}

Result<void> readTerms(StackMap& map, const Json& document) {
  return Entries("glossary.json", document, "terms").each([&](Entries& entries, const Json& entry) {
    GlossaryTerm term;
    term.name = entries.needed(entry, "name");
    term.what = entries.needed(entry, "what");
    term.cuda = Entries::textOf(entry, "cuda");
    term.hip = Entries::textOf(entry, "hip");
    term.openCl = Entries::textOf(entry, "opencl");
    term.sycl = Entries::textOf(entry, "sycl");
    term.storey = entries.storey(entry);
    term.see = entries.list(entry, "see");
    if (map.term(term.name)) entries.wrong("stands there twice");
    map.terms.push_back(std::move(term));
  });
}

Result<void> checkNames(const StackMap& map) {
  for (const System& system : map.systems)
    for (const std::string& other : system.counterparts) {
      const System* found = map.find(other);
      if (!found || std::ranges::find(found->counterparts, system.name) == found->counterparts.end())
        return Error{ErrorCode::Usage, fmt::format("systems.json: {} names {} as its counterpart, which {}.",
                                                   system.name, other, found ? "does not name it" : "is not there")};
    }
  for (const GlossaryTerm& term : map.terms)
    for (const std::string& other : term.see)
      if (!map.term(other))
        return Error{ErrorCode::Usage,
                     fmt::format("glossary.json: {} says see {}, which is not there.", term.name, other)};
  return {};
}

std::string fileText(const char* name) {
  return readIfThere(shippedFolder("map") / name);
}

}  // namespace

const System* StackMap::find(std::string_view name) const {
  const auto found = std::ranges::find(systems, name, &System::name);
  return found == systems.end() ? nullptr : &*found;
}

const GlossaryTerm* StackMap::term(std::string_view name) const {
  const auto found = std::ranges::find(terms, name, &GlossaryTerm::name);
  return found == terms.end() ? nullptr : &*found;
}

Result<StackMap> parseStackMap(std::string_view systems, std::string_view glossary) {
  STRATA_ASSIGN(const Json first, parseJson("systems.json", systems));
  STRATA_ASSIGN(const Json second, parseJson("glossary.json", glossary));
  StackMap map;
  if (first.is_object())
    if (const auto sources = first.find("sources"); sources != first.end())
      for (const auto& [key, text] : sources->items())
        if (text.is_string()) map.sources[key] = text.get<std::string>();
  STRATA_TRY(readSystems(map, first));
  STRATA_TRY(readClaims(map, first));
  STRATA_TRY(readTerms(map, second));
  STRATA_TRY(checkNames(map));
  return map;
}

const StackMap& stackMap() {
  static const StackMap kMap = [] {
    auto map = parseStackMap(fileText("systems.json"), fileText("glossary.json"));
    return map.ok() ? std::move(map).value() : StackMap{};
  }();
  return kMap;
}

namespace {

/// Kernels carry their library's name, and other tools' events stand on no storey.
bool maySpeakFor(const System& system, std::string_view beginning, Storey storey) {
  if (system.storey == storey) return true;
  return (storey == Storey::Hardware || storey == Storey::Other) &&
         (beginning.ends_with('_') || beginning.find("::") != std::string_view::npos);
}

}  // namespace

const System* familyOf(const StackMap& map, std::string_view architecture) {
  if (architecture.empty()) return nullptr;
  const auto named = [&](std::string_view name) {
    const auto found = std::ranges::find_if(map.systems, [&](const System& system) {
      return std::ranges::find(system.architectures, name) != system.architectures.end();
    });
    return found == map.systems.end() ? nullptr : &*found;
  };
  if (const System* system = named(architecture)) return system;
  const char last = architecture.back();  // sm_90a, gfx90a:sramecc+
  const auto plain = withoutFeatures(architecture);
  if (plain != architecture) return familyOf(map, plain);
  return last >= 'a' && last <= 'z' ? named(architecture.substr(0, architecture.size() - 1)) : nullptr;
}

const System* systemOfCall(const StackMap& map, std::string_view call, Storey storey, std::string_view vendor) {
  const System* best = nullptr;
  std::pair<std::size_t, bool> rank{};
  for (const System& system : map.systems)
    for (const std::string& beginning : system.calls) {
      if (!call.starts_with(beginning) || !maySpeakFor(system, beginning, storey)) continue;
      const std::pair now{beginning.size(), system.vendor == vendor};
      if (best && now <= rank) continue;
      best = &system;
      rank = now;
    }
  return best;
}

}  // namespace strata::inline lessons
