#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <memory>
#include <set>

#include "app/cli/commands.h"
#include "app/cli/lesson_command.h"
#include "app/cli/lesson_image.h"
#include "app/cli/print.h"
#include "app/facts/choice_names.h"
#include "app/facts/named_events.h"
#include "app/facts/page_selection.h"
#include "app/facts/wall_clock.h"
#include "app/graphics/headless_show.h"
#include "app/lessons/handout.h"
#include "app/lessons/lesson_check.h"
#include "app/lessons/lesson_file.h"
#include "app/lessons/lesson_player.h"
#include "app/lessons/new_lesson.h"
#include "app/lessons/stack_map.h"
#include "app/session/agents.h"
#include "app/session/choices.h"
#include "app/session/newest_request.h"
#include "app/session/session.h"
#include "app/still/text_table.h"
#include "app/views/lesson/lesson_puzzle.h"
#include "app/views/view.h"
#include "engine/base/new_file.h"
#include "engine/base/shell_word.h"
#include "engine/protocol/nearest_name.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline cli {
namespace {

std::string folderOf(const std::string& lesson) {
  const std::string folder = std::filesystem::path(lesson).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// With Strata's own, and with what lies beside each: lessons of a course name one another.
std::vector<LessonFile> withNeighbours(const std::vector<LessonFile>& files) {
  std::vector<LessonFile> all = allLessons();
  std::set<std::string> folders;
  for (const LessonFile& file : all) folders.insert(folderOf(file.path));
  for (const LessonFile& file : files)
    if (folders.insert(folderOf(file.path)).second)
      std::ranges::move(lessonsIn(folderOf(file.path)), std::back_inserter(all));
  all.insert(all.end(), files.begin(), files.end());
  return all;
}

std::string nameOf(const Lesson& lesson) {
  return lesson.language.empty() ? lesson.name : lesson.name + "." + lesson.language;
}

/// Of a translation that can be read; nullptr: it is none, or stands alone.
const Lesson* originalOf(const LessonFile& translation, const std::vector<LessonFile>& all) {
  const Lesson& lesson = translation.lesson.value();
  if (lesson.language.empty()) return nullptr;
  for (const LessonFile& file : all)
    if (file.lesson.ok() && file.lesson.value().name == lesson.name && file.lesson.value().language.empty() &&
        folderOf(file.path) == folderOf(translation.path))
      return &file.lesson.value();
  return nullptr;
}

/// The languages of its translations among the files: "de, fr".
std::string translationsOf(const LessonFile& of, const std::vector<LessonFile>& all) {
  std::set<std::string> languages;
  for (const LessonFile& file : all)
    if (file.lesson.ok() && originalOf(file, all) == &of.lesson.value()) languages.insert(file.lesson.value().language);
  return fmt::format("{}", fmt::join(languages, ", "));
}

ExitCode list(const LessonOptions& options) {
  std::vector<Error> errors;
  TextTable table({"lesson", "minutes", "also in", "title", "about"});
  for (const std::size_t column : {0, 2, 3, 4}) table.alignLeft(column);
  const std::vector<LessonFile> files = asked(options.names, errors);
  for (const LessonFile& file : files)
    if (file.lesson.ok()) {
      const Lesson& lesson = file.lesson.value();
      if (originalOf(file, files)) continue;
      table.add({nameOf(lesson), lesson.minutes ? std::to_string(lesson.minutes) : "", translationsOf(file, files),
                 lesson.title, lesson.about});
    } else {
      errors.push_back(file.lesson.error());
    }
  print("{}", table.str());
  return said(errors);
}

Result<LessonRun> openRecording(const std::string& path) {
  Session session;
  STRATA_TRY(session.open(path));
  const auto snapshot = session.snapshot();
  const auto request = newestRequest(*snapshot);
  if (!request) return Error{ErrorCode::Unavailable, fmt::format("{} holds no run of Strata.", path)};
  return LessonRun{request->name, request->parameters, session.results(), session.hello().value_or(Hello{}),
                   eventNames(*snapshot)};
}

/// Of a step's kernel; empty: it has none.
std::string textOfStep(const std::string& experiment, const std::string& step) {
  const auto info = findExperiment(experiment);
  if (!info.ok()) return {};
  const auto found = std::ranges::find(info.value()->variants, step, &VariantInfo::name);
  return found == info.value()->variants.end() ? std::string() : found->source;
}

/// As the page's kernel view shows it.
std::string textInSight(const LessonPlayer& player) {
  const std::string experiment = player.experimentInSight();
  const auto info = findExperiment(experiment);
  std::string step = info.ok() ? stepShown(player, info.value()) : std::string();
  const Page* run = player.runInSight();
  if (step.empty() && run && !run->run.variants.empty()) step = run->run.variants.front();
  return textOfStep(experiment, step);
}

int linesOf(const std::string& experiment, const std::string& step) {
  const std::string text = textOfStep(experiment, step);
  return static_cast<int>(std::ranges::count(text, '\n')) + (text.empty() || text.ends_with('\n') ? 0 : 1);
}

Known knownNames(const std::vector<LessonFile>& lessons) {
  Known known;
  known.mayRun = [](const RunLine& line) -> Result<void> {
    STRATA_TRY(requestFor(line));
    return {};
  };
  known.variants = [](const std::string& experiment) {
    std::vector<std::string> names;
    if (const auto info = findExperiment(experiment); info.ok())
      for (const VariantInfo& variant : info.value()->variants) names.push_back(variant.name);
    return names;
  };
  known.parameters = [](const std::string& experiment) {
    std::vector<std::string> names;
    if (const auto info = findExperiment(experiment); info.ok())
      for (const ParameterInfo& parameter : info.value()->parameters) names.push_back(parameter.name);
    return names;
  };
  known.lines = linesOf;
  known.recorded = openRecording;
  for (const View& view : allViews()) known.views.emplace_back(view.name);
  known.speeds.assign(std::begin(kSpeedKindNames), std::end(kSpeedKindNames));
  for (const GlossaryTerm& term : stackMap().terms) known.words.push_back(term.name);
  std::map<std::string, std::vector<std::string>> after;
  for (const LessonFile& file : lessons)
    if (file.lesson.ok()) {
      known.lessons.push_back(file.lesson.value().name);
      after[file.lesson.value().name] = file.lesson.value().after;
    }
  known.after = [after](const std::string& name) {
    const auto found = after.find(name);
    return found == after.end() ? std::vector<std::string>() : found->second;
  };
  return known;
}

/// Runs what lessons ask for, one after the other, on one agent.
class Runner {
 public:
  explicit Runner(std::string command) : m_command(std::move(command)) {}

  /// What a program without a window does for pages: runs on this agent, and recordings.
  LessonHost host() {
    return {[this](const RunLine& line) { return run(line, {}); }, openRecording,
            [this](const RunLine& line, const OwnKernel& kernel) { return run(line, {kernel}); }};
  }

 private:
  Result<LessonRun> run(const RunLine& line, std::vector<OwnKernel> kernels) {
    STRATA_ASSIGN(Request request, requestFor(line, std::move(kernels)));
    SessionOptions options;
    options.frames = [this](FrameSocket socket) { m_frames.attach(std::move(socket)); };
    options.live = false;
    Session session(options);
    LessonRun run{line.experiment, request.parameters, {}, {}, {}};
    std::string command = m_command;
    if (wantsCpu(line)) {
      STRATA_ASSIGN(command, agentProgram("cpu"));
      command += kHoldEventsOption;
    }
    STRATA_TRY(session.start(command));
    STRATA_ASSIGN(const std::uint64_t id, session.run(std::move(request)));
    STRATA_ASSIGN(const Answer answer, session.wait(id));
    session.finish();
    if (answer.status == Answer::Status::Error) return answer.error;
    if (answer.status != Answer::Status::Done) return Error{ErrorCode::Stopped, "The run was stopped."};
    run.results = session.results();
    run.events = eventNames(*session.snapshot());
    if (const auto hello = session.hello()) run.hello = *hello;
    return run;
  }

  std::string m_command;
  FrameShow m_frames{headlessShow()};
};

std::vector<Error> errorsOf(const LessonFile& file, const std::vector<LessonProblem>& problems) {
  std::vector<Error> errors;
  errors.reserve(problems.size());
  for (const LessonProblem& problem : problems)
    errors.push_back({ErrorCode::CheckFailed, fmt::format("{}:{}: {}", file.path, problem.line, problem.what)});
  return errors;
}

ExitCode check(const LessonOptions& options) {
  std::vector<Error> errors;
  const std::vector<LessonFile> files = asked(options.names, errors);
  const std::vector<LessonFile> all = withNeighbours(files);
  const Known known = knownNames(all);
  std::optional<Runner> runner;
  if (!options.noRun) {
    const auto agent = chooseAgent(options.device);
    if (!agent.ok()) return complain(agent.error());
    runner.emplace(agent.value().command + kHoldEventsOption);
  }
  for (const LessonFile& file : files) {
    if (!file.lesson.ok()) {
      for (Error& error : lessonErrors(file.path)) {
        if (error.code == ErrorCode::Usage) error.code = ErrorCode::CheckFailed;
        errors.push_back(std::move(error));
      }
      const std::vector<Error> others = errorsOf(file, problemsOf(readablePart(file.path), known));
      errors.insert(errors.end(), others.begin(), others.end());
      continue;
    }
    auto problems = problemsOf(file.lesson.value(), known);
    if (const Lesson* original = originalOf(file, all); original && problems.empty())
      problems = problemsOfTranslation(file.lesson.value(), *original);
    if (problems.empty() && runner) problems = problemsWhenRun(file.lesson.value(), runner->host());
    const std::vector<Error> wrong = errorsOf(file, problems);
    print("{:<8}{}\n", wrong.empty() ? "ok" : "wrong", nameOf(file.lesson.value()));
    errors.insert(errors.end(), wrong.begin(), wrong.end());
  }
  return said(errors);
}

ExitCode make(const LessonOptions& options) {
  if (options.names.size() != 1) return complain({ErrorCode::Usage, "strata lesson new takes the name of one file."});
  std::filesystem::path path = options.names.front();
  if (const std::string name = path.filename().string(); name.empty() || name.front() == '.')
    return complain({ErrorCode::Usage,
                     fmt::format("'{}' is no name of a lesson: its file would be hidden. Give it one, such as first.",
                                 options.names.front())});
  if (path.extension() != kLessonEnding) path += kLessonEnding;
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored))
    return complain({ErrorCode::Io, fmt::format("{} is there already; choose another name.", path.string())});
  if (const auto written = writeWholeFile(path.string(), newLesson(path.stem().string())); !written.ok())
    return complain(written.error());
  print("{} is a lesson of one run. Change it, then: strata lesson check {}\n", path.string(),
        shellWord(path.string()));
  return ExitCode::Done;
}

