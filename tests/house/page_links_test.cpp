#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

// Pages of Markdown that lead to each other, and pictures that stand in one.

namespace strata {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = STRATA_SOURCE_DIR;

/// What a page leads to within the repository, as paths from its root.
std::set<fs::path> linksOf(const fs::path& page) {
  std::stringstream text;
  text << std::ifstream(kRoot / page).rdbuf();
  const std::string all = text.str();
  static const std::regex kLink(R"(\]\(([^)#:\s]+)(#[^)\s]*)?\))");
  std::set<fs::path> links;
  for (std::sregex_iterator link(all.begin(), all.end(), kLink), end; link != end; ++link)
    links.insert((page.parent_path() / (*link)[1].str()).lexically_normal());
  return links;
}

std::vector<fs::path> filesOf(const fs::path& folder, const std::string& ending) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(kRoot / folder))
    if (entry.path().extension() == ending) files.push_back(folder / entry.path().filename());
  std::ranges::sort(files);
  return files;
}

std::vector<fs::path> pages() {
  std::vector<fs::path> all = filesOf("docs", ".md");
  all.insert(all.end(), {"README.md", "CONTRIBUTING.md"});
  return all;
}

TEST(PageLinks, TheFirstPageLeadsToAllOthers) {
  const std::set<fs::path> links = linksOf("README.md");
  for (const fs::path& page : pages()) EXPECT_TRUE(page == "README.md" || links.contains(page)) << page;
}

TEST(PageLinks, WhatPagesLeadToIsThere) {
  std::size_t found = 0;
  for (const fs::path& page : pages())
    for (const fs::path& link : linksOf(page)) {
      EXPECT_TRUE(fs::exists(kRoot / link)) << page << " leads to " << link;
      ++found;
    }
  EXPECT_GT(found, 50u);
}

TEST(PageLinks, EveryPictureStandsInAPage) {
  std::set<fs::path> shown;
  for (const fs::path& page : pages()) shown.merge(linksOf(page));
  const std::vector<fs::path> pictures = filesOf("docs/images", ".png");
  EXPECT_GT(pictures.size(), 10u);
  for (const fs::path& picture : pictures) EXPECT_TRUE(shown.contains(picture)) << picture;
}

}  // namespace
}  // namespace strata
