#include <fmt/format.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "app/lens/code_pieces.h"
#include "app/lens/lens.h"

// Against ROCm's HIPIFY itself: a checkout of github.com/ROCm/HIPIFY whose folder STRATA_HIPIFY names. Each name that
// hipify-perl substitutes or calls unsupported, and each source of its tests, hipified by it and by the lens.

namespace strata {
namespace {

namespace fs = std::filesystem;

std::string fileText(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string outputOf(const std::string& command) {
  std::string output;
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return output;
  char buffer[4096];
  for (std::size_t got; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) output.append(buffer, got);
  pclose(pipe);
  return output;
}

class LensHipify : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("STRATA_HIPIFY");
    if (!folder) GTEST_SKIP() << "STRATA_HIPIFY names no checkout of github.com/ROCm/HIPIFY";
    m_folder = folder;
    m_perl = fileText(m_folder / "bin" / "hipify-perl");
    if (m_perl.empty()) GTEST_SKIP() << "there is no bin/hipify-perl in " << m_folder;
    if (std::system("perl -e 1") != 0) GTEST_SKIP() << "there is no perl";
  }

  /// The body of one of its functions.
  std::string function(const std::string& name) const {
    const std::size_t begin = m_perl.find("sub " + name + " {");
    return m_perl.substr(begin, m_perl.find("\n}\n", begin) - begin);
  }