/// Runs what the player's lesson asks for, as a class would. `known`: what was said of the lesson already; what else
/// only a run tells is said, too.
Result<void> runAll(LessonPlayer& player, const LessonFile& file, const std::vector<LessonProblem>& known,
                    const LessonOptions& options) {
  STRATA_ASSIGN(const AgentChoice agent, chooseAgent(options.device));
  Runner runner(agent.command + kHoldEventsOption);
  const auto complainOf = [&](std::vector<LessonProblem> problems) {
    std::erase_if(problems, [&](const LessonProblem& problem) {
      return std::ranges::find(known, problem.line, &LessonProblem::line) != known.end();
    });
    for (const Error& error : errorsOf(file, problems)) complain(error);
  };
  for (const LessonHost host = runner.host();; player.skip()) {
    STRATA_TRY(runPage(player, host));
    complainOf(problemsHere(player));
    if (player.atEnd()) break;
  }
  complainOf(problemsInTheEnd(player));
  return {};
}

constexpr std::string_view kEnglish = "en";

/// The one beside it in that language, or the original, where English is asked for; where there is none the lesson
/// itself, which is said.
LessonFile translationOf(const LessonFile& of, const std::vector<LessonFile>& all, const std::string& language) {
  const std::string wanted = language == kEnglish ? std::string() : language;
  const Lesson& lesson = of.lesson.value();
  if (lesson.language == wanted) return of;
  for (const LessonFile& file : all)
    if (file.lesson.ok() && file.lesson.value().name == lesson.name && file.lesson.value().language == wanted &&
        folderOf(file.path) == folderOf(of.path))
      return file;
  remark("strata: {} is not in \"{}\"; the page is in {}.\n", lesson.name, language,
         lesson.language.empty() ? "English, as it was written" : fmt::format("\"{}\"", lesson.language));
  return of;
}

