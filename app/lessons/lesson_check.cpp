#include "app/lessons/lesson_check.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "app/lessons/bet_check.h"
#include "app/lessons/claim.h"
#include "app/lessons/expression.h"
#include "app/lessons/lesson_line.h"
#include "app/lessons/puzzle_check.h"
#include "app/lessons/text_check.h"
#include "engine/base/shipped.h"
#include "engine/base/text_parts.h"
#include "engine/protocol/nearest_name.h"

namespace strata::inline lessons {
namespace {

bool among(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// Names of the recordings that a page may open.
std::vector<std::string> recordingsFor(const Lesson& lesson) {
  std::vector<std::string> names;
  for (const std::filesystem::path& folder :
       {std::filesystem::path(lesson.folder.empty() ? "." : lesson.folder), shippedFolder("sessions")}) {
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
      if (entry->path().extension() == ".pftrace") names.push_back(entry->path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

/// "<kernel>" and the like; a part of a name may begin with "<", too.
bool isSelectWord(std::string_view select) {
  return select.size() > 2 && select.starts_with('<') && select.ends_with('>') &&
         isName(select.substr(1, select.size() - 2));
}

/// What can be asked of a lesson's text alone.
class NameCheck {
 public:
  NameCheck(const Lesson& lesson, const Known& known) : m_lesson(lesson), m_known(known) {}

  std::vector<LessonProblem> problems() {
    readSteps();
    ofWhole();
    for (const Page& page : m_lesson.pages) ofPage(page);
    std::ranges::stable_sort(m_problems, {}, &LessonProblem::line);
    return std::move(m_problems);
  }

 private:
  void add(int line, std::string what) { m_problems.push_back({line, std::move(what)}); }
  /// A formula's mistake is one of each expression that it stands in.
  void addOnce(int line, std::string what) {
    if (m_told.insert(what).second) add(line, std::move(what));
  }

  /// Of all that the lesson runs and opens.
  void readSteps() {
    m_stepsKnown = m_known.variants && m_lesson.whole;
    for (const Page& page : m_lesson.pages) {
      if (page.kind == Page::Kind::Puzzle) m_steps.emplace_back(kAnswer);
      if (page.kind == Page::Kind::Open) readRecording(page);
      if (!page.run.experiment.empty()) addExperiment(page.run.experiment);
    }
  }

  void readRecording(const Page& page) {
    const std::string path = m_lesson.recordingOf(page);
    std::error_code unreadable;
    if (!std::filesystem::exists(path, unreadable)) {
      m_stepsKnown = false;
      return add(page.line, fmt::format("There is no recording \"{}\" beside the lesson or among Strata's; {}",
                                        page.recording, suggestion(page.recording, recordingsFor(m_lesson))));
    }
    if (!m_known.recorded) return void(m_stepsKnown = false);
    const auto recorded = m_known.recorded(path);
    if (!recorded.ok()) {
      m_stepsKnown = false;
      return add(page.line, asSentence(recorded.error().message));
    }
    addExperiment(recorded.value().experiment);
    if (recorded.value().parameters->is_object())
      for (const auto& [name, value] : recorded.value().parameters->items()) m_parameters.push_back(name);
    for (const RunResult& result : recorded.value().results) m_steps.push_back(result.variant);
  }

  void addExperiment(const std::string& experiment) {
    if (m_known.parameters)
      for (std::string& name : m_known.parameters(experiment)) m_parameters.push_back(std::move(name));
    if (!m_known.variants) return;
    std::vector<std::string> steps = m_known.variants(experiment);
    for (const std::string& step : steps)
      m_lines.emplace_back(step, m_known.lines ? m_known.lines(experiment, step) : 0);
    if (steps.empty()) steps.push_back(experiment);  // it has no steps: its result has its name
    m_steps.insert(m_steps.end(), steps.begin(), steps.end());
  }

  void ofWhole() {
    if (m_lesson.whole) ofKinds();
    for (const auto& [name, expression] : m_lesson.formulas)
      ofExpression(m_lesson.formulaLines.of(name, 1), expression);
    for (const std::string& word : m_lesson.words)
      if (!among(m_known.words, word))
        add(m_lesson.keys.of("words", 1),
            fmt::format("The glossary has no \"{}\"; {}", word, suggestion(word, m_known.words)));
    ofAfter();
  }

  void ofKinds() {
    if (m_lesson.about.empty()) add(1, "Say in one sentence what it is about: \"about: …\".");
    const auto has = [&](auto&& wanted) { return std::ranges::any_of(m_lesson.pages, wanted); };
    const auto solves = [](const Page& page) { return page.kind == Page::Kind::Puzzle; };
    if (!has(solves) &&
        !has([](const Page& page) { return page.kind == Page::Kind::Run || page.kind == Page::Kind::Open; }))
      add(1, "It runs nothing, and opens no recording.");
    if (!has(solves) && !has([](const Page& page) {
          return page.kind == Page::Kind::Ask && page.question.kind != Question::Kind::Choice;
        }))
      add(1, "No prediction in it is a number, an order or a place.");
    for (LessonProblem& problem : unexplained(m_lesson)) m_problems.push_back(std::move(problem));
  }

  void ofAfter() {
    const int line = m_lesson.keys.of("after", 1);
    for (const std::string& name : m_lesson.after)
      if (!among(m_known.lessons, name))
        add(line, fmt::format("There is no lesson \"{}\"; {}", name, suggestion(name, m_known.lessons)));
    std::set<std::string> seen;
    std::vector<std::string> open = m_lesson.after;
    while (!open.empty()) {
      const std::string name = std::move(open.back());
      open.pop_back();
      if (name == m_lesson.name) return add(line, "It comes after itself.");
      if (seen.insert(name).second && m_known.after)
        for (std::string& before : m_known.after(name)) open.push_back(std::move(before));
    }
  }

  void ofExpression(int line, std::string_view expression) {
    const auto parsed = parseExpression(expression, m_lesson.formulas);
    if (!parsed.ok()) return ofUnparsed(line, expression, parsed.error());
    for (const Reference& reference : parsed.value().references) {
      if (const std::string step = stepOf(reference); !step.empty()) ofStep(line, step);
      for (const std::string& name : parametersOf(reference)) ofParameter(line, name);
      ofTiming(line, reference);
    }
  }

  /// What a formula is told of is not told again where the formula stands.
  void ofUnparsed(int line, std::string_view expression, const Error& error) {
    if (!m_lesson.formulasWhole) return;  // it may be the name of one that is missing
    const auto isOne = [&](const auto& formula) { return formula.second == expression; };
    const auto broken = [&](const auto& formula) {
      return hasWord(expression, formula.first) && !parseExpression(formula.second, m_lesson.formulas).ok();
    };
    if (std::ranges::any_of(m_lesson.formulas, isOne) || std::ranges::none_of(m_lesson.formulas, broken))
      add(line, asSentence(error.message));
  }

  /// A time differs from run to run, so it must be said of which it is.
  void ofTiming(int line, const Reference& reference) {
    constexpr std::string_view kTimings[] = {"time", "rate", "flops", "storey", "whole", "device_time"};
    if (std::ranges::find(kTimings, reference.function) == std::end(kTimings)) return;
    for (auto page = m_lesson.pages.rbegin(); page != m_lesson.pages.rend(); ++page) {
      if (page->kind != Page::Kind::Run && page->kind != Page::Kind::Explore) continue;
      const auto runs = singleRuns(page->run);
      const auto tell = std::ranges::count_if(runs, [&](const RunLine& run) { return mayTell(run, reference); });
      if (tell > 1)
        addOnce(line, fmt::format("{} is told by {} runs of \"{}\"; say of which it is, such as {}.", toText(reference),
                                  tell, page->name(), runs.front().set.front()));
      if (tell > 0) return;  // the newest answers
    }
  }

  static bool mayTell(const RunLine& run, const Reference& reference) {
    if (!run.variants.empty() && !among(run.variants, stepOf(reference))) return false;
    return std::ranges::all_of(reference.arguments, [&](const std::string& argument) {
      const auto equals = argument.find('=');
      if (equals == std::string::npos) return true;
      const std::string_view name = std::string_view(argument).substr(0, equals + 1);
      const auto set = std::ranges::find_if(run.set, [&](const std::string& one) { return one.starts_with(name); });
      return set == run.set.end() || *set == argument;
    });
  }

  /// Returns how many values it tells.
  std::size_t ofText(std::string_view text, const std::vector<int>& lines, int line) {
    CheckedText checked = checkText(text, lines, line, m_lesson.folder);
    for (LessonProblem& problem : checked.problems) m_problems.push_back(std::move(problem));
    std::size_t values = 0;
    for (const CheckedText::Told& one : checked.told) {
      if (!one.braced.isBet()) {
        ofExpression(one.line, one.braced.expression);
        ++values;
      } else if (m_lesson.whole) {
        if (std::string wrong = wrongBet(m_lesson, one.braced.format, one.line); !wrong.empty())
          add(one.line, std::move(wrong));
      }
    }
    return values;
  }

  void ofPage(const Page& page) {
    ofText(page.text, page.textLines, page.line);
    for (std::size_t i = 0; i < page.claims.size(); ++i) ofExpression(page.lineOf("claim", i), page.claims[i]);
    if (!page.sight.view.empty() && !among(m_known.views, page.sight.view))
      add(page.lineOf("view"),
          fmt::format("There is no view \"{}\"; {}", page.sight.view, suggestion(page.sight.view, m_known.views)));
    if (!page.sight.speeds.empty() && !among(m_known.speeds, page.sight.speeds))
      add(page.lineOf("speeds"), fmt::format("There are no speeds \"{}\"; {}", page.sight.speeds,
                                             suggestion(page.sight.speeds, m_known.speeds)));
    ofText(page);
    ofVariant(page);
    ofLine(page);
    ofSelect(page);
    if (!page.goal.empty()) ofExpression(page.lineOf("goal"), page.goal);
    if (!page.run.experiment.empty())
      for (const RunLine& line : singleRuns(page.run))
        if (const auto may = m_known.mayRun(line); !may.ok()) add(lineOfRun(page), may.error().message);
    if (page.kind == Page::Kind::Ask) ofQuestion(page);
    if (page.kind == Page::Kind::Puzzle) ofPuzzle(page);
    for (const Outcome& outcome : page.outcomes) {
      if (!outcome.when.empty()) ofExpression(outcome.line, outcome.when);
      if (ofText(outcome.text, outcome.textLines, outcome.line) == 0)
        add(outcome.line, "This explanation tells no value.");
    }
  }

  static int lineOfRun(const Page& page) {
    return page.kind == Page::Kind::Run ? page.line
                                        : page.lineOf(page.kind == Page::Kind::Puzzle ? "task" : "solution");
  }

  void ofPuzzle(const Page& page) {
    for (LessonProblem& problem : problemsOfPuzzle(page)) m_problems.push_back(std::move(problem));
    for (std::size_t i = 0; i < page.puzzle.budgets.size(); ++i)
      ofExpression(page.lineOf("budget", i), page.puzzle.budgets[i].value);
    for (std::size_t i = 0; i < page.puzzle.hints.size(); ++i) ofText(page.puzzle.hints[i], {}, page.lineOf("hint", i));
    if (!m_known.variants) return;
    if (const auto steps = m_known.variants(page.run.experiment); !among(steps, page.puzzle.step))
      add(page.lineOf("step"), fmt::format("{} has no step \"{}\"; {}", page.run.experiment, page.puzzle.step,
                                           suggestion(page.puzzle.step, steps)));
  }

  void ofVariant(const Page& page) {
    if (!page.sight.variant.empty()) ofStep(page.lineOf("variant"), page.sight.variant);
  }

  void ofStep(int line, const std::string& step) {
    if (m_stepsKnown && !among(m_steps, step))
      addOnce(line, fmt::format("No run of the lesson has a step \"{}\"; {}", step, suggestion(step, m_steps)));
  }

  void ofParameter(int line, const std::string& name) {
    if (m_stepsKnown && m_known.parameters && !among(m_parameters, name))
      addOnce(line,
              fmt::format("No run of the lesson has a parameter \"{}\"; {}", name, suggestion(name, m_parameters)));
  }

  void ofText(const Page& page) {
    const bool tells = page.kind == Page::Kind::Say || page.kind == Page::Kind::See ||
                       page.kind == Page::Kind::Explore || page.kind == Page::Kind::Puzzle;
    if (tells && page.text.empty())
      add(page.line, fmt::format("This {} has no text; its lines stand below it and begin with two spaces.",
                                 pageKindKey(page.kind)));
  }

  /// Beyond every text that it may be of.
  void ofLine(const Page& page) {
    const std::string& step = page.sight.variant;
    int lines = 0;
    for (const auto& [name, count] : m_lines)
      if (step.empty() || name == step) lines = std::max(lines, count);
    if (m_stepsKnown && lines > 0 && page.sight.line > lines)
      add(page.lineOf("line"),
          fmt::format("{} has {} lines, so there is no line {}.",
                      step.empty() ? "The longest kernel of the lesson's runs" : "The text of " + step, lines,
                      page.sight.line));
  }

  /// Names of events are known when they have run.
  void ofSelect(const Page& page) {
    static const std::vector<std::string> kWords{std::string(kSelectKernel), std::string(kSelectLaunch),
                                                 std::string(kSelectCall), std::string(kSelectCopy)};
    if (const std::string& asked = page.sight.select; isSelectWord(asked) && !among(kWords, asked))
      add(page.lineOf("select"), fmt::format("Nothing is called {}; {}", asked, suggestion(asked, kWords)));
  }

  void ofQuestion(const Page& page) {
    const Question& question = page.question;
    const char* listed = question.kind == Question::Kind::Order ? "item" : "choice";
    for (std::size_t i = 0; i < question.choices.size(); ++i)
      ofExpression(page.lineOf(listed, i), question.choices[i].when);
    if (question.kind == Question::Kind::Place && question.unit == "storey") {
      if (!storeyFromKey(question.answer))
        add(page.lineOf("answer"), fmt::format("\"{}\" is no storey.", question.answer));
    } else if (!question.answer.empty()) {
      ofExpression(page.lineOf("answer"), question.answer);
    }
  }

  const Lesson& m_lesson;
  const Known& m_known;
  bool m_stepsKnown = false;
  std::vector<std::string> m_steps, m_parameters;
  std::vector<std::pair<std::string, int>> m_lines;  ///< of kernels' texts, by step
  std::vector<LessonProblem> m_problems;
  std::set<std::string> m_told;
};

void judge(const Question& question, int line, const Telling& telling, std::vector<LessonProblem>& problems) {
  const auto truth = truthOf(question, telling);
  if (!truth.ok()) return problems.push_back({line, fmt::format("{}: {}", question.name, truth.error().message)});
  if (question.kind != Question::Kind::Number) return;
  const double number = truth.value().truth.number;
  if (number < question.low || number > question.high)
    problems.push_back({line, fmt::format("{}: {} comes out, and {} to {} can be answered.", question.name, number,
                                          question.low, question.high)});
}

/// What no event of the lesson's runs and recordings is called.
void checkSelects(const LessonPlayer& player, std::vector<LessonProblem>& problems) {
  const std::vector<Page>& pages = player.lesson().pages;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < pages.size(); ++i)
    for (const LessonRun& run : player.runsOf(i)) names.insert(names.end(), run.events.begin(), run.events.end());
  for (const Page& page : pages) {
    const std::string& asked = page.sight.select;
    const auto has = [low = lowered(asked)](const std::string& name) {
      return lowered(name).find(low) != std::string::npos;
    };
    if (!names.empty() && !asked.empty() && !isSelectWord(asked) && std::ranges::none_of(names, has))
      problems.push_back({page.lineOf("select"), fmt::format("No event of the lesson's runs has \"{}\" in its name; {}",
                                                             asked, suggestion(asked, names))});
  }
}

/// Whatever they are called.
bool sameAnswers(const Question& here, const Question& there) {
  return here.kind == there.kind && here.choices.size() == there.choices.size() && here.answer == there.answer &&
         here.low == there.low && here.high == there.high;
}

/// In which view a value of a run stands.
struct ToldIn {
  std::string_view function, view;
};
constexpr ToldIn kToldIn[] = {{"time", "speed"},     {"flops", "speed"},     {"rate", "speed"},
                              {"modelled", "speed"}, {"modelled", "bounds"}, {"storey", "stack"},
                              {"whole", "stack"},    {"time", "stack"},      {"counted", "kernel"}};

/// The page asks for a number that an earlier run tells, and the view beside it shows what that is computed from.
bool givesAway(const LessonPlayer& player) {
  const Page& page = player.page();
  const Question& asked = page.question;
  if (page.kind != Page::Kind::Ask || asked.kind != Question::Kind::Number || page.sight.hide) return false;
  const auto answer = parseExpression(asked.answer, player.lesson().formulas);
  if (!answer.ok() || !truthOf(asked, player.telling()).ok()) return false;
  const std::string view = player.viewInSight();
  return std::ranges::any_of(answer.value().references, [&](const Reference& reference) {
    return std::ranges::any_of(
        kToldIn, [&](const ToldIn& one) { return one.function == reference.function && one.view == view; });
  });
}

std::string behindColon(const std::string& words) {
  return words.empty() ? words : ": " + words;
}

/// What the page's newest run came to, beside its goal.
std::string missesGoal(const LessonPlayer& player) {
  Telling telling = player.telling();
  telling.find = [&](const Reference& reference) {
    return valueOf(reference, std::span(player.runsOf(player.index())).last(1));
  };
  return fmt::format("The solution does not reach the goal{}.", behindColon(whyItFails(player.page().goal, telling)));
}

/// Where the text stands that could not be told: the first value in it that fails so.
int lineOfUntold(const LessonPlayer& player, const Error& error) {
  const Page& page = player.page();
  std::vector<CheckedText> texts{checkText(page.text, page.textLines, page.line, player.lesson().folder)};
  for (const Outcome& outcome : page.outcomes)
    texts.push_back(checkText(outcome.text, outcome.textLines, outcome.line, player.lesson().folder));
  for (const CheckedText& text : texts)
    for (const CheckedText::Told& one : text.told) {
      if (one.braced.isBet()) continue;
      const auto value = computed(one.braced.expression, player.telling());
      if (!value.ok() && value.error().message == error.message) return one.line;
    }
  return page.line;
}

}  // namespace

std::size_t wordsIn(std::string_view markdown) {
  std::size_t words = 0;
  bool inside = false, braced = false;
  for (const char c : markdown) {
    if (c == '{') braced = true;
    const bool space = !braced && (c == ' ' || c == '\n' || c == '\t');
    if (!space && !inside) ++words;
    inside = !space;
    if (c == '}') braced = false;
  }
  return words;
}

std::vector<LessonProblem> problemsOf(const Lesson& lesson, const Known& known) {
  return NameCheck(lesson, known).problems();
}

std::vector<LessonProblem> problemsOfTranslation(const Lesson& translated, const Lesson& original) {
  if (translated.pages.size() != original.pages.size())
    return {{1, fmt::format("It has {} pages, the original {}.", translated.pages.size(), original.pages.size())}};
  std::vector<LessonProblem> problems;
  for (std::size_t i = 0; i < original.pages.size(); ++i) {
    const Page &here = translated.pages[i], &there = original.pages[i];
    const auto differs = [&](const char* what) {
      problems.push_back({here.line, fmt::format("{} differs from the original, line {}.", what, there.line)});
    };
    if (here.kind != there.kind)
      differs("The kind of page");
    else if (here.question.name != there.question.name)
      differs("The question's name");
    else if (!sameAnswers(here.question, there.question))
      differs("What can be answered");
    else if (!(here.run == there.run) || here.recording != there.recording || here.goal != there.goal)
      differs("What is run");
  }
  return problems;
}

std::vector<LessonProblem> problemsHere(const LessonPlayer& player) {
  const Page& page = player.page();
  std::vector<LessonProblem> problems;
  const auto add = [&](int line, std::string what) { problems.push_back({line, std::move(what)}); };
  if (page.kind == Page::Kind::Explore && player.hasRun(player.index()) && !player.goalReached())
    add(page.lineOf("goal"), missesGoal(player));
  if (givesAway(player))
    add(page.lineOf("view"),
        fmt::format("The lesson has run what tells the answer, and \"{}\" shows it beside the question. Write \"hide: "
                    "yes\", or \"hide: no\" where it is to be read there.",
                    player.viewInSight()));
  if (const auto text = player.text(); !text.ok()) add(lineOfUntold(player, text.error()), text.error().message);
  for (std::size_t i = 0; i < page.claims.size(); ++i) {
    const auto holds = computed(page.claims[i], player.telling());
    if (!holds.ok())
      add(page.lineOf("claim", i), holds.error().message);
    else if (holds.value().number == 0)
      add(page.lineOf("claim", i), fmt::format("\"{}\" does not hold{}.", page.claims[i],
                                               behindColon(whyItFails(page.claims[i], player.telling()))));
  }
  return problems;
}

std::vector<LessonProblem> problemsInTheEnd(const LessonPlayer& player) {
  std::vector<LessonProblem> problems;
  checkSelects(player, problems);
  for (const Page& page : player.lesson().pages)
    if (page.kind == Page::Kind::Ask) judge(page.question, page.line, player.telling(), problems);
  return problems;
}

std::vector<LessonProblem> problemsWhenRun(const Lesson& lesson, const LessonHost& host) {
  std::vector<LessonProblem> problems;
  LessonPlayer player(std::make_shared<Lesson>(lesson));
  const auto add = [&](const std::vector<LessonProblem>& more) {
    problems.insert(problems.end(), more.begin(), more.end());
  };
  for (;; player.skip()) {
    const Page& page = player.page();
    if (const auto run = runPage(player, host); !run.ok()) problems.push_back({page.line, run.error().message});
    if (page.kind == Page::Kind::Puzzle) solve(player, host, problems);
    add(problemsHere(player));
    if (player.atEnd()) break;
  }
  add(problemsInTheEnd(player));
  std::ranges::stable_sort(problems, {}, &LessonProblem::line);
  return problems;
}

}  // namespace strata::inline lessons