  fs::path m_folder;
  std::string m_perl;
};

constexpr const char* kOtherHipDnn = "ROCm's hipDNN is another library, and MIOpen's calls differ";

/// HIPIFY's hipDNN, an older wrapper than the library of ROCm 7.12 and later.
bool isOfHipDnn(std::string_view name) {
  return name.starts_with("hipdnn") || name.starts_with("HIPDNN") || name.starts_with("hipDNN");
}

/// What HIPIFY wrote for ROCm 6.3 and HIP has no longer, or in another folder; nullptr: nothing of the text.
const char* whyNoLonger(const std::string& theirs) {
  static const std::pair<std::regex, const char*> kReasons[] = {
      {std::regex("hipblas\\w+_v2(_64)?\\b"), "hipBLAS has no _v2 from ROCm 7 on"},
      {std::regex("(^|[<\"])hip(blas|blaslt|rtc|solver|sparse)\\.h"), "the header's folder"},
      {std::regex("HIP_MEMSET_NODE_PARAMS"), "HIP has none from ROCm 7 on"},
      {std::regex("hipDriverProcAddress|HIP_GET_PROC_ADDRESS_|hipGetProcAddress"), "HIP's own from ROCm 7.1 on"}};
  for (const auto& [of, why] : kReasons)
    if (std::regex_search(theirs, of)) return why;
  return nullptr;
}

/// Why the lens names something otherwise; empty: it should not. The first that fits.
std::string whyOtherwise(const std::string& name, const std::string& theirs, const std::string& ours) {
  if (theirs == name) return "counted by HIPIFY, the same name";
  if (name.starts_with("caffe2") || name.find("caffe2") != name.npos || name.find("CAFFE2") != name.npos ||
      name.starts_with("REGISTER_CUDA") || name == "CUDAContext" || name == "cuda_stream")
    return "Caffe2's own, no API of CUDA";
  if (isOfHipDnn(theirs)) return kOtherHipDnn;
  if (theirs == "hipHostAlloc") return "hipHostMalloc is in every HIP; hipHostAlloc is marked deprecated before 6.3";
  if (const char* why = whyNoLonger(theirs)) return why;
  if (name.starts_with("__nv_bfloat16")) return "hip/hip_bf16.h's type, which its functions take";
  if (ours.empty()) return {};
  return {};
}

TEST_F(LensHipify, EachNameThatItSubstitutes) {
  static const std::regex kSubstitution(R"re(subst\("([^"]*)", "([^"]*)", "([^"]*)"\);)re");
  const std::string body = function("simpleSubstitutions");
  std::map<std::string, int> why;
  int same = 0, all = 0, kinds = 0;
  for (std::sregex_iterator each(body.begin(), body.end(), kSubstitution), end; each != end; ++each) {
    const auto plain = [](std::string word) {
      std::erase(word, '\\');
      return word;
    };
    const std::string name = plain((*each)[1]), theirs = plain((*each)[2]), kind = (*each)[3];
    const bool header = kind.starts_with("include");
    const VendorNames& names = VendorNames::shipped();
    const NameMeaning ours = header ? names.header(name, Dialect::Cuda) : names.meaning(name, Dialect::Cuda);
    ++all;
    kinds += ours.kind == kind ? 1 : 0;
    if (ours.fate == NameFate::Renamed && ours.other == theirs) {
      ++same;
      if (ours.kind != kind) ++why[fmt::format("kind {} for {}", ours.kind, kind)];
      continue;
    }
    const std::string reason = whyOtherwise(name, theirs, ours.other);
    EXPECT_FALSE(reason.empty()) << name << ": HIPIFY " << theirs << ", here '" << ours.other << "'";
    ++why[reason];
  }
  fmt::print("{} names: {} as HIPIFY has them, {} of its kind\n", all, same, kinds);
  for (const auto& [reason, count] : why) fmt::print("  {}: {}\n", count, reason);
  EXPECT_GT(same, 3700);
}

TEST_F(LensHipify, EachNameThatItCallsUnsupported) {
  static const std::regex kName(R"re(\n\s*"(\w+)",?)re");
  std::map<std::string, int> fates;
  int all = 0;
  for (const char* list : {"warnUnsupportedFunctions", "warnHipOnlyUnsupportedFunctions"}) {
    const std::string body = function(list);
    for (std::sregex_iterator each(body.begin(), body.end(), kName), end; each != end; ++each) {
      const std::string name = (*each)[1];
      const NameMeaning ours = VendorNames::shipped().meaning(name, Dialect::Cuda);
      ++all;
      if (ours.fate == NameFate::None) continue;
      if (name.starts_with("cl_") || name == "memoryBarrier" || name == "nv_bfloat162") {
        ++fates["no name of CUDA's today: " + name];
        continue;
      }
      if (!ours.since.empty()) {
        ++fates["HIP has it from a later release of ROCm on"];
        continue;
      }
      static const std::regex kKnown(
          "(cuda|cu)Mem(Advise|PrefetchAsync)_v2|__nv_bfloat16.*|__h(add|sub|mul)2?_rn|__h(max|min)2|cublas.*_64|"
          "(cuda|CU)[Ss]tream_?A[Tt][Tt][Rr].*|CU_STREAM_ATTRIBUTE_.*|cudaGetDriverEntryPointByVersion|"
          "libraryPropertyType(_t)?|cudaMemoryTypeUnregistered");
      if (std::regex_match(name, kKnown)) {
        ++fates["HIP has it: " + name];
        continue;
      }
      const bool substituted = m_perl.find(fmt::format("subst(\"{}\",", name)) != m_perl.npos;
      if (substituted) {
        ++fates["substituted, too"];
        continue;
      }
      ADD_FAILURE() << name << " is unsupported, here '" << ours.other << "'";
    }
  }
  fmt::print("{} names without a counterpart\n", all);
  for (const auto& [fate, count] : fates) fmt::print("  {}: {}\n", count, fate);
}

/// Pieces that count: no comments.
std::vector<std::string> essence(std::string_view text) {
  std::vector<std::string> pieces;
  for (const CodePiece& piece : codePieces(text))
    if (piece.kind != CodePieceKind::Comment) pieces.emplace_back(piece.text);
  return pieces;
}

/// Without the header that was put first: the Perl does so even where it is included already.
std::string_view withoutAddedHeader(std::string_view hipified, std::string_view source) {
  if (std::ranges::count(hipified, '\n') > std::ranges::count(source, '\n'))
    hipified.remove_prefix(hipified.find('\n') + 1);
  return hipified;
}

/// The first places where they differ, a line each.
std::string difference(const std::vector<std::string>& theirs, const std::vector<std::string>& ours) {
  std::string text;
  std::set<std::string> seen;
  std::size_t i = 0, j = 0;
  while (i < theirs.size() && j < ours.size()) {
    if (theirs[i] == ours[j]) {
      ++i, ++j;
      continue;
    }
    std::size_t best = 40, a = 0, b = 0;
    for (std::size_t x = 0; x < 24; ++x)
      for (std::size_t y = 0; y < 24; ++y)
        if (x + y < best && i + x + 1 < theirs.size() && j + y + 1 < ours.size() && theirs[i + x] == ours[j + y] &&
            theirs[i + x + 1] == ours[j + y + 1])
          best = x + y, a = x, b = y;
    const auto words = [](const std::vector<std::string>& of, std::size_t from, std::size_t count) {
      std::string all;
      for (std::size_t k = from; k < std::min(from + count, of.size()); ++k) all += (all.empty() ? "" : " ") + of[k];
      return all;
    };
    if (best == 40) a = b = 1;
    const std::string line = fmt::format("    '{}' | '{}'\n", words(theirs, i, a), words(ours, j, b));
    if (seen.insert(line).second) text += line;
    i += a, j += b;
  }
  if (i < theirs.size() || j < ours.size()) text += "    (one is longer)\n";
  return text;
}

/// Why a place may differ: what stands in HIPIFY's text and in ours.
struct Explained {
  std::regex place;
  const char* why;
};

const std::vector<Explained>& explained() {
  static const std::vector<Explained> kExplained = {
      {std::regex("hiprand.*\\| .*hiprand/.*"), "the Perl renames a part of the header's name before it looks it up"},
      {std::regex("'' \\| '(HIP_SYMBOL \\(|\\))'"), "the Perl's pattern ends at a bracket of the argument before"},
      {std::regex("'' \\| 'bytes ,'"), "the Perl takes the argument away twice"},
      {std::regex("'# include <>' \\| ''"), "the Perl leaves an include of nothing; here the line goes"},
      {std::regex("'hip_bfloat16' \\| '__hip_bfloat16'"), "hip/hip_bf16.h's type, which its functions take"},
      {std::regex("'hipHostAlloc' \\| 'hipHostMalloc'"), "hipHostAlloc is marked deprecated before HIP 6.3"},
      {std::regex("'hipGraphInstantiate' \\| 'hipGraphInstantiateWithFlags'"), "HIP's other takes five arguments"},
      {std::regex("'' \\| ', (0|hipMemcpy\\w+)'"), "CUDA's default, which HIP has not in each version"},
      {std::regex("'cublas(\\w+)GemmStridedBatched_64' \\| .*|'cublas\\w+_64' \\| 'hipblas\\w+_64'"),
       "HIPIFY asks for -experimental"},
      {std::regex("'cusolverDn\\w+' \\| 'hipsolverDn\\w+'"), "HIPIFY asks for -experimental"},
      {std::regex("'(cuda|cu)Graph\\w+' \\| 'hip(Drv)?Graph\\w+'|hipLibraryPropertyType|hipMemoryTypeUnregistered"),
       "HIP 6.3 has it"},
      {std::regex("'hipStreamGetCaptureInfo' \\| 'hipStreamGetCaptureInfo_v2'"), "with more than three arguments"},
      {std::regex("'[<\"]?hip(dnn|DNN)|'HIPDNN"), kOtherHipDnn},
      {std::regex("'cuda_fp8.h' \\| 'hip/hip_fp8.h'"), "HIP has it since"},
      {std::regex("caffe2|HIPContext|REGISTER_HIP_OPERATOR"), "Caffe2's own names, no API of CUDA"},
  };
  return kExplained;
}

const char* whyDifferent(const std::string& place) {
  for (const Explained& each : explained())
    if (std::regex_search(place, each.place)) return each.why;
  return whyNoLonger(place.substr(0, place.find(" | ")));
}

std::vector<fs::path> testsOf(const fs::path& folder) {
  std::vector<fs::path> sources;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "tests" / "unit_tests"))
    if (entry.path().extension() == ".cu" || entry.path().extension() == ".cpp") sources.push_back(entry.path());
  std::ranges::sort(sources);
  return sources;
}