ExitCode exportOne(const LessonOptions& options) {
  if (options.names.size() != 1 || options.out.empty())
    return complain({ErrorCode::Usage, "strata lesson export takes one lesson and --out, such as --out page.html."});
  if (!endsIn(options.out, {".html", ".htm"})) return complain(noPage(options.out, ".html or .htm"));
  if (std::error_code ignored; std::filesystem::is_directory(options.names.front(), ignored)) {
    const auto course = courseIn(options.names.front());
    return complain(course.ok() ? Error{ErrorCode::Usage,
                                        fmt::format("strata lesson export takes one lesson, and {} is a folder of "
                                                    "them. Name one, such as {}.",
                                                    options.names.front(), course.value().front().path)}
                                : course.error());
  }
  const auto path = findLesson(options.names.front());
  if (!path.ok()) return complain(path.error());
  LessonFile file{path.value(), readLesson(path.value())};
  if (!file.lesson.ok()) return complain(file.lesson.error());
  const std::vector<LessonFile> all = withNeighbours({file});
  if (const auto known = knownLanguage(options.language, all); !known.ok()) return complain(known.error());
  if (!options.language.empty()) file = translationOf(file, all, options.language);
  const Result<Lesson>& lesson = file.lesson;
  const std::vector<LessonProblem> problems = problemsOf(lesson.value(), knownNames(all));
  for (const Error& error : errorsOf(file, problems)) complain(error);
  LessonPlayer player(std::make_shared<const Lesson>(lesson.value()));
  if (!options.withoutAnswers)
    if (const auto ran = runAll(player, file, problems, options); !ran.ok()) return complain(ran.error());
  const auto answers = options.withoutAnswers ? HandoutAnswers::LeftOut : HandoutAnswers::Told;
  const auto written = writeWholeFile(options.out, handout(std::move(player), dateOf(std::time(nullptr)), puzzleSvg,
                                                           answers, RecordingImages{}, textInSight));
  return written.ok() ? ExitCode::Done : complain(written.error());
}

