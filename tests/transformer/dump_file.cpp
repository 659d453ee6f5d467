#include "tests/transformer/dump_file.h"

#include <fstream>
#include <regex>
#include <string>

namespace strata::test {

std::vector<DumpedTensor> readDump(const std::filesystem::path& file) {
  static const std::regex kHead(R"(\S+:\s+(\S+) = \(f32\)\s+(\w+)\(.*= \{(\d+), (\d+), 1, 1\}\s*)");
  static const std::regex kRow(
      R"(\s*\[\s*(-?\d+\.\d+),\s*(-?\d+\.\d+),\s*(-?\d+\.\d+),\s*\.\.\.,\s*(-?\d+\.\d+),\s*(-?\d+\.\d+),\s*(-?\d+\.\d+)\s*\],?\s*)");
  std::vector<DumpedTensor> tensors;
  std::ifstream in(file);
  bool taken = false;
  for (std::string line; std::getline(in, line);) {
    std::smatch match;
    if (line.find(" = (") != std::string::npos) {
      taken = std::regex_match(line, match, kHead);
      if (taken) tensors.push_back({match[1], match[2], std::stoul(match[3]), std::stoul(match[4]), {}, 0});
    } else if (taken && std::regex_match(line, match, kRow)) {
      std::vector<double> corners;
      for (std::size_t i = 1; i <= 6; ++i) corners.push_back(std::stod(match[i]));
      tensors.back().corners.push_back(corners);
    } else if (const auto at = line.find("sum = "); taken && at != std::string::npos) {
      tensors.back().sum = std::stod(line.substr(at + 6));
    }
  }
  return tensors;
}

}  // namespace strata::test