TEST_F(LensHipify, EachFileOfItsTests) {
  int files = 0, same = 0;
  for (const fs::path& source : testsOf(m_folder)) {
    const std::string name = fs::relative(source, m_folder / "tests" / "unit_tests").string(), text = fileText(source);
    const std::string theirs = outputOf(fmt::format("perl '{}' -quiet-warnings '{}' 2>/dev/null",
                                                    (m_folder / "bin" / "hipify-perl").string(), source.string()));
    const std::string ours = throughLens(text, Dialect::Hip).text;
    const std::string apart =
        difference(essence(withoutAddedHeader(theirs, text)), essence(withoutAddedHeader(ours, text)));
    ++files;
    same += apart.empty() ? 1 : 0;
    fmt::print("{} {}\n", apart.empty() ? "same" : "apart", name);
    std::istringstream places(apart);
    for (std::string place; std::getline(places, place);) {
      const char* why = whyDifferent(place);
      EXPECT_NE(why, nullptr) << name << ": " << place;
      fmt::print("{}: {}\n", place, why ? why : "?");
    }
  }
  fmt::print("{} of {} files as HIPIFY has them\n", same, files);
  EXPECT_GT(files, 40);
}

std::string withoutComments(const std::string& text) {
  std::string code = text;
  for (const CodePiece& piece : codePieces(text))
    if (piece.kind == CodePieceKind::Comment)
      for (std::size_t i = 0; i < piece.text.size(); ++i)
        if (piece.text[i] != '\n') code[piece.at + i] = ' ';
  return code;
}

