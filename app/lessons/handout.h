#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "app/lessons/learned.h"
#include "app/lessons/lesson_file.h"
#include "app/lessons/lesson_player.h"
#include "app/lessons/lesson_sight.h"
#include "app/lessons/progress.h"

namespace strata::inline lessons {

/// What a puzzle's threads read and write, in SVG; empty: it has no picture.
using PuzzlePicture = std::function<std::string(const PuzzleSight& puzzle, const std::string& language)>;

/// What stands beside the player's page, as an image in HTML; empty: nothing that can be shown on paper.
using PageImage = std::function<std::string(const LessonPlayer& player)>;

/// The text of the kernel of which the player's page asks for a line; empty: it is not known.
using KernelText = std::function<std::string(const LessonPlayer& player)>;

/// Whether a page has what came out. Without answers no run is needed: explanations and solutions are left out, and
/// there is room to write values and what comes out.
enum class HandoutAnswers : std::uint8_t { Told, LeftOut };

/// A lesson as one page of HTML, as it came out here: each text with its values, each question with what came out and
/// what was predicted, or room to write it, each puzzle with its picture, its hints and its solution, the numbered text
/// where a line of it is asked for, images of views where there are, each once in a row; and on which device what ran.
/// For a teacher's hand, or a learner's own notes. `day`: it came out on.
std::string handout(LessonPlayer player, const std::string& day, const PuzzlePicture& pictureOf = {},
                    HandoutAnswers answers = HandoutAnswers::Told, const PageImage& imageOf = {},
                    const KernelText& kernelOf = {});

/// How good predictions are, in SVG; empty: there are too few to say.
using CurvePicture = std::function<std::string(const Calibration& calibration, const std::string& language)>;

/// What a learner predicted and what came out, over all lessons, as one page of HTML, each lesson's part in its
/// language; and whose it is, and when and where it was saved.
std::string learnerPage(const Progress& progress, std::span<const LessonFile> files, const AnswersOf& of,
                        const CurvePicture& curveOf = {});

}  // namespace strata::inline lessons
