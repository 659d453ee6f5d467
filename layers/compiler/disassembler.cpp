#include "layers/compiler/disassembler.h"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace strata {
namespace {

/// A file in the temporary folder, gone with the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::span<const char> content) {
    std::error_code error;
    m_path = (std::filesystem::temp_directory_path(error) / "strata-object-XXXXXX").string();
    const int fd = ::mkstemp(m_path.data());
    if (fd < 0) return;
    m_whole = ::write(fd, content.data(), content.size()) == static_cast<ssize_t>(content.size());
    ::close(fd);
  }
  ~TemporaryFile() { ::unlink(m_path.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  bool whole() const { return m_whole; }
  const std::string& path() const { return m_path; }

 private:
  std::string m_path;
  bool m_whole = false;
};

bool isHere(const std::string& program) {
  if (program.find('/') != std::string::npos) return ::access(program.c_str(), X_OK) == 0;
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    if (::access((std::string(folder) + "/" + program).c_str(), X_OK) == 0) return true;
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
  }
  return false;
}

std::string shellQuoted(std::string_view text) {
  std::string all = "'";
  for (const char c : text) all += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return all + "'";
}

std::string commandOf(const Disassembler& disassembler, std::string_view function, const std::string& file) {
  std::string command = shellQuoted(disassembler.program);
  for (std::string argument : disassembler.arguments) {
    if (const std::size_t at = argument.find("{}"); at != std::string::npos) argument.replace(at, 2, function);
    command += " " + shellQuoted(argument);
  }
  return command + " " + shellQuoted(file) + " 2>&1";
}

struct Printed {
  std::string text;
  bool ok = false;
};

Printed outputOf(const std::string& command) {
  Printed printed;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (!pipe) return printed;
  std::array<char, 4096> bytes;
  while (const std::size_t count = std::fread(bytes.data(), 1, bytes.size(), pipe))
    printed.text.append(bytes.data(), count);
  printed.ok = ::pclose(pipe) == 0 && !printed.text.empty();
  return printed;
}

}  // namespace

BuildText disassembledFile(std::string_view language, std::span<const Disassembler> programs, const std::string& file,
                           std::string_view function, std::string_view missing) {
  BuildText result{std::string(language), {}, std::string(missing)};
  for (const Disassembler& disassembler : programs) {
    if (!isHere(disassembler.program)) continue;
    Printed printed = outputOf(commandOf(disassembler, function, file));
    if (printed.ok) return {std::string(language), std::move(printed.text), {}};
    result.reason = disassembler.program + " could not read it: " + printed.text;
  }
  return result;
}

BuildText disassembled(std::string_view language, std::span<const Disassembler> programs, std::span<const char> object,
                       std::string_view function, std::string_view missing) {
  const TemporaryFile file(object);
  if (!file.whole()) return {std::string(language), {}, "the temporary folder takes no file"};
  return disassembledFile(language, programs, file.path(), function, missing);
}

}  // namespace strata