/// How often each name of HIP's was put in: "  cudaFree => hipFree: 3".
std::map<std::string, int> printedCounts(const std::string& printed) {
  static const std::regex kLine(R"re(\n  (\S+) => (\S*): (\d+))re");
  std::map<std::string, int> counts;
  for (std::sregex_iterator each(printed.begin(), printed.end(), kLine), end; each != end; ++each)
    if ((*each)[1] != (*each)[2]) counts[(*each)[2]] = std::stoi((*each)[3]);
  return counts;
}

std::map<std::string, int> ownCounts(const LensStatistics& statistics) {
  std::map<std::string, int> counts;
  for (const auto& [name, count] : statistics.names) {
    const VendorNames& names = VendorNames::shipped();
    const NameMeaning meaning = names.meaning(name, Dialect::Cuda), header = names.header(name, Dialect::Cuda);
    if (header.fate == NameFate::Renamed)
      counts[header.other] += count;
    else if (meaning.fate == NameFate::Renamed)
      counts[meaning.other] += count;
  }
  return counts;
}

const char* whyCountedOtherwise(const std::string& other) {
  if (const char* why = whyNoLonger(other)) return why;
  if (other.starts_with("hiprand")) return "the Perl counts a part of the header's name";
  if (isOfHipDnn(other)) return kOtherHipDnn;
  if (other == "textureReference") return "the Perl counts the same name, too";
  if (other == "hip_bfloat16" || other == "hipHostAlloc" || other == "hipHostMalloc") return "another name here";
  const bool caffe2 = other.starts_with("caffe2") || other.starts_with("REGISTER_HIP") || other == "HIPContext";
  return caffe2 ? "Caffe2's own names" : nullptr;
}

