#include "tests/house/type_lint.h"

#include <gmock/gmock.h>

#include "tests/house/house_files.h"

namespace strata {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> namesIn(std::string_view text) {
  std::vector<std::string> names;
  for (const NamedType& type : typesOf(text, "x.h")) names.push_back(type.name);
  return names;
}

TEST(TypeLint, NoTypeOfTheHouseStandsTwice) {
  const auto all = typesUnder(STRATA_SOURCE_DIR);
  EXPECT_GT(all.size(), 500u);
  for (const NamedType& type : standTwice(all))
    ADD_FAILURE() << type.name << " is defined in " << type.file << ":" << type.line << " and elsewhere";
}

TEST(TypeLint, NamesAreQualifiedByAllThatIsAroundThem) {
  EXPECT_THAT(namesIn(R"cpp(
                namespace strata::gpu {
                struct Plain {
                  int a = 0;
                };
                class Derived final : public Plain {
                  struct Inner {};
                };
                enum class Kind : int { One };
                template <class T, class U = std::vector<T>>
                struct Pair {
                  T a;
                  U b;
                };
                }  // namespace strata::gpu
                struct Outside {};
                class STRATA_RULE(capability("mutex")) Annotated {};)cpp"),
              ElementsAre("strata::gpu::Plain", "strata::gpu::Derived", "strata::gpu::Derived::Inner",
                          "strata::gpu::Kind", "strata::gpu::Pair", "Outside", "Annotated"));
}

TEST(TypeLint, WhatNobodyElseSeesIsLeftOut) {
  EXPECT_THAT(namesIn(R"cpp(
                namespace strata {
                namespace {
                struct Hidden {};
                }  // namespace
                struct Declared;
                // struct Comment {};
                const char* text = "struct Text {";
                void f() {
                  struct Local {};
                  if (true) {
                    struct Deeper {};
                  }
                }
                auto g = [](struct Declared* d) { return d; };
#define MACRO \
                  struct Macro {};
                }  // namespace strata)cpp"),
              IsEmpty());
}

TEST(TypeLint, AnInlineNamespaceDoesNotKeepTwinsApart) {
  EXPECT_THAT(namesIn("namespace strata::inline base { struct A {}; }\ninline namespace b { struct C {}; }"),
              ElementsAre("strata::A", "b::C"));
}

/// So the linker tells functions of one name in two rooms apart. A namespace that is not inline is a room's own affair:
/// strata::cupti.
std::string misplaced(const std::string& path, std::string_view text) {
  const std::string room = roomNamespaceOf(text);
  if (room == "strata") return path + " names no room in its namespace";
  constexpr std::string_view kInline = "strata::inline ";
  if (!room.starts_with(kInline) || !path.ends_with(".h")) return {};
  const std::string folder = "/" + room.substr(kInline.size()) + "/";
  return path.find(folder) == path.npos && !path.starts_with(folder.substr(1))
             ? path + " stands in " + room + ", which is no folder of its path"
             : std::string();
}

TEST(TypeLint, EveryFileStandsInTheNamespaceOfItsRoom) {
  for (const HouseFile& file : houseFiles(STRATA_SOURCE_DIR)) EXPECT_EQ(misplaced(file.path, file.text), "");
  EXPECT_NE(misplaced("engine/base/x.h", "namespace strata {\n}"), "");
  EXPECT_NE(misplaced("engine/base/x.h", "namespace strata::inline trace {\n}"), "");
  EXPECT_EQ(misplaced("kernels/x.h", "namespace strata::inline a {\n}\nnamespace strata::inline kernels {\n}"), "");
}

TEST(TypeLint, APlantedTwinIsFound) {
  std::vector<NamedType> types = typesOf("namespace a { struct B {}; }", "one.h");
  for (const NamedType& more : typesOf("namespace a { class B {}; class C {}; }", "two.cpp")) types.push_back(more);
  const auto twins = standTwice(types);
  ASSERT_EQ(twins.size(), 2u);
  EXPECT_EQ(twins[0].name, "a::B");
  EXPECT_EQ(twins[1].file, "two.cpp");
}

}  // namespace
}  // namespace strata
