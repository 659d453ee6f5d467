#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/house/house_files.h"

// The sections of man pages that no --help has (cmake/package/man-sections).

namespace strata {
namespace {

/// The variables of its section ENVIRONMENT.
std::vector<std::string> variablesOfManPages() {
  std::ifstream file(std::string(STRATA_SOURCE_DIR) + "/cmake/package/man-sections");
  std::vector<std::string> variables;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("[")) inside = line == "[ENVIRONMENT]";
    if (!inside || !line.starts_with(".B ")) continue;
    std::istringstream names(line.substr(3));
    for (std::string name; names >> name;) variables.push_back(name.substr(0, name.find(',')));
  }
  return variables;
}

TEST(ManSections, AProgramReadsEachVariable) {
  const std::vector<HouseFile> files = houseFiles(STRATA_SOURCE_DIR);
  const std::vector<std::string> variables = variablesOfManPages();
  EXPECT_GT(variables.size(), 5u);
  for (const std::string& variable : variables) {
    if (variable == "XDG_CONFIG_HOME") continue;  // Qt reads it, for Studio's settings
    EXPECT_TRUE(std::ranges::any_of(files, [&](const HouseFile& file) {
      return file.text.find('"' + variable + '"') != std::string::npos;
    })) << variable;
  }
}

}  // namespace
}  // namespace strata
