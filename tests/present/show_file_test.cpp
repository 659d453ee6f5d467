#include "app/present/show_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/present/show_window.h"

namespace strata {
namespace {

std::string errorOf(std::string_view text) {
  const auto show = parseShow(text, "a.strata-show");
  return show.ok() ? std::string() : show.error().message;
}

TEST(ShowFile, ReadsSlidesWithTheirActions) {
  const auto show = parseShow(
      "# a comment\ntitle: Tiling\n\nslide: First\nsay: One sentence: with a colon.\nview: stack\n"
      "run: matmul n=64 observe=memory variants=naive,tiled\r\nslide: Second\nview: tokens\nzoom: yes\nanswer: 42\n",
      "a.strata-show");
  ASSERT_TRUE(show.ok());
  EXPECT_EQ(show.value().title, "Tiling");
  ASSERT_EQ(show.value().slides.size(), 2u);
  const Slide& first = show.value().slides[0];
  EXPECT_EQ(first.say, "One sentence: with a colon.");
  EXPECT_EQ(first.run.experiment, "matmul");
  EXPECT_EQ(first.run.set, (std::vector<std::string>{"n=64", "observe=memory"}));
  EXPECT_EQ(first.run.variants, (std::vector<std::string>{"naive", "tiled"}));
  EXPECT_EQ(first.line, 4);
  EXPECT_TRUE(show.value().slides[1].zoom);
  EXPECT_EQ(show.value().slides[1].answer, "42");
}

/// The block of code in docs/studio.md that begins with a slide.
std::string showOfPage() {
  std::ifstream page(STRATA_SOURCE_DIR "/docs/studio.md");
  std::string block;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      if (block.starts_with("slide:")) return block;
      inside = !inside;
      block.clear();
    } else if (inside) {
      block += line + "\n";
    }
  }
  return {};
}

TEST(ShowFile, TheExampleOfThePageIsAShow) {
  const std::string page = showOfPage();
  const auto show = parseShow(page, "page.strata-show");
  ASSERT_TRUE(show.ok()) << show.error().message;
  ASSERT_EQ(show.value().slides.size(), 2u);
  for (const Slide& slide : show.value().slides) {
    const auto request = requestOf(slide, "page.strata-show");
    EXPECT_TRUE(request.ok()) << request.error().message;
    for (const std::string& text : {slide.select, slide.beside})
      EXPECT_EQ(text.find('#'), text.npos) << "a comment stands on a line of its own";
  }
}

TEST(ShowFile, ASlideMaySayJustWhatIsSeen) {
  const auto show = parseShow(
      "light: yes\nslide: a\nview: stack\nselect: gemm\nat: 12\nrange: 5 to 90\nvariant: tiled\nline: 7\n"
      "of-run: 2\nseen: {\"scroll\":3.0}\nnote: Ask first.\nnote: Then tell.\n",
      "a.strata-show");
  ASSERT_TRUE(show.ok()) << show.error().message;
  EXPECT_TRUE(show.value().light);
  const Slide& slide = show.value().slides[0];
  EXPECT_EQ(slide.at, 12);
  EXPECT_EQ(slide.range, (std::pair<std::int64_t, std::int64_t>{5, 90}));
  EXPECT_EQ(slide.variant, "tiled");
  EXPECT_EQ(slide.codeLine, 7);
  EXPECT_EQ(slide.ofRun, 1u);
  EXPECT_EQ(slide.besideRun, std::nullopt);
  EXPECT_EQ(slide.seen, "{\"scroll\":3.0}");
  EXPECT_EQ(slide.note, "Ask first.\nThen tell.");
  for (const char* wrong :
       {"range: 5", "range: 9 to 5", "range: 1 to 2x", "at: -1", "at: soon", "line: 1.5", "of-run: 0"})
    EXPECT_NE(errorOf("slide: a\nview: stack\n" + std::string(wrong) + "\n").find(":3: "), std::string::npos) << wrong;
}

