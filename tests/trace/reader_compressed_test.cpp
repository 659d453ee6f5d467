#include <gtest/gtest.h>
#include <zlib.h>

#include <random>

#include "engine/trace/perfetto_reader.h"
#include "tests/trace/reader_stream.h"

// Packets that hold a row of other packets, packed.

namespace strata::test {
namespace {

using protozero::pbf_writer;

std::string rowPacket(std::uint32_t field, std::string_view packed) {
  std::string bytes;
  pbf_writer trace(bytes);
  {
    pbf_writer one(trace, 1);
    one.add_bytes(field, packed.data(), packed.size());
  }
  return bytes;
}

std::string deflated(std::string_view row) {
  uLongf size = compressBound(row.size());
  std::string packed(size, '\0');
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(row.data()), row.size());
  packed.resize(size);
  return packed;
}

std::string compressedRow(std::string_view row) {
  return rowPacket(50, deflated(row));
}

/// A packet of another tool: an instant of that name.
std::string namedInstant(std::uint64_t time, std::string_view name) {
  std::string bytes;
  pbf_writer trace(bytes);
  {
    pbf_writer one(trace, 1);
    one.add_uint64(8, time);
    one.add_uint32(10, 1);
    pbf_writer event(one, 11);
    event.add_enum(9, 3);
    event.add_uint64(11, 99);
    event.add_string(23, name.data(), name.size());
  }
  return bytes;
}

std::vector<std::string> namesOf(const TraceSnapshot& snapshot) {
  std::vector<std::string> names;
  if (snapshot.tracks().empty()) return names;
  for (std::size_t i = 0; i < snapshot.row(0, 0).size(); ++i)
    names.emplace_back(snapshot.name(snapshot.row(0, 0)[i].name));
  return names;
}

using RowNames = std::vector<std::string>;

TEST(CompressedPackets, AreReadInAnyPieces) {
  const std::string alone = compressedRow(namedInstant(10, "a") + namedInstant(20, "b"));
  for (const std::string& bytes : {alone, namedInstant(5, "first") + alone + namedInstant(30, "last")})
    for (const std::size_t piece : {0, 1, 7}) {
      const auto snapshot = read(bytes, piece);
      EXPECT_EQ(namesOf(*snapshot), bytes == alone ? (RowNames{"a", "b"}) : (RowNames{"first", "a", "b", "last"}));
      EXPECT_TRUE(snapshot->problems().empty()) << snapshot->problems()[0];
      EXPECT_EQ(snapshot->messages()[0].json.find("packets of"), std::string::npos) << snapshot->messages()[0].json;
    }
}

TEST(CompressedPackets, LargerThanOnePieceAreRead) {
  std::string row;
  std::mt19937 random(5);
  for (std::uint64_t i = 0; i < 20000; ++i) row += namedInstant(10 + i, std::to_string(random()));
  ASSERT_GT(row.size(), 400'000u);
  EXPECT_EQ(namesOf(*read(compressedRow(row))).size(), 20000u);
}

TEST(CompressedPackets, BehindDamageAreFoundAgain) {
  const auto snapshot = read(namedInstant(1, "first") + namedInstant(2, "second") + std::string(100, '\xFF') +
                             compressedRow(namedInstant(10, "a")));
  EXPECT_EQ(namesOf(*snapshot), (RowNames{"first", "second", "a"}));
  EXPECT_EQ(snapshot->problems().size(), 1u);
}

TEST(CompressedPackets, WhatIsDamagedOfThemIsSaid) {
  const std::string packed = deflated(namedInstant(10, "a") + namedInstant(20, "b"));
  const auto cut =
      read(namedInstant(5, "first") + rowPacket(50, packed.substr(0, packed.size() - 4)) + namedInstant(30, "last"));
  EXPECT_EQ(namesOf(*cut), (RowNames{"first", "a", "b", "last"})) << "only the checksum is missing";
  ASSERT_EQ(cut->problems().size(), 1u);
  EXPECT_NE(cut->problems()[0].find("damaged; what follows in them is missing"), std::string::npos);
  const auto noise = read(namedInstant(5, "first") + rowPacket(50, "\x78nothing"));
  EXPECT_EQ(namesOf(*noise), (RowNames{"first"}));
  EXPECT_EQ(noise->problems().size(), 1u);
}

TEST(CompressedPackets, WithinOthersAreNotRead) {
  std::string row = namedInstant(10, "inner");
  for (int depth = 0; depth < 50; ++depth) row = compressedRow(namedInstant(20, "beside") + row);
  const auto snapshot = read(row);
  EXPECT_EQ(namesOf(*snapshot), (RowNames{"beside"}));
  ASSERT_EQ(snapshot->problems().size(), 1u);
  EXPECT_NE(snapshot->problems()[0].find("hold compressed packets again"), std::string::npos);
}

// As far as zlib goes.
TEST(CompressedPackets, MayBeAThousandTimesTheirSize) {
  const std::string row = namedInstant(10, "a") + namedInstant(15, std::string(20u << 20, 'x')) + namedInstant(20, "b");
  const std::string bytes = compressedRow(row);
  ASSERT_LT(bytes.size(), row.size() / 900);
  const auto snapshot = read(bytes + namedInstant(30, "c"));
  const RowNames names = namesOf(*snapshot);
  ASSERT_EQ(names.size(), 4u);
  EXPECT_EQ(names[2] + names[3], "bc");
  EXPECT_TRUE(snapshot->problems().empty()) << snapshot->problems()[0];
}

TEST(CompressedPackets, OfZstdAreNamedWithTheWayFromThem) {
  const std::string zstd = rowPacket(133, "\x28\xB5\x2F\xFD and more");
  const auto alone = read(zstd + zstd);
  EXPECT_TRUE(alone->problems().empty()) << alone->problems()[0];
  ASSERT_EQ(alone->messages().size(), 1u);
  const std::string& said = alone->messages()[0].json;
  EXPECT_NE(said.find("zstd_compressed_packets (`traceconv decompress_packets` unpacks them)\":2"), std::string::npos)
      << said;
  const auto some = read(namedInstant(10, "a") + zstd);
  ASSERT_EQ(some->problems().size(), 1u);
  EXPECT_NE(some->problems()[0].find("compressed with zstd"), std::string::npos) << some->problems()[0];
}

}  // namespace
}  // namespace strata::test
