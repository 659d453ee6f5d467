#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "engine/base/temporary_folder.h"
#include "kernels/operation/operation.h"
#include "layers/compiler/host_text.h"
#include "layers/compiler/kernel_texts.h"
#include "layers/compiler/operation_compiler.h"
#include "layers/compiler/ptx_lines.h"
#include "layers/compiler/run_time_compiler.h"
#include "layers/compiler/sass.h"
#include "layers/compiler/sass_text.h"
#include "layers/compiler/tools.h"

// For every step of the matrix product's ladder and each target: the line that an instruction is linked to is the one
// that another reader of the line table finds: objdump -dl, llvm-dwarfdump, and a plain reader of PTX.

namespace strata {
namespace {

/// A row of somebody else's: the file may be any.
using Place = std::pair<std::string, int>;
using Table = std::map<std::uint64_t, Place>;  ///< from an address on

std::vector<std::string> kernelsOfTheLadder() {
  const Operation& operation = *findOperation("matmul");
  std::vector<std::string> kernels;
  for (const Step& step : operation.steps)
    for (const KernelLaunch& launch : step.plan(Problem(operation.parameters)).launches)
      if (std::ranges::find(kernels, launch.kernel) == kernels.end()) kernels.emplace_back(launch.kernel);
  return kernels;
}

std::vector<std::string> linesIn(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// "kernels/matmul/tiled.cuh" of any path to it; empty for other files.
std::string kernelTextIn(const std::string& path) {
  const std::size_t at = path.rfind("kernels/");
  return path.ends_with(".cuh") && at != std::string::npos ? path.substr(at) : std::string();
}

/// Of objdump -dl: "/tmp/x/kernels/matmul/tiled.cuh:23 (discriminator 2)", then instructions.
Table objdumpTable(const std::string& object) {
  static const std::regex kPlace(R"(^(\S+):(\d+)( \(discriminator \d+\))?$)"), kCode(R"(^ +([0-9a-f]+):\t.*)");
  Table table;
  Place place;
  for (const std::string& line : linesIn(outputOf("objdump -dl --no-show-raw-insn " + object).text)) {
    std::smatch found;
    if (std::regex_match(line, found, kPlace))
      place = {kernelTextIn(found[1]), std::stoi(found[2])};
    else if (std::regex_match(line, found, kCode))
      table[std::stoull(found[1], nullptr, 16)] = place;
    else if (line.find(">:") != std::string::npos)
      place = {};
  }
  return table;
}

/// Of llvm-dwarfdump --debug-line, each sequence of rows in its order.
std::vector<Table> dwarfdumpTables(const std::string& file) {
  static const std::regex kFolder(R"re(^include_directories\[ *(\d+)\] = "(.*)")re"), kName(R"re(^ *name: "(.*)")re"),
      kFolderOf(R"(^ *dir_index: (\d+))"), kFile(R"(^file_names\[ *(\d+)\]:)"),
      kRow(R"(^0x([0-9a-f]+) +(\d+) +\d+ +(\d+) .*)");
  std::map<int, std::string> folders, names;
  std::vector<Table> tables(1);
  int number = 0;
  std::string name;
  for (const std::string& line : linesIn(outputOf("llvm-dwarfdump --debug-line " + file + " 2>/dev/null").text)) {
    std::smatch found;
    if (std::regex_search(line, found, kFolder)) folders[std::stoi(found[1])] = found[2];
    if (std::regex_search(line, found, kFile)) number = std::stoi(found[1]);
    if (std::regex_search(line, found, kName)) name = found[1];
    if (std::regex_search(line, found, kFolderOf)) names[number] = folders[std::stoi(found[1])] + "/" + name;
    if (!std::regex_search(line, found, kRow)) continue;
    tables.back()[std::stoull(found[1], nullptr, 16)] = {kernelTextIn(names[std::stoi(found[3])]), std::stoi(found[2])};
    if (line.find("end_sequence") == std::string::npos) continue;
    tables.back()[std::stoull(found[1], nullptr, 16)] = {};  // nothing is known from here on
    tables.emplace_back();
  }
  tables.pop_back();
  return tables;
}

Place at(const Table& table, std::uint64_t address) {
  const auto behind = table.upper_bound(address);
  return behind == table.begin() ? Place() : std::prev(behind)->second;
}

/// How an instruction's line in a text tells its address.
using AddressOf = std::optional<std::uint64_t> (*)(const std::string& line);

std::optional<std::uint64_t> firstHex(const std::string& line, const std::regex& pattern) {
  std::smatch found;
  return std::regex_search(line, found, pattern) ? std::optional(std::stoull(found[1], nullptr, 16)) : std::nullopt;
}

/// Every instruction of the text has the line that the table gives it. Where that is of no kernel's text, such as
/// kernels/compat, it has the line that calls it.
void expectLinked(const BuildText& text, const Table& table, AddressOf addressOf, const std::string& what) {
  const std::vector<std::string> lines = linesIn(text.text);
  ASSERT_FALSE(text.instructions.empty()) << what;
  std::size_t compared = 0, linked = 0, known = 0;
  for (const BuildInstruction& instruction : text.instructions) {
    const std::string& line = lines.at(static_cast<std::size_t>(instruction.line - 1));
    const auto address = addressOf(line);
    ASSERT_TRUE(address) << what << ": " << line;
    const Place expected = at(table, *address);
    if (expected.second == 0) continue;
    ++known;
    linked += instruction.from.empty() ? 0 : 1;
    if (expected.first.empty()) continue;
    ASSERT_FALSE(instruction.from.empty()) << what << ": " << line;
    EXPECT_EQ(Place(instruction.from.front().file, instruction.from.front().line), expected) << what << ": " << line;
    ++compared;
  }
  const bool isTrap = text.text.find("s_trap") != std::string::npos;  // a step that this target cannot run
  EXPECT_GT(compared, isTrap ? 10u : 20u) << what;
  EXPECT_GT(linked * 10, known * 9) << what;
}

TEST(LineLinks, Of_x86_64_AreWhatObjdumpSays) {
  if (!toolIsHere("objdump")) GTEST_SKIP() << "objdump is not installed";
  const std::vector<std::string> kernels = kernelsOfTheLadder();
  const auto object = hostTextObject(deviceUnit("matmul").value(), kernels, "x86-64");
  if (!object.ok() && object.error().code == ErrorCode::Unavailable) GTEST_SKIP() << object.error().message;
  ASSERT_TRUE(object.ok()) << object.error().message;
  const auto builds = hostTextsOf(*object.value(), kernels, "x86-64");
  ASSERT_TRUE(builds.ok()) << builds.error().message;
  const Table table = objdumpTable(object.value()->path());
  for (const KernelBuild& build : builds.value())
    expectLinked(
        build.machine, table,
        [](const std::string& line) {
          static const std::regex kAddress(R"(^ +([0-9a-f]+):)");
          return firstHex(line, kAddress);
        },
        build.kernel);
  EXPECT_EQ(object.value()->stages.size(), 4u);
}

/// The functions of a cubin in the order of its table's sequences, as readelf lists what moves their addresses.
std::vector<std::string> functionsOf(const std::string& cubin) {
  std::vector<std::string> functions;
  bool inTable = false;
  for (const std::string& line : linesIn(outputOf("readelf -rW " + cubin + " 2>/dev/null").text)) {
    if (line.find("Relocation section") != std::string::npos) inTable = line.find(".debug_line") != std::string::npos;
    static const std::regex kSymbol(R"( (_Z\w+)( \+ \w+)?$)");
    std::smatch found;
    if (inTable && std::regex_search(line, found, kSymbol)) functions.push_back(found[1]);
  }
  return functions;
}

/// Each function of the cubin; the kernels among them.
std::set<std::string> expectSassLinked(const std::string& cubin) {
  const TemporaryFolder folder;
  EXPECT_TRUE(folder.write("cubin", cubin));
  const std::vector<Table> tables = dwarfdumpTables(folder.path("cubin"));
  const std::vector<std::string> functions = functionsOf(folder.path("cubin"));
  EXPECT_EQ(functions.size(), tables.size());
  std::set<std::string> kernels;
  for (std::size_t i = 0; i < std::min(functions.size(), tables.size()); ++i) {
    expectLinked(
        sassText(cubin, functions[i]), tables[i],
        [](const std::string& line) {
          static const std::regex kAddress(R"(/\*([0-9a-f]+)\*/)");
          return firstHex(line, kAddress);
        },
        functions[i]);
    kernels.insert(kernelOfSymbol(functions[i]));
  }
  return kernels;
}

/// Kernels' texts by number, of ".file 3 "/tmp/x/kernels/matmul/tiled.cuh"".
std::map<int, std::string> filesIn(const std::string& ptx) {
  static const std::regex kFile(R"re(^\s*\.file\s+(\d+)\s+"(.*)")re");
  std::map<int, std::string> files;
  for (const std::string& line : linesIn(ptx)) {
    std::smatch found;
    if (std::regex_search(line, found, kFile)) files[std::stoi(found[1])] = kernelTextIn(found[2]);
  }
  return files;
}

/// By line of a PTX text: what the last `.loc` above it says.
std::vector<Place> placesIn(const std::string& text, const std::map<int, std::string>& files) {
  static const std::regex kLoc(R"(^\s*\.loc\s+(\d+)\s+(\d+)\s+\d+)");
  std::vector<Place> places(1);
  Place place;
  for (const std::string& line : linesIn(text)) {
    std::smatch found;
    if (std::regex_search(line, found, kLoc)) place = {files.at(std::stoi(found[1])), std::stoi(found[2])};
    places.push_back(place);
  }
  return places;
}

/// Each kernel of the PTX.
std::set<std::string> expectPtxLinked(const std::string& ptx) {
  const auto files = filesIn(ptx);
  static const std::regex kEntry(R"(\.entry (_Z\w+)\()");
  std::set<std::string> kernels;
  for (auto at = std::sregex_iterator(ptx.begin(), ptx.end(), kEntry); at != std::sregex_iterator(); ++at) {
    const std::string symbol = (*at)[1];
    const BuildText text = ptxText(ptx, symbol);
    const std::vector<Place> places = placesIn(text.text, files);
    EXPECT_GT(text.instructions.size(), 20u) << symbol;
    for (const BuildInstruction& instruction : text.instructions) {
      const Place& expected = places.at(static_cast<std::size_t>(instruction.line));
      if (expected.first.empty() || expected.second == 0) continue;
      if (instruction.from.empty()) {
        ADD_FAILURE() << symbol << " " << instruction.line;
        continue;
      }
      EXPECT_EQ(Place(instruction.from.front().file, instruction.from.front().line), expected)
          << symbol << " " << instruction.line;
    }
    kernels.insert(kernelOfSymbol(symbol));
  }
  return kernels;
}

TEST(LineLinks, Of_PTX_AreWhatItsOwnDirectivesSayAndOf_sm_90_WhatDwarfdumpSays) {
  const auto nvcc = OperationCompiler::nvcc();
  if (!nvcc.ok()) GTEST_SKIP() << nvcc.error().message;
  const auto ptx = nvcc.value().compile("matmul", "-ptx -lineinfo -arch=sm_90");
  ASSERT_TRUE(ptx.ok()) << ptx.error().message;
  const std::set<std::string> inPtx = expectPtxLinked(ptx.value().bytes);
  for (const std::string& kernel : kernelsOfTheLadder()) EXPECT_TRUE(inPtx.contains(kernel)) << kernel;
  if (!toolIsHere("llvm-dwarfdump")) GTEST_SKIP() << "llvm-dwarfdump is not installed";
  const KernelText text{"matmul.ptx", ptx.value().bytes};
  const auto cubin = nvcc.value().compile(std::span(&text, 1), "-cubin -lineinfo -arch=sm_90");
  ASSERT_TRUE(cubin.ok()) << cubin.error().message;
  const std::set<std::string> inCubin = expectSassLinked(cubin.value().bytes);
  for (const std::string& kernel : kernelsOfTheLadder()) EXPECT_TRUE(inCubin.contains(kernel)) << kernel;
}

TEST(LineLinks, Of_gfx90a_AreWhatDwarfdumpSays) {
  const auto hipcc = OperationCompiler::hipcc();
  if (!hipcc.ok()) GTEST_SKIP() << hipcc.error().message;
  if (!toolIsHere("llvm-dwarfdump") || !toolIsHere("llvm-objdump")) GTEST_SKIP() << "llvm is not installed";
  const auto made = hipcc.value().compile("matmul",
                                          "-c -gdwarf-4 -gline-tables-only --cuda-device-only --no-gpu-bundle-output "
                                          "-Qunused-arguments --offload-arch=gfx90a");
  ASSERT_TRUE(made.ok()) << made.error().message;
  const TemporaryFolder folder;
  ASSERT_TRUE(folder.write("object", made.value().bytes));
  Table table;
  for (const Table& each : dwarfdumpTables(folder.path("object")))
    for (const auto& [address, place] : each)
      if (place != Place() || !table.contains(address)) table[address] = place;
  std::set<std::string> kernels;
  for (const std::string& line : linesIn(outputOf("llvm-objdump --syms " + folder.path("object")).text)) {
    static const std::regex kSymbol(R"( F \.text\s+\w+ (?:\.\w+ )?(_Z\w+)$)");
    std::smatch found;
    if (!std::regex_search(line, found, kSymbol)) continue;
    expectLinked(
        hiprtcDialect().machineText(made.value().bytes, found[1].str()), table,
        [](const std::string& each) {
          static const std::regex kAddress(R"(// ([0-9A-F]+):)");
          return firstHex(each, kAddress);
        },
        found[1]);
    kernels.insert(kernelOfSymbol(found[1]));
  }
  for (const std::string& kernel : kernelsOfTheLadder()) EXPECT_TRUE(kernels.contains(kernel)) << kernel;
}

}  // namespace
}  // namespace strata
