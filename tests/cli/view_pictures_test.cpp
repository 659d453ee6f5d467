#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "app/views/view.h"
#include "engine/base/read_file.h"
#include "tests/cli/strata_command.h"

// A picture of each view, out of runs on this machine. `./dev pictures` keeps those that a page shows.

namespace strata {
namespace {

using test::Finished;

class ViewPicturesTest : public ::testing::Test {
 protected:
  void run(const std::string& name, std::vector<std::string> experiment) {
    std::vector<std::string> line{"run", std::move(experiment.front()), "--device", "cpu", "--out", session(name)};
    for (std::size_t i = 1; i < experiment.size(); ++i) line.insert(line.end(), {"--set", experiment[i]});
    const Finished finished = test::strata(line);
    ASSERT_EQ(finished.code, 0) << name << ": " << finished.err;
  }
  std::string session(const std::string& name) const { return m_folder.file(name + ".pftrace"); }
  /// Beside the pages only what one of them shows.
  std::filesystem::path place(const std::string& picture) const {
    const char* const kept = std::getenv("STRATA_PICTURES");
    return std::filesystem::path(kept && isShown(picture) ? kept : m_folder.file("")) / picture;
  }
  static bool isShown(const std::string& picture) {
    for (const auto& page : std::filesystem::directory_iterator(STRATA_SOURCE_DIR "/docs"))
      if (page.path().extension() == ".md" &&
          readWholeFile(page.path().string()).value().find("(images/" + picture + ")") != std::string::npos)
        return true;
    return false;
  }

 private:
  test::TemporaryFolder m_folder;
};

TEST_F(ViewPicturesTest, EachViewHasAPictureOfARealRun) {
  run("plain", {"matmul", "n=96"});
  run("larger", {"matmul", "n=128"});
  run("observed", {"matmul", "n=64", "observe=memory"});
  run("story", {"transformer", "prompt=Once upon a time", "tokens=40"});
  run("digit", {"cnn"});
  run("frames", {"frames", "frames=40"});
  const std::map<std::string_view, const char*> others{{"kernel", "observed"}, {"tensor", "observed"},
                                                       {"tokens", "story"},    {"features", "digit"},
                                                       {"device", "digit"},    {"frame", "frames"}};
  const std::map<std::string_view, std::vector<std::string>> more{
      {"kernel", {"--variant", "vectorised"}},
      {"tensor", {"--cell", "20,40"}},
      {"compare", {"--compare", session("larger")}},
      {"compiled", {"--variant", "tiled", "--target", "sm_90", "--intermediate"}}};
  for (const View& view : allViews()) {
    const auto found = others.find(view.name);
    const std::string name(view.name);
    const std::string picture = place("view-" + name + ".png").string();
    std::vector<std::string> line{"render", session(found == others.end() ? "plain" : found->second),
                                  "--view", name,
                                  "--size", "1120x630",
                                  "--out",  picture};
    const std::vector<std::string> plain = line;
    if (const auto options = more.find(view.name); options != more.end())
      line.insert(line.end(), options->second.begin(), options->second.end());
    Finished finished = test::strata(line);
    // NVRTC and its agent need not be here: the view says so and what it would show.
    if (view.name == "compiled" && finished.code == 3) finished = test::strata(plain);
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_GT(std::filesystem::file_size(picture), 8'000u) << name << " is nearly empty";
    EXPECT_LT(std::filesystem::file_size(picture), 220'000u) << name << " is too large for a page";
  }
}

TEST_F(ViewPicturesTest, OnlyWhatAPageShowsIsKept) {
  std::set<std::string> shown, kept;
  for (const View& view : allViews())
    if (const std::string picture = "view-" + std::string(view.name) + ".png"; isShown(picture)) shown.insert(picture);
  for (const auto& file : std::filesystem::directory_iterator(STRATA_SOURCE_DIR "/docs/images"))
    if (const std::string name = file.path().filename().string(); name.starts_with("view-")) kept.insert(name);
  EXPECT_GT(shown.size(), 10u);
  EXPECT_LT(shown.size(), allViews().size());
  EXPECT_EQ(kept, shown);
}

}  // namespace
}  // namespace strata
