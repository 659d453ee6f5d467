#include <gtest/gtest.h>

#include <random>
#include <set>

#include "engine/trace/perfetto_reader.h"
#include "engine/trace/trace_query.h"
#include "tests/trace/reader_stream.h"

// Sessions that are cut off or damaged: no crash, the readable part is there, and the damage is said.

namespace strata::test {
namespace {

/// Everything that a snapshot's readers may touch.
void useAll(const TraceSnapshot& snapshot) {
  contentHash(snapshot);
  for (std::uint32_t call = 1; call <= snapshot.callCount(); ++call) storeyTimes(snapshot, CallId{call});
  for (std::uint32_t t = 0; t < snapshot.tracks().size(); ++t)
    for (std::uint32_t r = 0; r < snapshot.rowCount(t); ++r)
      for (std::size_t i = 0; i < snapshot.row(t, r).size(); ++i) {
        const TraceEvent& e = snapshot.row(t, r)[i];
        ASSERT_GE(e.end(), e.begin);
        ASSERT_TRUE(snapshot.bounds());
        ASSERT_GE(e.begin, snapshot.bounds()->begin);
        ASSERT_LE(e.end(), snapshot.bounds()->end);
      }
}

/// Where each packet of a well-formed stream begins, and the stream's size.
std::vector<std::size_t> packetStarts(const std::string& bytes) {
  std::vector<std::size_t> starts;
  std::size_t at = 0;
  while (at < bytes.size()) {
    starts.push_back(at);
    std::size_t length = 0, shift = 0;
    ++at;
    do {
      length |= (static_cast<std::size_t>(bytes[at]) & 0x7F) << shift;
      shift += 7;
    } while (static_cast<unsigned char>(bytes[at++]) & 0x80);
    at += length;
  }
  starts.push_back(bytes.size());
  return starts;
}

TEST(DamagedSession, CutOffAtAnyByteKeepsEverythingBefore) {
  const std::string bytes = smallSession();
  const std::vector<std::size_t> starts = packetStarts(bytes);
  const std::set<std::size_t> whole(starts.begin(), starts.end());
  for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
    const auto snapshot = read(bytes.substr(0, cut), cut % 13);
    const std::size_t lastStart = *std::prev(whole.upper_bound(cut));
    EXPECT_EQ(snapshot->totals().slices, read(bytes.substr(0, lastStart))->totals().slices) << cut;
    ASSERT_FALSE(snapshot->problems().empty()) << cut;
    EXPECT_EQ(whole.count(cut) == 0, snapshot->problems()[0].find("cut off or damaged") != std::string::npos) << cut;
    useAll(*snapshot);
  }
}

TEST(DamagedSession, AMessageThatIsCutOffHidesNothingOfAnotherStreamBehindIt) {
  StreamBuilder first;
  first.head().message(5, R"({"name":"C"})", std::string(5000, '\x3f'));
  const std::string next = smallSession(0x2B);
  const auto slices = read(next)->totals().slices;
  for (std::size_t missing = 1; missing < next.size(); ++missing) {
    const std::string cut = first.bytes().substr(0, first.bytes().size() - missing);
    const auto joined = read(cut + next);
    EXPECT_EQ(joined->totals().slices, slices) << missing;
    EXPECT_EQ(joined->callCount(), 2u) << missing;
    EXPECT_TRUE(joined->complete()) << missing;
    ASSERT_FALSE(joined->problems().empty()) << missing;
    EXPECT_NE(joined->problems()[0].find("damaged"), std::string::npos) << joined->problems()[0];
  }
}

TEST(DamagedSession, OneDamagedByteCostsAtMostItsNeighbourhood) {
  const std::string bytes = smallSession();
  const std::uint64_t all = read(bytes)->totals().slices + read(bytes)->totals().counters;
  std::mt19937 random(31);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << random() % 8));
    const auto snapshot = read(damaged, random() % 50);
    useAll(*snapshot);
    // Each packet is at most two of the things counted; its neighbour may be swallowed with it.
    EXPECT_GE(snapshot->totals().slices + snapshot->totals().counters + 4, all) << "byte " << at;
  }
}

TEST(DamagedSession, RandomDamageNeverCrashes) {
  const std::string bytes = smallSession() + smallSession(0x2B);
  std::mt19937 random(32);
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = bytes;
    for (std::uint32_t n = 1 + random() % 40; n > 0; --n)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    if (round % 3 == 0) damaged.erase(random() % damaged.size(), random() % 100);
    if (round % 5 == 0)
      damaged.insert(random() % damaged.size(), std::string(random() % 300, static_cast<char>(random())));
    useAll(*read(damaged, random() % 100));
  }
}

TEST(DamagedSession, NoiseIsNoTrace) {
  std::mt19937 random(33);
  for (int round = 0; round < 300; ++round) {
    std::string noise(random() % 5000, '\0');
    for (char& c : noise) c = static_cast<char>(random());
    useAll(*read(noise, random() % 700));
  }
}

TEST(DamagedSession, ADamagedStretchIsSkippedAndSaid) {
  const std::string bytes = smallSession();
  const std::vector<std::size_t> starts = packetStarts(bytes);
  const std::size_t middle = starts[starts.size() / 2];
  const std::string noise(1000, '\x0a');
  const auto snapshot = read(bytes.substr(0, middle) + noise + bytes.substr(middle));
  EXPECT_EQ(snapshot->totals().slices, read(bytes)->totals().slices);
  EXPECT_TRUE(snapshot->complete());
  ASSERT_EQ(snapshot->problems().size(), 1u);
  EXPECT_NE(snapshot->problems()[0].find(std::to_string(middle)), std::string::npos) << snapshot->problems()[0];
}

TEST(DamagedSession, ProblemsAreNotRepeatedWithoutEnd) {
  std::string bytes = smallSession();
  const std::size_t packet = packetStarts(bytes).back();
  for (int i = 0; i < 500; ++i) bytes += "\x0a\x07garbage" + smallSession().substr(0, packetStarts(smallSession())[1]);
  EXPECT_GT(bytes.size(), packet);
  EXPECT_LE(read(bytes)->problems().size(), 34u);
}

}  // namespace
}  // namespace strata::test
