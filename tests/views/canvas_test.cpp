#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <functional>
#include <set>
#include <vector>

#include "app/canvas/color_math.h"
#include "app/canvas/digest_canvas.h"
#include "app/canvas/fixed_picture.h"
#include "app/canvas/font_metrics.h"
#include "app/canvas/paint.h"
#include "app/canvas/png.h"
#include "app/canvas/recording_canvas.h"
#include "app/canvas/rich_text.h"
#include "app/canvas/svg_canvas.h"
#include "app/canvas/theme.h"
#include "app/canvas/utf8.h"
#include "app/words/messages.h"
#include "tests/views/counting_canvas.h"

namespace strata::canvas_test {
namespace {

const TextStyle kStyle{13, Face::Regular, {}};

TEST(FontMetrics, EveryHostMeasuresTheSame) {
  const SvgCanvas svg(100, 100);
  const RecordingCanvas recording;
  for (const std::string_view text : {"matmul_tiled<32>", "61.8 µs", "copy H→D", "", "日本"})
    for (const Face face : {Face::Regular, Face::Bold, Face::Mono}) {
      const TextStyle style{11.5f, face, {}};
      EXPECT_EQ(svg.measure(text, style), recording.measure(text, style));
      EXPECT_EQ(svg.measure(text, style), FontMetrics::shared().measure(text, style));
    }
}

TEST(FontMetrics, WidthGrowsWithSizeAndText) {
  const FontMetrics& metrics = FontMetrics::shared();
  EXPECT_FLOAT_EQ(metrics.measure("kernel", {26, Face::Regular, {}}), 2 * metrics.measure("kernel", kStyle));
  EXPECT_GT(metrics.measure("kernels", kStyle), metrics.measure("kernel", kStyle));
  EXPECT_EQ(metrics.measure("\t\n\x01", kStyle), 0);
  EXPECT_FLOAT_EQ(metrics.measure("iiii", {10, Face::Mono, {}}), metrics.measure("MMMM", {10, Face::Mono, {}}));
}

// The advance of JetBrains Mono is 600 of 1000 units for every letter, as its font file says.
TEST(FontMetrics, MonoAdvanceIsThatOfTheFont) {
  const FontMetrics& metrics = FontMetrics::shared();
  if (metrics.family(Face::Mono) != "JetBrains Mono") GTEST_SKIP() << "JetBrains Mono is not installed";
  EXPECT_FLOAT_EQ(metrics.measure("x", {100, Face::Mono, {}}), 60);
}

TEST(FontMetrics, WithoutAnyFontTextStillHasAWidth) {
  const FontMetrics nothing({"/nonexistent"});
  EXPECT_GT(nothing.measure("abc", kStyle), 0);
  EXPECT_TRUE(nothing.fontFile(Face::Bold).empty());
  EXPECT_GT(nothing.baseline(kStyle), 0);
}

TEST(FontMetrics, ChineseAndJapaneseComeFromAFontThatHasThem) {
  const FontMetrics& metrics = FontMetrics::shared();
  if (metrics.fallbackFiles().size() < 2) GTEST_SKIP() << "no font of Chinese and Japanese is installed";
  for (const Face face : {Face::Regular, Face::Bold, Face::Mono}) {
    EXPECT_FALSE(metrics.fallbackOf(face, U'a'));
    for (const char32_t letter : {U'\u6c49', U'\u5b57', U'\u304b'}) EXPECT_EQ(metrics.fallbackOf(face, letter), 1u);
    EXPECT_NEAR(metrics.measure("汉字か", {20, face, {}}), 60, 0.5f) << "each as wide as high";
    EXPECT_FALSE(metrics.fallbackOf(face, U'\U0010fffd')) << "none has it";
  }
}

TEST(FontMetrics, FilesItNamesExist) {
  for (const Face face : {Face::Regular, Face::Bold, Face::Mono}) {
    const std::string& file = FontMetrics::shared().fontFile(face);
    EXPECT_TRUE(file.empty() || std::filesystem::exists(file)) << file;
  }
}

TEST(Elide, KeepsWhatFitsAndNeverBreaksALetter) {
  const RecordingCanvas canvas;
  std::string buffer;
  const std::string_view text = "größte µ-Kernel→Matrix";
  for (float width = 0; width < 220; width += 1.5f) {
    const std::string_view shown = elide(canvas, text, kStyle, width, buffer);
    EXPECT_LE(canvas.measure(shown, kStyle), width);
    for (std::size_t at = 0; at < shown.size();) EXPECT_NE(nextCodePoint(shown, at), U'\uFFFD');
  }
  EXPECT_EQ(elide(canvas, text, kStyle, 1000, buffer), text);
  EXPECT_EQ(elide(canvas, text, kStyle, 2, buffer), "");
  EXPECT_TRUE(elide(canvas, text, kStyle, 60, buffer).ends_with("…"));
}

TEST(Elide, NamesThatBeginAlikeStayApartWhereTheyAreShortenedInTheMiddle) {
  const RecordingCanvas canvas;
  std::string buffer, other;
  const std::string_view text = "direct 32×32×56×56 ∗ 64×3×3 pad 1 stride 2",
                         same = "direct 32×32×56×56 ∗ 64×3×3 pad 1";
  for (float width = 0; width < 300; width += 1.5f) {
    const std::string_view shown = elideMiddle(canvas, text, kStyle, width, buffer);
    EXPECT_LE(canvas.measure(shown, kStyle), width);
    for (std::size_t at = 0; at < shown.size();) EXPECT_NE(nextCodePoint(shown, at), U'\uFFFD') << width;
  }
  EXPECT_EQ(elideMiddle(canvas, text, kStyle, 1000, buffer), text);
  const float narrow = canvas.measure(same, kStyle) * 0.7f;
  EXPECT_NE(elideMiddle(canvas, text, kStyle, narrow, buffer), elideMiddle(canvas, same, kStyle, narrow, other));
  EXPECT_TRUE(buffer.starts_with("direct") && buffer.ends_with("stride 2")) << buffer;
}

TEST(Elide, TheWordInWhichNamesDifferStays) {
  const RecordingCanvas canvas;
  const std::vector<std::string> names{"framework · rank 0 · thread 4242 (python)",
                                       "framework (overlapping) · rank 0 · thread 4242 (python)",
                                       "framework · rank 1 · thread 4243 (python)",
                                       "framework (overlapping) · rank 1 · thread 4243 (python)",
                                       "device memory (PyTorch, GPU 0)",
                                       "device memory reserved (PyTorch, GPU 0)"};
  const auto shown = [&](const std::string& name, float width) {
    std::string buffer;
    return std::string(elideApart(canvas, name, names, kStyle, width, buffer));
  };
  const float room = canvas.measure("framework (ov…(python)", kStyle);
  std::set<std::string> apart;
  for (const std::string& name : names) {
    EXPECT_LE(canvas.measure(shown(name, room), kStyle), room) << name;
    apart.insert(shown(name, room));
    if (const auto rank = name.find("rank"); rank != std::string::npos) {
      EXPECT_NE(shown(name, room).find(name.substr(rank, 6)), std::string::npos) << shown(name, room);
    }
    EXPECT_EQ(shown(name, 1000), name);
  }
  EXPECT_EQ(apart.size(), names.size());
  EXPECT_NE(shown(names.back(), room).find("reserved"), std::string::npos) << shown(names.back(), room);
  for (const std::string& name : names)
    for (float width = 0; width < 300; width += 1.5f) {
      const std::string cut = shown(name, width);
      EXPECT_LE(canvas.measure(cut, kStyle), width);
      for (std::size_t at = 0; at < cut.size();) EXPECT_NE(nextCodePoint(cut, at), U'\uFFFD') << width;
    }
}

TEST(Elide, WhatNothingCanTellApartIsCutAsEver) {
  const RecordingCanvas canvas;
  const std::string name = "a name of which there are two that are alike";
  std::string buffer, other;
  const std::vector<std::string> names{name, name, "quite another one"};
  for (const float width : {60.f, 120.f})
    EXPECT_EQ(elideApart(canvas, name, names, kStyle, width, buffer), elideMiddle(canvas, name, kStyle, width, other));
}

TEST(Elide, NamesThatNoWordTellsApartAreNotLookedAtForEver) {
  const std::string name =
      "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi";
  std::vector<std::string> names;
  for (std::size_t at = 1; at + 1 < name.size(); ++at)
    if (name[at - 1] == ' ') names.emplace_back(name).at(at) = 'Q';
  const CountingCanvas canvas;
  std::string buffer;
  EXPECT_EQ(elideApart(canvas, name, names, kStyle, 30, buffer), "alp…");
  EXPECT_LT(canvas.measured, 1500u);
}

TEST(Elide, ALongTextThatFitsStaysWholeAndOneThatDoesNotEndsBetweenCharacters) {
  const RecordingCanvas canvas;
  std::string buffer, text;
  for (int i = 0; i < 700; ++i) text += i % 3 == 0 ? "µ" : "x";
  EXPECT_EQ(elide(canvas, text, kStyle, canvas.measure(text, kStyle) + 1, buffer), text);
  for (float width = 1; width < 9000; width += 511) {
    const std::string_view shown = elide(canvas, text, kStyle, width, buffer);
    for (std::size_t at = 0; at < shown.size();) EXPECT_NE(nextCodePoint(shown, at), U'\uFFFD') << width;
  }
}

TEST(Utf8, BrokenBytesCountOneEach) {
  std::size_t at = 0;
  EXPECT_EQ(nextCodePoint("\xFFz", at), U'\uFFFD');
  EXPECT_EQ(at, 1u);
  at = 0;
  EXPECT_EQ(nextCodePoint("\xE2\x86", at), U'\uFFFD');
  at = 0;
  EXPECT_EQ(nextCodePoint("→", at), U'→');
  EXPECT_EQ(at, 3u);
  for (const std::string_view none : {"\xED\xA0\x80", "\xE0\x80\x80", "\xF0\x80\x80\x80", "\xF4\x90\x80\x80"}) {
    at = 0;
    EXPECT_EQ(nextCodePoint(none, at), U'\uFFFD') << "a surrogate, longer forms of others, beyond the last";
    EXPECT_EQ(at, 1u);
  }
  EXPECT_EQ(wholeUtf8("a\xE9z→\xED\xA0\x80"), "a\uFFFDz→\uFFFD\uFFFD\uFFFD");
}

TEST(PlaceText, NothingStandsBeyondTheLine) {
  const RecordingCanvas canvas;
  const TextStyle style{14, Face::Regular, {}};
  const float word = canvas.measure("word", style), tag = tagWidth(canvas, "counted", 10);
  // The comma behind a kind goes to the next line with it, rather than beyond the end of this one.
  const std::vector<TextRun> runs{{"word ", style}, {"counted", {10, Face::Regular, {}}, true}, {", more", style}};
  const float width = word + canvas.measure(" ", style) + tag + 1;
  const PlacedText placed = placeText(canvas, runs, width);
  for (const PlacedRun& run : placed.runs) EXPECT_LE(run.box.right(), width + 0.5f) << run.run.text;
  ASSERT_GE(placed.runs.size(), 3u);
  EXPECT_EQ(placed.runs[1].box.y, placed.runs[2].box.y);
  EXPECT_EQ(placed.runs[1].box.x, 0);
}

TEST(PlaceText, WhatIsGluedAndTooLongForALineEndsItBetweenItsPieces) {
  const RecordingCanvas canvas;
  const TextStyle style{12, Face::Mono, {}};
  const std::vector<TextRun> runs{{"n=256,", style}, {"4096,", style}, {"65536", style}};
  const float width = canvas.measure("n=256,4096,", style) + 1;
  const PlacedText placed = placeText(canvas, runs, width);
  ASSERT_EQ(placed.runs.size(), 3u);
  EXPECT_EQ(placed.runs[0].box.y, placed.runs[1].box.y);
  EXPECT_EQ(placed.runs[2].box.x, 0);
  EXPECT_GT(placed.runs[2].box.y, placed.runs[1].box.y);
}

TEST(Words, ALessonSpeaksItsLanguage) {
  EXPECT_EQ(text(Msg::LessonNext, "de"), "Weiter");
  EXPECT_EQ(text(Msg::LessonNext, ""), "Next");
  EXPECT_EQ(text(Msg::LessonNext, "fr"), "Next");
  EXPECT_EQ(text(Msg::StudioRun, "de"), text(Msg::StudioRun)) << "no word of a lesson's page";
  EXPECT_EQ(fillText(Msg::LessonPage, {"2", "9"}, "de"), "2 von 9");
  EXPECT_EQ(fillText(Msg::LessonGuesses, {"3", "8"}, "de"), "Schätzungen: 3, Median 8") << "a Tipp is a hint";
}

TEST(RecordingCanvas, KnowsWhatClipsLeave) {
  RecordingCanvas canvas;
  canvas.pushClip({0, 0, 50, 50});
  canvas.pushClip({40, 40, 50, 50});
  canvas.fill({0, 0, 100, 100}, darkTheme().row);
  canvas.fill({60, 60, 10, 10}, darkTheme().row);
  canvas.popClip();
  canvas.popClip();
  EXPECT_TRUE(canvas.clipsBalanced());
  EXPECT_EQ(canvas.ops()[0].visible(), (Rect{40, 40, 10, 10}));
  EXPECT_FALSE(canvas.ops()[1].visible());
}

TEST(DigestCanvas, IsEqualForEqualPicturesOnly) {
  const auto digest = [](const std::function<void(Canvas&)>& draw) {
    DigestCanvas canvas;
    draw(canvas);
    return canvas.digest();
  };
  const Point line[]{{0, 0}, {5, 5}}, other[]{{0, 0}, {5, 6}};
  const Color pixels[]{{1, 2, 3, 255}, {4, 5, 6, 255}}, swapped[]{{4, 5, 6, 255}, {1, 2, 3, 255}};
  const FixedPicture fixed({2, 1, {{1, 2, 3}, {4, 5, 6}}}), alike({2, 1, {{1, 2, 3}, {4, 5, 6}}});
  const std::vector<std::function<void(Canvas&)>> pictures{
      [](Canvas&) {},
      [](Canvas& c) {
        c.fill({1, 2, 3, 4}, {9, 9, 9, 255});
      },
      [](Canvas& c) {
        c.fill({1, 2, 3, 5}, {9, 9, 9, 255});
      },
      [](Canvas& c) {
        c.fill({1, 2, 3, 4}, {9, 9, 8, 255});
      },
      [](Canvas& c) {
        c.fill({1, 2, 3, 4}, {9, 9, 9, 255}, 2);
      },
      [](Canvas& c) {
        c.stroke({1, 2, 3, 4}, {9, 9, 9, 255});
      },
      [&](Canvas& c) { c.polyline(line, {}); },
      [&](Canvas& c) { c.polyline(other, {}); },
      [&](Canvas& c) { c.polygon(line, {}); },
      [&](Canvas& c) { c.polygon(other, {}); },
      [](Canvas& c) {
        c.dashed({0, 0}, {5, 5}, {});
      },
      [](Canvas& c) {
        c.dashed({0, 0}, {5, 5}, {}, 1, {3, 4});
      },
      [](Canvas& c) { c.text({}, "1.0 ms", kStyle); },
      [](Canvas& c) { c.text({}, "1.1 ms", kStyle); },
      [](Canvas& c) { c.text({}, "1.0", kStyle), c.text({}, " ms", kStyle); },
      [&](Canvas& c) {
        c.image({0, 0, 2, 1}, 2, 1, pixels);
      },
      [&](Canvas& c) {
        c.image({0, 0, 2, 1}, 2, 1, swapped);
      },
      [&](Canvas& c) {
        c.picture({0, 0, 2, 1}, fixed);
      },
      [&](Canvas& c) {
        c.picture({0, 0, 2, 2}, fixed);
      },
      [&](Canvas& c) {
        c.picture({0, 0, 2, 1}, alike);
      },
      [](Canvas& c) {
        c.pushClip({0, 0, 2, 1});
      },
      [](Canvas& c) {
        c.pushClip({0, 0, 2, 1}), c.popClip();
      },
  };
  std::set<std::uint64_t> seen;
  for (const auto& picture : pictures) {
    EXPECT_EQ(digest(picture), digest(picture));
    EXPECT_TRUE(seen.insert(digest(picture)).second) << seen.size();
  }
}

TEST(SvgCanvas, EscapesNamesAndClosesWhatItOpens) {
  SvgCanvas canvas(200, 100);
  canvas.pushClip({0, 0, 10, 10});
  canvas.text({1, 2}, "<script>\"a\" & \x01\xFF</script>", kStyle);
  const std::string svg = canvas.document();
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_NE(svg.find("&lt;script&gt;&quot;a&quot; &amp; \uFFFD\uFFFD&lt;/script&gt;"), std::string::npos);
  EXPECT_NE(svg.find("</g>\n</svg>"), std::string::npos);
}

TEST(SvgCanvas, AreasAndDashedLinesAreOneElementEach) {
  SvgCanvas canvas(100, 100);
  canvas.polygon(std::array{Point{0, 50}, Point{20, 10}, Point{90, 50}}, {1, 2, 3});
  canvas.dashed({10, 0}, {10, 90.5f}, {4, 5, 6}, 2, {4, 3});
  const std::string svg = canvas.document();
  EXPECT_NE(svg.find("<polygon points=\"0,50 20,10 90,50 \" fill=\"#010203\"/>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("<polyline points=\"10,0 10,90.5 \" fill=\"none\" stroke=\"#040506\" stroke-width=\"2\" "
                     "stroke-dasharray=\"4 3\"/>"),
            std::string::npos)
      << svg;
}

TEST(SvgCanvas, WritesImagesAsPng) {
  SvgCanvas canvas(10, 10);
  canvas.image({0, 0, 10, 10}, 1, 1, std::vector<Color>{{1, 2, 3}});
  EXPECT_NE(canvas.document().find("data:image/png;base64,iVBORw0KGgo"), std::string::npos);
  EXPECT_TRUE(encodePng(2, 2, std::vector<Color>(3)).empty());
}

TEST(Png, HasAlphaOnlyWhereAPixelIsNotOpaque) {
  constexpr std::size_t kColourType = 25;  // signature, length, "IHDR", width, height, depth
  const std::vector<Color> opaque{{1, 2, 3}, {4, 5, 6}}, glass{{1, 2, 3}, {4, 5, 6, 7}};
  EXPECT_EQ(encodePng(2, 1, opaque).at(kColourType), 2);
  EXPECT_EQ(encodePng(2, 1, glass).at(kColourType), 6);
  EXPECT_EQ(encodePng(1, 1, glass).at(kColourType), 2) << "the second is no pixel of it";
  EXPECT_LT(encodePng(2, 1, opaque).size(), encodePng(2, 1, glass).size());
}

TEST(Base64, AsInRfc4648) {
  EXPECT_EQ(encodeBase64(""), "");
  EXPECT_EQ(encodeBase64("f"), "Zg==");
  EXPECT_EQ(encodeBase64("fo"), "Zm8=");
  EXPECT_EQ(encodeBase64("foobar"), "Zm9vYmFy");
}

TEST(Colors, InkReadsOnEveryStorey) {
  EXPECT_NEAR(contrast({0, 0, 0}, {255, 255, 255}), 21, 0.01);
  for (const StoreyInfo& info : storeys())
    for (const float share : {1.f, 0.55f, 0.36f, 0.34f, 0.2f}) {
      const Color ground = mix(darkTheme().background, info.color, share);
      EXPECT_GE(contrast(ground, inkOn(ground)), 4.2) << info.key << " at " << share;
    }
}

TEST(Colors, HairsOfEveryStoreyAreSeenOnEveryGround) {
  for (const Theme* theme : {&darkTheme(), &lightTheme(), &projectorTheme()})
    for (const StoreyInfo& info : storeys())
      for (const Color ground : {theme->row, theme->well}) {
        const Color seen = visibleOn(ground, info.color);
        EXPECT_GE(contrast(ground, seen), 1.8) << info.key;
        EXPECT_EQ(seen == info.color, contrast(ground, info.color) >= 1.8) << info.key << " changes only if it must";
      }
}

TEST(Colors, MarksOfEveryStoreyAreToldFromALightGround) {
  const Color ground = lightTheme().background;
  for (const StoreyInfo& info : storeys())
    for (const float share : {1.f, 0.55f, 0.36f, 0.2f})
      EXPECT_GE(contrast(ground, markOn(ground, mix(ground, info.color, share))), 3) << info.key << " at " << share;
}

TEST(Colors, WhatStandsBehindIsToldFromItsGroundWhereTheBrightIs) {
  constexpr Color kCopies{0xD5, 0x5E, 0x00}, kTracing{0x6B, 0x72, 0x80};
  std::vector<Color> all{kCopies, kTracing};
  for (const StoreyInfo& info : storeys()) all.push_back(info.color);
  for (const Theme* theme : {&darkTheme(), &lightTheme(), &projectorTheme()})
    for (const Color color : all)
      for (const float share : {1.f, 0.55f}) {
        const Color bright = mix(theme->background, color, share), quiet = quietOn(theme->background, bright);
        const double of = contrast(theme->background, bright), left = contrast(theme->background, quiet);
        EXPECT_GE(left, of >= 3 ? 3 : 1 + 0.8 * (of - 1) - 0.01) << int(color.r) << " " << int(color.g);
        EXPECT_LE(left, of + 0.01);
        if (of > 4.5) {
          EXPECT_LE(left, 3.3) << "told from the bright one";
        }
      }
}

TEST(Colors, ARowThatIsChosenIsToldFromTheOthersByItsEdge) {
  for (const Theme* theme : {&darkTheme(), &lightTheme(), &projectorTheme()}) {
    RecordingCanvas canvas(*theme);
    const Rect row{10, 20, 200, 22};
    drawChosenRow(canvas, row);
    const auto edges = canvas.of(DrawOp::Kind::Stroke, theme->accent);
    ASSERT_EQ(edges.size(), 1u);
    EXPECT_GE(edges.front()->rect.y, row.y);
    EXPECT_LE(edges.front()->rect.bottom(), row.bottom());
    for (const Color ground : {theme->background, theme->dock, theme->card, theme->well, theme->button}) {
      EXPECT_GE(contrast(ground, theme->accent), 3);
      EXPECT_GE(contrast(ground, theme->textDim), 3) << "where the keys are in another list";
    }
  }
}

TEST(Colors, HeatGetsLighterAllTheWay) {
  double last = 0;
  for (int i = 0; i <= 32; ++i) {
    const double light = contrast(heatColor(i / 32.0), {0, 0, 0});
    EXPECT_GT(light, last) << i;
    last = light;
  }
  EXPECT_EQ(heatColor(-3), heatColor(0));
  EXPECT_EQ(heatColor(7), heatColor(1));
}

}  // namespace
}  // namespace strata::canvas_test
