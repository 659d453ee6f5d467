#include "tests/house/include_lint.h"

#include <algorithm>
#include <regex>
#include <sstream>

#include "tests/house/house_files.h"

namespace strata {
namespace {

struct Room {
  std::string_view path;
  std::vector<std::string_view> sees;  ///< rooms beside itself
};

// Who may see whom. A room sees itself; what is not listed is forbidden.
const std::vector<Room>& rooms() {
  static const std::vector<std::string_view> kStructs = {"engine/base", "engine/trace", "engine/device",
                                                         "engine/protocol"};
  static const auto with = [](std::vector<std::string_view> rooms, std::initializer_list<std::string_view> more) {
    rooms.insert(rooms.end(), more);
    return rooms;
  };
  static const std::vector<std::string_view> kViewer = with(
      kStructs, {"engine/frames", "engine/interchange", "kernels", "layers/workloads", "app/session", "app/graphics"});
  static const std::vector<std::string_view> kBelowWorkloads =
      with(kStructs,
           {"kernels", "layers/common", "layers/hardware", "layers/compiler", "layers/library", "layers/framework"});
  static const std::vector<std::string_view> kExperiment = with(
      kBelowWorkloads, {"engine/frames", "engine/modelfile", "layers/workloads/common", "layers/workloads/ladder"});
  static const std::vector<Room> kRooms = {
      {"engine/base", {}},
      {"engine/frames", {"engine/base"}},
      {"engine/trace", {"engine/base"}},
      {"engine/modelfile", {"engine/base"}},
      {"engine/interchange", {"engine/base", "engine/trace"}},
      {"engine/device", {"engine/base"}},
      {"engine/backends", {"engine/base", "engine/device"}},
      {"engine/backends/cpu", {"engine/base", "engine/device"}},
      {"engine/protocol", kStructs},
      {"kernels/compat", {"engine/base", "engine/device", "engine/backends/cpu"}},
      {"kernels/operation", {"engine/base", "engine/device"}},
      {"kernels/microscope", {"engine/base", "engine/device", "engine/backends/cpu", "kernels/operation"}},
      {"kernels", {"engine/base", "engine/device", "kernels/compat", "kernels/operation", "kernels/microscope"}},
      {"layers/common", kStructs},
      {"layers/hardware", with(kStructs, {"kernels", "layers/common"})},
      {"layers/driver", with(kStructs, {"kernels", "layers/common", "layers/hardware"})},
      {"layers/runtime", with(kStructs, {"kernels", "layers/common", "layers/hardware", "layers/driver"})},
      {"layers/compiler",
       with(kStructs, {"kernels", "layers/common", "layers/hardware", "layers/driver", "layers/runtime"})},
      {"layers/library", with(kStructs, {"kernels", "layers/common", "layers/hardware", "layers/driver",
                                         "layers/runtime", "layers/compiler"})},
      {"layers/framework", with(kStructs, {"kernels", "layers/common", "layers/hardware", "layers/driver",
                                           "layers/runtime", "layers/compiler", "layers/library"})},
      {"layers/model", with(kStructs, {"layers/common", "layers/hardware", "layers/driver", "layers/runtime",
                                       "layers/compiler", "layers/library", "layers/framework"})},
      {"layers/workloads/common", kBelowWorkloads},
      {"layers/workloads/ladder", with(kBelowWorkloads, {"layers/workloads/common"})},
      {"layers/workloads/frames", with(kExperiment, {"layers/workloads/cnn", "layers/workloads/transformer"})},
      {"layers/workloads", kExperiment},
      {"app/agent", with(kStructs, {"engine/backends", "kernels", "layers"})},
      {"app/graphics", {"engine/base", "engine/frames"}},
      {"app/session",
       with(kStructs, {"engine/frames", "engine/interchange", "engine/modelfile", "kernels", "layers/workloads"})},
      {"app/words", {}},
      {"app/lens", {"engine/base", "app/words"}},
      {"app/canvas", {"engine/base", "app/words"}},
      {"app/facts", with(kStructs, {"engine/frames", "layers/hardware", "app/graphics", "app/words", "app/canvas",
                                    "app/lens", "app/lessons"})},
      {"app/lessons", with(kStructs, {"app/words", "app/canvas"})},
      {"app/views",
       with(kStructs, {"engine/frames", "app/words", "app/canvas", "app/facts", "app/lens", "app/lessons"})},
      {"app/still", with(kViewer, {"app/words", "app/canvas", "app/facts", "app/lessons", "app/views"})},
      {"app/live", {"engine/base", "app/canvas"}},
      {"app/completion", with(kViewer, {"app/lessons"})},
      {"app/cli", with(kViewer, {"app/words", "app/canvas", "app/facts", "app/lens", "app/lessons", "app/views",
                                 "app/still", "app/completion"})},
      {"app/studio", with(kViewer, {"app/words", "app/canvas", "app/facts", "app/lessons", "app/views", "app/still",
                                    "app/live", "app/completion"})},
      {"app/present", with(kViewer, {"app/words", "app/canvas", "app/facts", "app/lessons", "app/views", "app/still",
                                     "app/live", "app/completion"})},
  };
  return kRooms;
}

struct Foreign {
  std::string_view what;
  std::regex pattern;
  std::vector<std::string_view> allowedIn;
};

// Headers of other houses and the rooms that may know them.
const std::vector<Foreign>& foreigners() {
  static const std::vector<Foreign> kForeigners = {
      {"Qt", std::regex("Q[A-Z][A-Za-z/]*"), {"app/studio"}},
      {"Dear ImGui", std::regex("(imgui/)?(backends/)?imgui.*"), {"app/live", "app/present"}},
      {"GLFW", std::regex("GLFW/.*"), {"app/present"}},
      {"Vulkan", std::regex("(vulkan/|volk).*"), {"app/graphics", "engine/backends"}},
      {"EGL", std::regex("EGL/.*"), {"app/graphics"}},
      {"cairo", std::regex("cairo.*"), {"app/canvas"}},
      {"a GPU vendor",
       std::regex("(cuda|cublas|cudnn|cupti|nvrtc|nvml|hip/|hipblas|rocblas|miopen|rocprofiler|rocm).*"),
       {"engine/backends/gpu", "kernels", "layers/library", "layers/compiler", "layers/runtime", "layers/driver",
        "layers/hardware"}},
  };
  return kForeigners;
}

bool startsWith(std::string_view path, std::string_view folder) {
  return path.size() > folder.size() && path.substr(0, folder.size()) == folder && path[folder.size()] == '/';
}

bool inside(std::string_view path, const std::vector<std::string_view>& folders) {
  return std::any_of(folders.begin(), folders.end(), [&](std::string_view f) { return startsWith(path, f); });
}

std::string foreignViolation(const Include& include) {
  for (const Foreign& foreign : foreigners())
    if (std::regex_match(include.target, foreign.pattern) && !inside(include.file, foreign.allowedIn))
      return "headers of " + std::string(foreign.what) + " are not for this room";
  return {};
}

/// In these rooms no folder may see into another.
constexpr std::string_view kOfSiblings[] = {"app/views/", "layers/workloads/"};

/// The folder of such a room that a file lies in; empty: in none.
std::string_view siblingOf(std::string_view path) {
  for (const std::string_view room : kOfSiblings)
    if (path.starts_with(room)) {
      path.remove_prefix(room.size());
      return path.substr(0, path.find('/') == path.npos ? 0 : path.find('/'));
    }
  return {};
}

const Room* findRoom(std::string_view path) {
  const Room* best = nullptr;
  for (const Room& room : rooms())
    if (startsWith(path, room.path) && (!best || room.path.size() > best->path.size())) best = &room;
  return best;
}

}  // namespace

std::string_view roomOf(std::string_view path) {
  const Room* room = findRoom(path);
  return room ? room->path : std::string_view{};
}

std::string violation(const Include& include) {
  const Room* from = findRoom(include.file);
  if (!from) return {};
  const Room* to = findRoom(include.target);
  if (!to) return foreignViolation(include);
  if (const auto other = siblingOf(include.target); !other.empty() && from == to && other != siblingOf(include.file))
    return "a folder of " + std::string(to->path) + " may not see into another";
  if (to == from || inside(include.target, from->sees)) return {};
  return std::string(from->path) + " may not see " + std::string(to->path);
}

std::vector<Include> includesOf(std::string_view text, const std::string& file) {
  static const std::regex kInclude(R"re(^\s*#\s*include\s*["<]([^">]+)[">])re");
  std::vector<Include> includes;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::smatch match;
    if (std::regex_search(line, match, kInclude)) includes.push_back({file, match[1].str(), number});
  }
  return includes;
}

std::vector<Include> includesUnder(const std::filesystem::path& root) {
  std::vector<Include> all;
  for (const HouseFile& file : houseFiles(root)) {
    const auto found = includesOf(file.text, file.path);
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

}  // namespace strata
