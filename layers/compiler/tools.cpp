#include "layers/compiler/tools.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace strata::inline compiler {

std::string toolPath(const std::string& program) {
  const auto runs = [](const std::string& file) { return ::access(file.c_str(), X_OK) == 0; };
  if (program.find('/') != std::string::npos) return runs(program) ? program : "";
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    if (std::string file = std::string(folder) + "/" + program; runs(file)) return file;
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
  }
  return {};
}

std::string firstTool(const std::vector<std::string>& programs) {
  const auto here = std::ranges::find_if(programs, toolIsHere);
  return here == programs.end() ? std::string() : *here;
}

Printed outputOf(const std::string& command) {
  Printed printed;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (!pipe) return printed;
  std::array<char, 4096> bytes;
  while (const std::size_t count = std::fread(bytes.data(), 1, bytes.size(), pipe))
    printed.text.append(bytes.data(), count);
  printed.ok = ::pclose(pipe) == 0;
  return printed;
}

}  // namespace strata::inline compiler
