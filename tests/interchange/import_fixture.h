#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata::test {

/// A Chrome trace's text as a snapshot; `isTrace` says whether it was taken for one.
std::shared_ptr<const TraceSnapshot> importText(std::string_view text, bool* isTrace = nullptr);
/// The events in "traceEvents" of an object.
std::shared_ptr<const TraceSnapshot> importEvents(const std::string& events);
/// A file of any format.
std::shared_ptr<const TraceSnapshot> importFile(const std::filesystem::path& path);

/// Where the traces of other tools are; the path need not exist.
std::filesystem::path traceFile(const std::string& name);

/// A file that is gone when this is.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& ending);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::filesystem::path& path() const { return m_path; }
  void write(std::string_view bytes) const;

 private:
  std::filesystem::path m_path;
};

std::string bytesOf(const std::filesystem::path& file);
/// The text as gzip packs it.
std::string packed(const std::string& text);

/// What a slice says, wherever it stands: begin, length (-1: open), name, storey, kind.
using Said = std::tuple<std::int64_t, std::int64_t, std::string, Storey, EventKind>;
std::multiset<Said> slicesOf(const TraceSnapshot& snapshot);
/// Begins and names of both ends.
using Arrow = std::tuple<std::int64_t, std::string, std::int64_t, std::string>;
std::multiset<Arrow> arrowsOf(const TraceSnapshot& snapshot);

/// Up to three elements that one of the two has more often than the other; empty if they are equal.
template <class T>
std::string differences(const std::multiset<T>& a, const std::multiset<T>& b) {
  std::vector<T> onlyA, onlyB;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(onlyA));
  std::set_difference(b.begin(), b.end(), a.begin(), a.end(), std::back_inserter(onlyB));
  std::string text;
  for (std::size_t i = 0; i < onlyA.size() && i < 3; ++i) text += "- " + ::testing::PrintToString(onlyA[i]) + "\n";
  for (std::size_t i = 0; i < onlyB.size() && i < 3; ++i) text += "+ " + ::testing::PrintToString(onlyB[i]) + "\n";
  return text;
}

/// The first event of that name; fails the test if there is none.
TraceEvent eventNamed(const TraceSnapshot& snapshot, std::string_view name);
/// All problems, one a line.
std::string problemsOf(const TraceSnapshot& snapshot);

}  // namespace strata::test