TEST(ShowFile, AMistakeIsNamedWithItsLine) {
  EXPECT_EQ(errorOf("title: x\n"), "a.strata-show:1: there is no slide; one begins with \"slide: …\".");
  EXPECT_NE(errorOf("slide: a\nview: stak\n").find("a.strata-show:2: there is no view \"stak\"; "), std::string::npos);
  EXPECT_NE(errorOf("view: stack\n").find(":1: the first slide begins"), std::string::npos);
  EXPECT_NE(errorOf("slide: a\nview: stack\ncolour: red\n").find(":3: \"colour\" is not a key"), std::string::npos);
  EXPECT_NE(errorOf("slide: a\n\nslide: b\nview: stack\n").find(":1: the slide \"a\" names no view"),
            std::string::npos);
  EXPECT_NE(errorOf("slide: a\nview: stack\nrun: matmul big\n").find("name=value"), std::string::npos);
  EXPECT_NE(errorOf("slide: a\nview: compare\nbeside: before\n").find(":1: \"beside: before\" wants another"),
            std::string::npos);
  EXPECT_NE(errorOf("slide: a\nnonsense\n").find(":2: a line is"), std::string::npos);
}

TEST(ShowFile, AMistakeIsOneSentenceAndNamesWhatIsNear) {
  const std::string view = errorOf("slide: a\nview: rofline\n");
  EXPECT_TRUE(view.ends_with("did you mean 'roofline'?")) << view;
  EXPECT_EQ(errorOf("titel: My show\nslide: a\nview: stack\n"),
            "a.strata-show:1: \"titel\" is not a key; did you mean \"title:\"?");
  EXPECT_EQ(errorOf("light: maybe\nslide: a\nview: stack\n"),
            "a.strata-show:1: \"light\" is yes or no, not \"maybe\".");
  EXPECT_NE(errorOf("slide: a\nview: stack\nzoom: perhaps\n").find(":3: \"zoom\" is yes or no"), std::string::npos);
  EXPECT_EQ(errorOf(""), "a.strata-show:1: there is no slide; one begins with \"slide: …\".");
}

TEST(ShowFile, TheMarkBeforeUtf8IsNoPartOfItAndOtherEncodingsAreSaid) {
  const auto show = parseShow("\xEF\xBB\xBFtitle: x\nslide: a\nview: stack\n", "a.strata-show");
  ASSERT_TRUE(show.ok()) << show.error().message;
  EXPECT_EQ(show.value().title, "x");
  EXPECT_NE(errorOf("slide: a\nsay: gr\xFC\xDF\nview: stack\n").find(":2: this line is not UTF-8"), std::string::npos);
}

/// As the file says them, without its name.
std::string allErrorsOf(std::string_view text) {
  const auto path = std::filesystem::temp_directory_path() / "strata_show_file_test.strata-show";
  std::ofstream(path, std::ios::binary) << text;
  std::string all;
  for (const Error& error : showErrors(path.string())) all += error.message.substr(path.string().size()) + "\n";
  std::filesystem::remove(path);
  return all;
}

TEST(ShowFile, ASessionThatCannotBeShownIsToldOnceItIsAskedFor) {
  const auto folder = std::filesystem::temp_directory_path() / "strata_show_sessions_test";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "a.strata-show").string();
  std::ofstream(folder / "empty.pftrace").close();
  std::ofstream(folder / "words.pftrace") << "no session";
  std::ofstream(path) << "slide: a\nview: stack\nopen: empty.pftrace\nslide: b\nview: compare\n"
                         "open: " STRATA_SOURCE_DIR "/assets/sessions/matmul-h200.pftrace\nbeside: words.pftrace\n";
  EXPECT_TRUE(showErrors(path).empty());
  const auto errors = showErrors(path, NamedSessions::Opened);
  std::filesystem::remove_all(folder);
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_TRUE(errors[0].message.starts_with(path + ":3: ")) << errors[0].message;
  EXPECT_TRUE(errors[0].message.find("empty.pftrace") != std::string::npos) << errors[0].message;
  EXPECT_TRUE(errors[1].message.starts_with(path + ":7: ")) << errors[1].message;
  EXPECT_EQ(errors[1].code, ErrorCode::Usage) << "as other mistakes of a show";
}