// Its statistics of the files without their comments, in which the Perl renames, too.
TEST_F(LensHipify, EachCountOfItsStatistics) {
  const fs::path code = fs::temp_directory_path() / fmt::format("strata-lens-{}.cu", getpid());
  int files = 0, names = 0, same = 0;
  for (const fs::path& source : testsOf(m_folder)) {
    const std::string text = withoutComments(fileText(source)), name = source.filename().string();
    std::ofstream(code, std::ios::binary) << text;
    const auto theirs = printedCounts(outputOf(fmt::format(
        "perl '{}' -quiet-warnings -examine '{}' 2>&1", (m_folder / "bin" / "hipify-perl").string(), code.string())));
    const auto ours = ownCounts(throughLens(text, Dialect::Hip).statistics);
    ++files;
    for (const auto& [other, count] : theirs) {
      const auto found = ours.find(other);
      const int here = found == ours.end() ? 0 : found->second;
      ++names;
      same += here == count ? 1 : 0;
      if (here == count) continue;
      const std::string place = fmt::format("{}: {} {} times, here {}", name, other, count, here);
      EXPECT_NE(whyCountedOtherwise(other), nullptr) << place;
      fmt::print("    {} ({})\n", place, whyCountedOtherwise(other) ? whyCountedOtherwise(other) : "?");
    }
  }
  fs::remove(code);
  fmt::print("{} files: {} of {} counts the same\n", files, same, names);
  EXPECT_GT(same, 5800);
}

std::string withoutBlanks(std::string text) {
  std::erase_if(text, [](char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; });
  return text;
}

const char* whyNotWritten(const std::string& file, const std::string& line) {
  if (const char* why = whyNoLonger(line)) return why;
  if (line == "#include <hip/hip_runtime.h>")
    return "hipify-clang includes it in angle brackets, and where no kernel is";
  if (file.ends_with("cublas_v1.cu")) return "cublas.h's calls without a handle, which hipify-clang leaves";
  if (line.find("hipdnn") != line.npos || line.find("HIPDNN") != line.npos || line.find("hipDNN") != line.npos)
    return kOtherHipDnn;
  if (line.find("hipGraphInstantiate(") != line.npos) return "with three arguments HIP calls it otherwise";
  if (line.find("hipHostMallocDefault") != line.npos)
    return "hipify-clang gives cudaMallocHost a third argument, HIP's default";
  return nullptr;
}

// hipify-clang's golden lines: each CHECK stands in our text behind the one before.
TEST_F(LensHipify, EachLineThatHipifyClangMustWrite) {
  static const std::regex kCheck(R"re(^\s*//\s*CHECK(-NEXT)?:\s*(.*)$)re"),
      kOption(R"re(-(roc|hip-kernel|experimental|D))re");
  int files = 0, whole = 0, lines = 0, held = 0;
  for (const fs::path& source : testsOf(m_folder)) {
    const std::string text = fileText(source), name = fs::relative(source, m_folder / "tests" / "unit_tests").string();
    if (text.find("// RUN:") == text.npos || std::regex_search(text.substr(0, text.find('\n')), kOption)) continue;
    std::istringstream code(throughLens(text, Dialect::Hip).text);
    std::string written;
    for (std::string line; std::getline(code, line);) written += withoutBlanks(line.substr(0, line.find("//"))) + "\n";
    std::istringstream checks(text);
    std::size_t from = 0;
    int missing = 0, asked = 0;
    for (std::string line; std::getline(checks, line);) {
      std::smatch match;
      if (!std::regex_search(line, match, kCheck)) continue;
      const std::string want = withoutBlanks(match[2]);
      ++asked;
      const std::size_t found = written.find(want, from);
      if (found == written.npos) {
        const char* why = whyNotWritten(name, match[2]);
        EXPECT_NE(why, nullptr) << name << ": " << match[2];
        ++missing;
        fmt::print("    {}: {} ({})\n", name, match[2].str(), why ? why : "?");
      } else {
        from = found + want.size();
      }
    }
    ++files, whole += missing == 0 ? 1 : 0, lines += asked, held += asked - missing;
    fmt::print("{} {}: {} of {} lines\n", missing == 0 ? "whole" : "apart", name, asked - missing, asked);
  }
  fmt::print("{} of {} files whole, {} of {} lines\n", whole, files, held, lines);
}

}  // namespace
}  // namespace strata
