#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/json_out.h"
#include "app/cli/lesson_command.h"
#include "app/cli/not_onto.h"
#include "app/cli/print.h"
#include "app/facts/answers_of.h"
#include "app/lessons/handout.h"
#include "app/lessons/progress.h"
#include "app/still/printable.h"
#include "app/still/text_table.h"
#include "app/views/lesson/calibration_curve.h"
#include "engine/base/how_many.h"
#include "engine/base/new_file.h"
#include "engine/base/shell_word.h"
#include "engine/interchange/csv_table.h"
#include "engine/protocol/nearest_name.h"

namespace strata::inline cli {
namespace {

/// What one learner did, as it is kept here or as they saved it.
struct LearnerAnswers {
  std::string file;  ///< empty: it is kept here
  AnswersOf of;
  Progress progress;

  const std::string& name() const { return of.learner.empty() ? file : of.learner; }
};

/// What the names on the line mean.
struct Meant {
  std::vector<LearnerAnswers> learners;
  std::set<std::string> lessons;  ///< empty: all
  std::vector<LessonFile> files;  ///< of those named, then of all
};

Result<void> mayProgress(const LessonOptions& options) {
  if (!options.out.empty() && !endsIn(options.out, {".html", ".htm", ".json", ".csv"}))
    return noPage(options.out, ".html, .htm, .json or .csv");
  STRATA_TRY(notAmongJson(options.out, options.json));
  if (!options.language.empty() && !endsIn(options.out, {".html", ".htm"}))
    return Error{ErrorCode::Usage, fmt::format("--language {0} chooses the translations that a page is made of; "
                                               "write one: strata lesson progress --out progress.html --language "
                                               "{0}",
                                               shellWord(options.language))};
  const std::vector<std::string> known = learners();
  if (!options.learner.empty() && std::ranges::find(known, options.learner) == known.end())
    return Error{ErrorCode::Usage, fmt::format("Nobody called \"{}\" learns here; {}", options.learner,
                                               suggestion(options.learner, known))};
  return {};
}

bool isAnswersFile(const std::string& name) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(name, ignored) && !isLessonFile(name);
}

Result<void> addLessonsNamed(const std::string& name, Meant& meant) {
  for (const LearnerAnswers& learner : meant.learners)
    if (lessonsOf(learner.progress).contains(name)) {  // also one that is there no more
      meant.lessons.insert(name);
      return {};
    }
  std::vector<Error> errors;
  for (LessonFile& file : asked({name}, errors)) {
    STRATA_TRY(file.lesson);
    meant.lessons.insert(file.lesson.value().name);
    meant.files.push_back(std::move(file));
  }
  if (!errors.empty()) return errors.front();
  return {};
}

Result<Meant> meantBy(const LessonOptions& options) {
  Meant meant;
  std::vector<std::string> lessonNames;
  for (const std::string& name : options.names) {
    if (!isAnswersFile(name)) {
      lessonNames.push_back(name);
      continue;
    }
    STRATA_ASSIGN(SavedAnswers saved, readAnswers(name));
    meant.learners.push_back({name, std::move(saved.of), std::move(saved.progress)});
  }
  if (!meant.learners.empty() && (options.reset || !options.learner.empty()))
    return Error{ErrorCode::Usage, fmt::format("--{} is for what is kept here, and {} is a file of answers.",
                                               options.reset ? "reset" : "learner", meant.learners.front().file)};
  if (meant.learners.empty())
    meant.learners.push_back({{}, answersHere(options.learner), readProgress(options.learner)});
  for (const std::string& name : lessonNames) STRATA_TRY(addLessonsNamed(name, meant));
  for (LessonFile& file : allLessons()) meant.files.push_back(std::move(file));
  if (!meant.lessons.empty())
    for (LearnerAnswers& learner : meant.learners) learner.progress = ofLessons(learner.progress, meant.lessons);
  return meant;
}

ExitCode forget(const LessonOptions& options, const Meant& meant) {
  const Progress& forgotten = meant.learners.front().progress;
  const std::set<std::string> lessons = lessonsOf(forgotten);
  if (!lessons.empty()) {
    const Progress before = readProgress(options.learner);
    const auto kept = keepProgress(before, withoutLessons(before, lessons), options.learner);
    if (!kept.ok()) return complain(kept.error(), options.json);
  }
  if (options.json) {
    printJson({{"version", 1}, {"forgotten", lessons}});
  } else if (lessons.empty()) {
    print("There was nothing to forget.\n");
  } else {
    print("Forgotten: {} and what {} told, of {}\n", howMany(forgotten.guesses.size(), "prediction", "predictions"),
          howMany(forgotten.findings.size(), "explanation", "explanations"),
          printable(fmt::format("{}", fmt::join(lessons, ", "))));
  }
  return ExitCode::Done;
}

Result<void> writeTable(const std::vector<LearnerAnswers>& all, const std::string& out) {
  CsvTable table(out, "learner,saved,machine,lesson,question,predicted,came_out,right,factor");
  for (const LearnerAnswers& one : all)
    for (const Progress::Guess& guess : one.progress.guesses) {
      table.row().text(one.name()).text(one.of.moment).text(one.of.machine).text(guess.lesson).text(guess.question);
      table.text(guess.words).text(guess.outcome).integer(static_cast<std::int64_t>(guess.right));
      guess.factor >= 1 ? table.real(guess.factor) : table.none();
    }
  return table.finish();
}

Result<void> write(const LessonOptions& options, const Meant& meant) {
  if (endsIn(options.out, {".csv"})) return writeTable(meant.learners, options.out);
  if (meant.learners.size() > 1)
    return Error{ErrorCode::Usage, fmt::format("{} takes the answers of one learner; a table of several: --out "
                                               "answers.csv, or --json.",
                                               options.out)};
  STRATA_TRY(knownLanguage(options.language, meant.files));
  const LearnerAnswers& one = meant.learners.front();
  STRATA_TRY(notOnto(one.file, options.out));
  return writeWholeFile(
      options.out, endsIn(options.out, {".json"})
                       ? toText(one.progress, one.of)
                       : learnerPage(one.progress, inLanguage(meant.files, options.language), one.of, calibrationSvg));
}

void printAsJson(const std::vector<LearnerAnswers>& all) {
  OrderedJson list = OrderedJson::array();
  for (const LearnerAnswers& one : all) {
    OrderedJson answers = OrderedJson::array();
    for (const Progress::Guess& guess : one.progress.guesses)
      answers.push_back({{"lesson", guess.lesson},
                         {"question", guess.question},
                         {"predicted", guess.words},
                         {"came_out", guess.outcome},
                         {"right", guess.right},
                         {"factor", guess.factor >= 1 ? OrderedJson(guess.factor) : OrderedJson()}});
    list.push_back({{"learner", one.of.learner},
                    {"saved", one.of.moment},
                    {"machine", one.of.machine},
                    {"file", one.file},
                    {"done", one.progress.done},
                    {"answers", std::move(answers)}});
  }
  printJson({{"version", 1}, {"learners", std::move(list)}});
}

std::string offBy(const Progress::Guess& guess) {
  if (guess.factor >= 1) return fmt::format("× {:.2g}", guess.factor);
  return guess.right ? "right" : "other";
}

/// Whose they are is said where they come from files.
void printTable(const std::vector<LearnerAnswers>& all) {
  const bool saved = !all.front().file.empty();
  TextTable table({"learner", "lesson", "question", "predicted", "came out", "off by"});
  if (!saved) table = TextTable({"lesson", "question", "predicted", "came out", "off by"});
  for (std::size_t column = 0; column + 1 < (saved ? 6 : 5); ++column) table.alignLeft(column);
  std::string done;
  for (const LearnerAnswers& one : all) {
    for (const Progress::Guess& guess : one.progress.guesses) {
      std::vector<std::string> row{one.name(), guess.lesson, guess.question, guess.words, guess.outcome};
      for (std::string& cell : row) cell = printable(cell);
      row.push_back(offBy(guess));
      if (!saved) row.erase(row.begin());
      table.add(std::move(row));
    }
    done += saved ? printable(one.name()) + ": " : "";
    done += howMany(one.progress.done.size(), "lesson done", "lessons done");
    if (saved && !one.of.moment.empty()) done += ", saved " + printable(one.of.moment);
    if (saved && !one.of.machine.empty()) done += " on " + printable(one.of.machine);
    done += "\n";
  }
  print("{}{}", table.str(), done);
}

}  // namespace

ExitCode lessonProgress(const LessonOptions& options) {
  if (const auto may = mayProgress(options); !may.ok()) return complain(may.error(), options.json);
  const auto meant = meantBy(options);
  if (!meant.ok()) return complain(meant.error(), options.json);
  if (options.reset) return forget(options, meant.value());
  if (!options.out.empty()) {
    const auto written = write(options, meant.value());
    if (!written.ok()) return complain(written.error(), options.json);
    if (!options.json) return ExitCode::Done;
  }
  options.json ? printAsJson(meant.value().learners) : printTable(meant.value().learners);
  return ExitCode::Done;
}

}  // namespace strata::inline cli