TEST(ShowFile, AllItsMistakesAreToldAtOnceAndWithoutRunningAnything) {
  const std::string all = allErrorsOf(
      "light: maybe\nslide: a\nview: stak\nslide: b\nslide: c\nview: stack\nrun: matmul variants=naiv\n"
      "slide: d\nview: stack\nopen: nowhere.pftrace\nrange: 5\nslide: e\nview: stack\nrun: matmull n=32\n");
  std::size_t at = 0;
  for (const char* told :
       {":1: \"light\"", ":3: there is no view \"stak\"", ":4: the slide \"b\" names no view", ":11: a range is",
        ":7: matmul has no variant 'naiv'", ":10: there is no session nowhere", ":14: "}) {
    const std::size_t found = all.find(told);
    ASSERT_NE(found, std::string::npos) << told << "\n" << all;
    EXPECT_GE(found, at) << told << "\n" << all;
    at = found;
  }
  EXPECT_EQ(std::ranges::count(all, '\n'), 7) << all;
  EXPECT_EQ(allErrorsOf("slide: a\nview: stack\nrun: matmul n=32\n"), "");
  EXPECT_EQ(std::ranges::count(allErrorsOf("slide: a\nview: x\n" +
                                           [] {
                                             std::string lines;
                                             for (int i = 0; i < 40; ++i) lines += "colour: red\n";
                                             return lines;
                                           }()),
                               '\n'),
            20);
}

TEST(ShowFile, WhatIsNotThereIsASentence) {
  const auto show = readShow("/nowhere/a.strata-show");
  ASSERT_FALSE(show.ok());
  EXPECT_EQ(show.error().code, ErrorCode::Io);
}

TEST(ShowFile, AShippedShowIsFoundByItsName) {
  const std::string found = findShow("strata");
  EXPECT_TRUE(found.ends_with("share/strata/shows/strata.strata-show")) << found;
  EXPECT_EQ(findShow("strata.strata-show"), found);
  EXPECT_EQ(findShow("./strata"), "./strata");
  EXPECT_EQ(findShow("none"), "none");
}

TEST(ShowFile, ANameThatNoShowHasIsALessonsAlsoOfATranslation) {
  for (const char* lesson : {"coalescing", "01-what-are-cuda-and-rocm.de", "talks/own.lesson", "own.de.lesson"})
    EXPECT_TRUE(namesLesson(lesson)) << lesson;
  for (const char* show : {"strata", "strata.strata-show", "gone.strata-show", "talks/own.de"})
    EXPECT_FALSE(namesLesson(show)) << show;
}

TEST(ShowWindow, ASizeThatNoSlideFitsIntoIsRefused) {
  for (const char* size : {"12x7", "319x240", "320x", "x240", "320x240x", "big", "99999999999x240"}) {
    ShowOptions options;
    options.size = size;
    const auto given = giveSlides({}, "none", options);
    ASSERT_FALSE(given.ok()) << size;
    EXPECT_EQ(given.error().code, ErrorCode::Usage) << size;
    EXPECT_NE(given.error().message.find("from 320x240 to 16384x16384"), std::string::npos) << given.error().message;
  }
}

TEST(ShowFile, TheShippedShowsSlidesSayWhatTheyAreAndTheirFilesAreThere) {
  const auto show = readShow(STRATA_SOURCE_DIR "/assets/shows/strata.strata-show");
  ASSERT_TRUE(show.ok()) << show.error().message;
  EXPECT_EQ(show.value().slides.size(), 12u);
  EXPECT_TRUE(showErrors(STRATA_SOURCE_DIR "/assets/shows/strata.strata-show").empty());
  for (const Slide& slide : show.value().slides) {
    EXPECT_FALSE(slide.say.empty()) << slide.title;
    if (slide.view == "statistics") {
      EXPECT_NE(slide.seen.find(R"("storey":"runtime")"), std::string::npos);
    }
    EXPECT_TRUE(std::filesystem::exists(STRATA_SOURCE_DIR "/assets/shows/" + slide.open)) << slide.open;
  }
}

TEST(ShowFile, AFolderAndWhatHasNoEndAreNoShows) {
  const auto folder = readShow("/");
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.error().message, "Cannot read /: Is a directory. Name a file in it.");
  ASSERT_EQ(showErrors("/").size(), 1u);
  EXPECT_EQ(showErrors("/").front().message, folder.error().message);
  EXPECT_EQ(readShow("/dev/zero").error().message, "/dev/zero is larger than 1024 KiB: no text of a show is.");
}

}  // namespace
}  // namespace strata
