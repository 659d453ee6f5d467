#include "tests/house/type_lint.h"

#include <gmock/gmock.h>

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
