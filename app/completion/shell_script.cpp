#include "app/completion/shell_script.h"

#include <algorithm>
#include <utility>

namespace strata::inline completion {
namespace {

constexpr std::string_view kBash = R"sh(@FUNCTION@() {
  local IFS=$'\n' rest=$COMP_LINE last=${COMP_WORDS[COMP_CWORD]} words=() i
  for ((i = 0; i <= COMP_CWORD; i++)); do  # bash parts words at = and : as well
    if [[ $i == 0 || $rest == [[:space:]]* ]]; then words+=("${COMP_WORDS[i]}"); else words[-1]+=${COMP_WORDS[i]}; fi
    rest=${rest#"${rest%%[![:space:]]*}"}
    rest=${rest#"${COMP_WORDS[i]}"}
  done
  if [[ $last == [=:]* ]]; then last=; fi
  COMPREPLY=($(compgen -W "$("${words[0]}" @ASK@ words -- "${words[@]:1}" 2>/dev/null)" -- "${words[-1]}"))
  COMPREPLY=("${COMPREPLY[@]#"${words[-1]%"$last"}"}")
  if [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
}
complete -o default -F @FUNCTION@ @PROGRAM@
)sh";

constexpr std::string_view kZsh = R"sh(#compdef @PROGRAM@
@FUNCTION@() {
  local -a offered
  offered=(${(f)"$(${words[1]} @ASK@ words -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#offered )); then compadd -- $offered; else _files; fi
}
if [ "$funcstack[1]" = @FUNCTION@ ]; then @FUNCTION@ "$@"; else compdef @FUNCTION@ @PROGRAM@; fi
)sh";

constexpr std::string_view kFish =
    R"sh(complete -c @PROGRAM@ -a '(@PROGRAM@ @ASK@ words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
)sh";

std::string filled(std::string text, std::string_view place, std::string_view with) {
  for (std::size_t at = text.find(place); at != text.npos; at = text.find(place, at + with.size()))
    text.replace(at, place.size(), with);
  return text;
}

}  // namespace

Result<std::string> shellScript(std::string_view shell, std::string_view program, std::string_view ask) {
  for (const auto& [name, script] : {std::pair{"bash", kBash}, {"zsh", kZsh}, {"fish", kFish}})
    if (shell == name) {
      const std::string function = "_" + std::string(program);  // zsh finds it by the name of its file
      return filled(filled(filled(std::string(script), "@PROGRAM@", program), "@FUNCTION@", function), "@ASK@", ask);
    }
  const std::string none =
      shell.empty() ? "No shell is named" : "There is no completion for '" + std::string(shell) + "'";
  return Error{ErrorCode::Usage, none + "; choose bash, zsh or fish."};
}

}  // namespace strata::inline completion
