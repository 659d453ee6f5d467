#include "app/facts/name_pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <utf8proc.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <string>

#include "app/words/messages.h"

namespace strata::inline facts {
namespace {

/// The text as it compares without case; as it is where it is not UTF-8.
std::string folded(std::string_view text) {
  utf8proc_uint8_t* mapped = nullptr;
  const auto size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()),
                   &mapped, static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD));
  std::string result(size < 0 ? text
                              : std::string_view(reinterpret_cast<char*>(mapped), static_cast<std::size_t>(size)));
  std::free(mapped);
  return result;
}

template <class T, void (*release)(T*)>
struct Releases {
  void operator()(T* held) const { release(held); }
};
template <class T, void (*release)(T*)>
using Held = std::unique_ptr<T, Releases<T, release>>;

std::string patternProblem(int code) {
  std::array<PCRE2_UCHAR, 256> words{};
  pcre2_get_error_message(code, words.data(), words.size());
  return reinterpret_cast<const char*>(words.data());
}

}  // namespace

std::vector<bool> namesWith(const TraceSnapshot& snapshot, std::string_view text) {
  std::vector<bool> names(snapshot.nameCount());
  const std::string wanted = folded(text);
  if (wanted.empty()) return names;
  for (std::size_t i = 0; i < names.size(); ++i)
    names[i] = folded(snapshot.name(NameId{static_cast<std::uint32_t>(i)})).find(wanted) != std::string::npos;
  return names;
}

Result<std::vector<bool>> namesLike(const TraceSnapshot& snapshot, std::string_view expression) {
  constexpr std::uint32_t kMostSteps = 100'000;  // of one name
  int problem = 0;
  PCRE2_SIZE place = 0;
  const Held<pcre2_code, pcre2_code_free> code(pcre2_compile(
      reinterpret_cast<PCRE2_SPTR>(expression.data()), expression.size(),
      PCRE2_CASELESS | PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C, &problem, &place, nullptr));
  if (!code)
    return Error{ErrorCode::Usage,
                 fillText(Msg::PatternWrong, {patternProblem(problem), std::string(expression.substr(0, place))})};
  const Held<pcre2_match_data, pcre2_match_data_free> match(pcre2_match_data_create(1, nullptr));
  const Held<pcre2_match_context, pcre2_match_context_free> limits(pcre2_match_context_create(nullptr));
  pcre2_set_match_limit(limits.get(), kMostSteps);
  std::vector<bool> names(snapshot.nameCount());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string_view name = snapshot.name(NameId{static_cast<std::uint32_t>(i)});
    const int found = pcre2_match(code.get(), reinterpret_cast<PCRE2_SPTR>(name.data()), name.size(), 0, 0, match.get(),
                                  limits.get());
    if (found < 0 && found != PCRE2_ERROR_NOMATCH)
      return Error{ErrorCode::Unsupported, fillText(Msg::PatternTooLong, {patternProblem(found)})};
    names[i] = found >= 0;
  }
  return names;
}

}  // namespace strata::inline facts
