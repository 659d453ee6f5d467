#include "app/facts/what_is.h"

#include <fmt/format.h>

#include <cctype>
#include <tuple>

#include "app/facts/called_systems.h"
#include "app/facts/vendor_words.h"
#include "app/lessons/stack_map.h"
#include "app/words/messages.h"
#include "engine/base/text_parts.h"

namespace strata::inline facts {
namespace {

bool isWordByte(char byte) {
  return std::isalnum(static_cast<unsigned char>(byte)) != 0;
}

/// Letters of ASCII small; names are of ASCII.
std::string smallLetters(std::string_view words) {
  std::string small(words);
  for (char& byte : small)
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte - 'A' + 'a');
  return small;
}

/// As a word of its own, or with a plural's s.
bool holdsWord(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    std::size_t end = at + word.size();
    if (end < words.size() && words[end] == 's') ++end;
    if ((at == 0 || !isWordByte(words[at - 1])) && (end == words.size() || !isWordByte(words[end]))) return true;
  }
  return false;
}

const std::string& nameIn(const GlossaryTerm& term, Vocabulary vocabulary) {
  const std::string& own = vocabulary == Vocabulary::Hip    ? term.hip
                           : vocabulary == Vocabulary::Cuda ? term.cuda
                                                            : term.openCl;
  return own.empty() ? term.name : own;
}

std::string namesElsewhere(const GlossaryTerm& term, Vocabulary vocabulary) {
  const std::tuple<Vocabulary, Msg, const std::string&> all[] = {{Vocabulary::Cuda, Msg::WhatInCuda, term.cuda},
                                                                 {Vocabulary::Hip, Msg::WhatInHip, term.hip},
                                                                 {Vocabulary::OpenCl, Msg::WhatInOpenCl, term.openCl}};
  std::string names;
  for (const auto& [other, words, name] : all)
    if (other != vocabulary && !name.empty()) names += (names.empty() ? "" : " · ") + fillText(words, {name});
  if (!term.sycl.empty()) names += (names.empty() ? "" : " · ") + fillText(Msg::WhatInSycl, {term.sycl});
  return names;
}

WhatIs whatIsSystem(const System& system) {
  std::string others;
  for (const std::string& name : system.counterparts) others += (others.empty() ? "" : ", ") + name;
  return {system.name, system.what, others.empty() ? others : fillText(Msg::MapCounterparts, {others})};
}

WhatIs whatIsCall(std::string_view name, const CallWords& call) {
  std::string others;
  for (const OtherName& other : otherNames(name))
    others += fmt::format("{}{}: {}", others.empty() ? "" : " · ", other.vocabulary, other.name);
  return {std::string(name), std::string(call.what), others};
}

}  // namespace

WhatIs whatIsTerm(const GlossaryTerm& term, Vocabulary vocabulary) {
  const std::string& own = nameIn(term, vocabulary);
  return {own == term.name ? own : fmt::format("{}: {}", term.name, own), term.what, namesElsewhere(term, vocabulary)};
}

std::optional<WhatIs> whatIsNamed(std::string_view name, Vocabulary vocabulary) {
  if (const GlossaryTerm* term = stackMap().term(name)) return whatIsTerm(*term, vocabulary);
  const System* system = stackMap().find(name);
  return system ? std::optional(whatIsSystem(*system)) : std::nullopt;
}

std::optional<WhatIs> whatIsWord(std::string_view words, Vocabulary vocabulary) {
  const std::string small = smallLetters(words);
  const GlossaryTerm* term = nullptr;
  std::size_t length = 0;
  const auto longer = [&](std::string_view name) {
    if (name.size() <= length || !holdsWord(small, smallLetters(name))) return false;
    return length = name.size(), true;
  };
  for (const GlossaryTerm& one : stackMap().terms)
    for (const std::string* names : {&one.name, &one.cuda, &one.hip, &one.openCl})
      for (const std::string& name : partsOf(*names, ','))
        if (longer(trimmed(std::string_view(name).substr(0, name.find('('))))) term = &one;
  const System* system = nullptr;
  if (length > 0) --length;  // of a term and a system of one name the system says more
  for (const System& one : stackMap().systems)
    if (longer(one.name)) system = &one;
  if (system) return whatIsSystem(*system);
  if (term) return whatIsTerm(*term, vocabulary);
  return std::nullopt;
}

WhatIs whatIsEvent(const ViewState& state, const TraceEvent& event) {
  const std::string_view name = state.session.snapshot->name(event.name);
  if (const CallWords* call = findCallWords(name)) return whatIsCall(name, *call);
  if (const GlossaryTerm* term = stackMap().term(name)) return whatIsTerm(*term, state.sight.choices.vocabulary);
  if (const System* system = systemOfEvent(state, name, event.storey)) {
    WhatIs what = whatIsSystem(*system);
    what.title = fmt::format("{}: {}", name, what.title);
    return what;
  }
  if (auto what = whatIsWord(name, state.sight.choices.vocabulary)) return *what;
  const StoreyInfo& storey = storeyInfo(event.storey);
  return {std::string(name), fillText(Msg::WhatOnStorey, {storey.title, storey.what}), {}};
}

}  // namespace strata::inline facts