struct Verb {
  const char* name;
  ExitCode (*act)(const LessonOptions& options);
  bool writes = false;  ///< what --out names
};
constexpr Verb kVerbs[] = {
    {"list", list}, {"check", check}, {"new", make}, {"export", exportOne, true}, {"progress", lessonProgress, true}};

ExitCode lesson(const LessonOptions& options) {
  std::vector<std::string> names;
  for (const Verb& verb : kVerbs) {
    if (options.action == verb.name) {
      if (!options.out.empty() && !verb.writes)
        return complain({ErrorCode::Usage, fmt::format("strata lesson {} takes no --out; it is for export and "
                                                       "progress.",
                                                       options.action)});
      if (!options.language.empty() && !verb.writes)
        return complain({ErrorCode::Usage, fmt::format("strata lesson {} takes no --language; it is for export and "
                                                       "progress.",
                                                       options.action)});
      if (options.json && verb.act != lessonProgress)
        return complain(
            {ErrorCode::Usage, fmt::format("strata lesson {} takes no --json; it is for progress.", options.action)});
      return verb.act(options);
    }
    names.emplace_back(verb.name);
  }
  return complain({ErrorCode::Usage,
                   fmt::format("There is no 'lesson {}'; {}", options.action, suggestion(options.action, names))});
}

}  // namespace

void addLesson(CLI::App& app, Action& action) {
  const auto options = std::make_shared<LessonOptions>();
  CLI::App* command = app.add_subcommand("lesson", "Lessons: which there are, whether they hold here, a new one");
  command->add_option("action", options->action, "list, check, new, export or progress")->required();
  command->add_option("names", options->names,
                      "Lessons by name or file, or folders of them; all by default. For progress also files of answers "
                      "(.json), as learners saved them");
  command->add_option("--device", options->device,
                      "For check and export: best, cpu, cuda, hip, or cuda:1 for one of several");
  command->add_option("--out", options->out,
                      "For export: the lesson as it comes out here, as a page of HTML; for progress: .html, .json or "
                      ".csv");
  command->add_flag("--without-answers", options->withoutAnswers,
                    "For export: a page to work through, with room for what comes out; nothing is run");
  command->add_option("--learner", options->learner, "For progress: one of several that learn here");
  command->add_option("--language", options->language,
                      "For export and for progress with --out page.html: whose translations lessons are taken from, "
                      "such as de");
  command->add_flag("--reset", options->reset, "For progress: forget it, or what is of the lessons named");
  command->add_flag("--json", options->json, "For progress: print one JSON object");
  command->add_flag("--no-run", options->noRun, "For check: only what can be told without running anything");
  command->callback([options, &action] { action = [options] { return lesson(*options); }; });
}

}  // namespace strata::inline cli
