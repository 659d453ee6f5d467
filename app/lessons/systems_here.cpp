#include "app/lessons/systems_here.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "engine/base/text_parts.h"
#include "engine/base/toolkits.h"

namespace strata::inline lessons {
namespace {

namespace fs = std::filesystem;
using Found = SystemsHere::Found;

std::string textOf(const fs::path& file) {
  constexpr std::size_t kMost = std::size_t{64} * 1024;
  std::ifstream stream(file, std::ios::binary);
  std::string text(kMost, '\0');
  stream.read(text.data(), kMost);
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

bool isThere(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

/// The file behind its links: its name tells its version, which need not be the library's.
std::string fileBehind(const fs::path& object) {
  std::error_code failed;
  const fs::path file = fs::canonical(object, failed);
  return failed ? object.string() : file.string();
}

/// A name as a distribution's folder writes it.
std::string normalised(std::string_view name) {
  std::string made(name);
  for (char& c : made) c = c == '-' || c == '.' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return made;
}

class Looker {
 public:
  explicit Looker(const PlacesToLook& places) : m_places(places) {
    for (const std::string& folder : places.python) readDistributions(folder);
  }

  std::optional<Found> find(const System& system) const {
    const System::Find& find = system.find;
    if (find.always) return Found{};
    if (auto found = inFolders(m_places.libraries, find.objects)) return Found{{}, fileBehind(*found)};
    if (auto found = inFolders(m_places.commands, find.commands)) return Found{{}, found->string()};
    for (const std::string& module : find.modules)
      if (const fs::path folder = m_places.root + "/sys/module/" + module; isThere(folder) && fits(find))
        return Found{std::string(trimmed(textOf(folder / "version").substr(0, 40))), folder.string()};
    for (const std::string& name : find.python)
      if (const auto found = m_distributions.find(normalised(name)); found != m_distributions.end())
        return Found{found->second, name};
    if (find.modules.empty())
      for (const std::string& file : find.files)
        if (isThere(m_places.root + file) && fits(find)) return Found{{}, file};
    return std::nullopt;
  }

 private:
  static std::optional<fs::path> inFolders(const std::vector<std::string>& folders,
                                           const std::vector<std::string>& names) {
    for (const std::string& name : names)
      for (const std::string& folder : folders)
        if (const fs::path path = fs::path(folder) / name; isThere(path)) return path;
    return std::nullopt;
  }

  bool fits(const System::Find& find) const {
    if (find.holds.empty() && find.lacks.empty()) return true;
    const std::string text = find.files.empty() ? std::string() : textOf(m_places.root + find.files.front());
    return (find.holds.empty() || text.find(find.holds) != std::string::npos) &&
           (find.lacks.empty() || text.find(find.lacks) == std::string::npos);
  }

  /// "torch-2.11.0.dist-info".
  void readDistributions(const std::string& folder) {
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      const auto ending = std::max(name.rfind(".dist-info") + 1, name.rfind(".egg-info") + 1);
      const auto dash = name.find('-');
      if (ending == 0 || dash == std::string::npos || dash >= ending) continue;
      m_distributions.emplace(normalised(name.substr(0, dash)), name.substr(dash + 1, ending - dash - 2));
    }
  }

  const PlacesToLook& m_places;
  std::map<std::string, std::string> m_distributions;
};

void addVariable(std::vector<std::string>& folders, const char* variable) {
  if (const char* value = std::getenv(variable))
    for (std::string& folder : partsOf(value, ':')) folders.push_back(std::move(folder));
}

/// Folders that the dynamic linker is told of.
void addConfigured(std::vector<std::string>& folders) {
  std::error_code error;
  for (fs::directory_iterator entry("/etc/ld.so.conf.d", error), end; !error && entry != end; entry.increment(error))
    for (std::string& line : partsOf(textOf(entry->path()), '\n'))
      if (line.front() == '/') folders.push_back(std::move(line));
}

void addPython(std::vector<std::string>& folders) {
  for (const char* parent : {"/usr/lib", "/usr/local/lib"}) {
    std::error_code error;
    for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
      if (!entry->path().filename().string().starts_with("python3")) continue;
      folders.push_back((entry->path() / "dist-packages").string());
      folders.push_back((entry->path() / "site-packages").string());
    }
  }
  if (const char* environment = std::getenv("VIRTUAL_ENV")) {
    std::error_code error;
    for (fs::directory_iterator entry(fs::path(environment) / "lib", error), end; !error && entry != end;
         entry.increment(error))
      folders.push_back((entry->path() / "site-packages").string());
  }
}

}  // namespace

PlacesToLook PlacesToLook::ofThisMachine() {
  PlacesToLook places;
  addVariable(places.libraries, "LD_LIBRARY_PATH");
  addConfigured(places.libraries);
  for (const char* folder :
       {"/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/lib64", "/usr/lib", "/usr/local/lib"})
    places.libraries.emplace_back(folder);
  addVariable(places.commands, "PATH");
  for (const Toolkit& toolkit : {cudaToolkit(), rocmToolkit()}) {
    std::ranges::move(toolkit.folders(toolkit.libraryFolder), std::back_inserter(places.libraries));
    std::ranges::move(toolkit.folders("bin"), std::back_inserter(places.commands));
  }
  addPython(places.python);
  return places;
}

SystemsHere findSystems(const StackMap& map, const PlacesToLook& places) {
  SystemsHere here;
  const Looker looker(places);
  for (const System& system : map.systems)
    if (auto found = looker.find(system)) here.found.emplace(system.name, std::move(*found));
  for (const System& system : map.systems)
    if (const auto with = here.found.find(system.find.with); !system.find.with.empty() && with != here.found.end())
      here.found.emplace(system.name, with->second);
  return here;
}

}  // namespace strata::inline lessons
