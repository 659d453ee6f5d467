#include "app/lessons/handout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "app/canvas/escape_xml.h"
#include "app/canvas/format.h"
#include "app/canvas/png.h"
#include "app/lessons/shell_command.h"
#include "app/words/messages.h"

namespace strata::inline lessons {
namespace {

constexpr std::string_view kStyle =
    "body{font:16px/1.55 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem;color:#1b1f27}"
    "h1{font-size:1.7rem}h2{font-size:1.2rem;margin-top:2rem}code,pre{font-family:ui-monospace,monospace;font-size:."
    "9em}"
    "pre{background:#f3f4f6;padding:.6rem .8rem;overflow-x:auto}small{border:1px solid #c9ccd3;border-radius:4px;"
    "padding:0 .3em;color:#555b67}.answer{border-left:4px solid #009e73;padding:.1rem .9rem;background:#f3f9f6}"
    "table{border-collapse:collapse}td,th{text-align:left;padding:.25rem .8rem .25rem 0;border-bottom:1px solid "
    "#e3e5ea}footer{margin-top:3rem;color:#555b67;font-size:.85rem}"
    ".own{width:auto;max-width:100%;border:0}figure{margin:1rem 0}img{width:100%;border:1px solid "
    "#c9ccd3;border-radius:4px}"
    "@media print{figure{break-inside:avoid}pre{white-space:pre-wrap;overflow-wrap:anywhere}}";

std::string html(const MarkdownSpan& span, std::string_view language) {
  if (span.link.starts_with("kind:")) return "<small>" + escapeXml(kindInWords(span.text, language)) + "</small>";
  std::string text = escapeXml(span.text);
  if (span.code) text = "<code>" + text + "</code>";
  if (span.strong) text = "<strong>" + text + "</strong>";
  if (span.emphasis) text = "<em>" + text + "</em>";
  return text;
}

/// Within the page, so that it goes along with it.
std::string pictureHtml(const PixelPicture& picture, const MarkdownBlock& block) {
  return fmt::format("<p><img class=\"own\" src=\"data:image/png;base64,{}\" alt=\"{}\"></p>\n",
                     encodeBase64(encodePng(picture.width, picture.height, picture.pixels)),
                     escapeXml(plainText({block})));
}

std::string html(const std::vector<MarkdownBlock>& blocks, std::string_view language,
                 const LessonPictures& pictures = {}) {
  std::string page;
  bool inList = false;
  for (const MarkdownBlock& block : blocks) {
    const bool item = block.kind == MarkdownBlock::Kind::Item;
    if (item != inList) page += item ? "<ul>\n" : "</ul>\n";
    inList = item;
    if (const auto picture = pictures.find(block.file);
        block.kind == MarkdownBlock::Kind::Picture && picture != pictures.end()) {
      page += pictureHtml(picture->second->content(), block);
      continue;
    }
    const char* tag = item                                         ? "li"
                      : block.kind == MarkdownBlock::Kind::Code    ? "pre"
                      : block.kind == MarkdownBlock::Kind::Heading ? "h3"
                                                                   : "p";
    page += fmt::format("<{}>", tag);
    for (const MarkdownSpan& span : block.spans) page += html(span, language);
    page += fmt::format("</{}>\n", tag);
  }
  return page + (inList ? "</ul>\n" : "");
}

/// A sentence within a list.
std::string inlineHtml(std::string_view markdown, std::string_view language) {
  std::string words;
  for (const MarkdownBlock& block : parseMarkdown(markdown)) {
    if (!words.empty()) words += ' ';
    for (const MarkdownSpan& span : block.spans) words += html(span, language);
  }
  return words;
}

std::string paragraph(std::string_view words) {
  return "<p>" + escapeXml(words) + "</p>\n";
}

std::string codeBlock(std::string_view lines, bool numbered = false) {
  std::string escaped;
  int line = 0;
  for (std::size_t from = 0, end = 0; end != lines.npos; from = end + 1) {
    end = lines.find('\n', from);
    escaped += from == 0 ? "" : "\n";
    if (numbered) escaped += fmt::format("{:>3}  ", ++line);
    escaped += escapeXml(lines.substr(from, end - from));
  }
  return fmt::format("<pre>{}</pre>\n", escaped);
}

bool asksForLine(const Question& question) {
  return question.kind == Question::Kind::Place && question.unit == "line";
}

/// With the numbers that a prediction names.
std::string numberedCode(std::string_view kernel) {
  while (kernel.ends_with('\n')) kernel.remove_suffix(1);
  return kernel.empty() ? std::string() : codeBlock(kernel, true);
}

/// What can be answered.
std::string choices(const Question& question, std::string_view language) {
  std::string list;
  for (const Choice& choice : question.choices) list += "<li>" + escapeXml(choice.text) + "</li>\n";
  if (question.kind == Question::Kind::Order)
    return paragraph(text(Msg::HandoutOrder, language)) + "<ul>\n" + list + "</ul>\n";
  if (!list.empty()) return "<ol>\n" + list + "</ol>\n";
  if (question.kind == Question::Kind::Number)
    return paragraph(fillText(
        Msg::HandoutNumber,
        {formatted({question.low, {}, {}}, {}, language), formatted({question.high, question.unit, {}}, {}, language)},
        language));
  return paragraph(text(asksForLine(question) ? Msg::HandoutLine : Msg::HandoutStorey, language));
}

/// To write a prediction, or what came out.
std::string room(const Question& question, Msg forWhat, std::string_view language) {
  const bool number = question.kind == Question::Kind::Number && !question.unit.empty();
  return fmt::format("<p>{}: ________{}</p>\n", text(forWhat, language), number ? " " + escapeXml(question.unit) : "");
}

std::string answer(const LessonPlayer& player, const Question& question, std::string_view language) {
  const auto truth = truthOf(question, player.telling());
  if (!truth.ok()) return fmt::format("<p class=\"answer\">{}</p>\n", escapeXml(truth.error().message));
  const std::string bet = player.betInWords(question.name);
  const std::string gpus = gpuWords(truth.value().truth.gpus);
  const auto behind = [](const std::string& words) { return words.empty() ? words : " · " + escapeXml(words); };
  return fmt::format("<p class=\"answer\"><strong>{}</strong>{}{}</p>\n",
                     escapeXml(inWords(question, truth.value(), language)),
                     behind(bet.empty() ? bet : fillText(Msg::HandoutPredicted, {bet}, language)),
                     behind(gpus.empty() ? gpus : fillText(Msg::LessonModelledFor, {gpus}, language)));
}

/// What the learner of a puzzle has, and what they are to find.
std::string puzzleText(const Puzzle& puzzle, std::string_view language, bool withSolution) {
  std::string page = codeBlock(puzzle.kernel);
  for (const Budget& budget : puzzle.budgets)
    page += paragraph(fillText(
        Msg::PuzzleBudget,
        {budget.name, formatted({budget.most, {}, {}}, {}, language), formatted({budget.best, {}, {}}, {}, language)},
        language));
  std::string hints;
  for (const std::string& hint : puzzle.hints) hints += "<li>" + inlineHtml(hint, language) + "</li>\n";
  if (!hints.empty()) page += paragraph(text(Msg::HandoutHints, language)) + "<ol>\n" + hints + "</ol>\n";
  if (!withSolution) return page;
  return page + fmt::format("<div class=\"answer\"><strong>{}</strong>\n{}</div>\n",
                            escapeXml(text(Msg::HandoutSolution, language)), codeBlock(puzzle.solution.lines));
}

/// Names of the devices behind a lesson's numbers, each once.
struct Devices {
  std::vector<std::string> ran, recorded;
  bool differ() const { return ran.size() + recorded.size() > 1; }
};

void addOnce(std::vector<std::string>& names, const std::string& name) {
  if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
}

Devices devicesOf(const LessonPlayer& player) {
  Devices devices;
  const std::vector<Page>& pages = player.lesson().pages;
  for (std::size_t i = 0; i < pages.size(); ++i)
    for (const LessonRun& run : player.runsOf(i))
      addOnce(pages[i].kind == Page::Kind::Open ? devices.recorded : devices.ran, run.hello.device.name);
  return devices;
}

/// Where not all of the lesson's numbers are of one device.
std::string ranOn(const LessonPlayer& player, std::size_t page, const Devices& all) {
  if (!all.differ()) return {};
  std::vector<std::string> names;
  for (const LessonRun& run : player.runsOf(page)) addOnce(names, run.hello.device.name);
  if (names.empty()) return {};
  const bool recorded = player.lesson().pages[page].kind == Page::Kind::Open;
  return fmt::format("<p><small>{}</small></p>\n",
                     escapeXml(fillText(recorded ? Msg::HandoutRecordedOn : Msg::HandoutRanOn,
                                        {fmt::format("{}", fmt::join(names, ", "))}, player.lesson().language)));
}

std::string footer(const Devices& devices, const std::string& day, std::string_view language) {
  const auto listed = [](const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); };
  std::string words = devices.ran.empty() ? fillText(Msg::HandoutWritten, {day}, language)
                                          : fillText(Msg::HandoutCameOut, {listed(devices.ran), day}, language);
  if (!devices.recorded.empty()) words += " " + fillText(Msg::HandoutRecordedOn, {listed(devices.recorded)}, language);
  return words;
}

/// `language`: "de"; empty: English.
std::string beginPage(const std::string& title, const std::string& about, std::string_view language) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"{3}\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>{0} · Strata</title>\n<style>{1}</style>\n<h1>{0}</h1>\n<p>{2}</p>\n",
      escapeXml(title), kStyle, escapeXml(about), language.empty() ? std::string("en") : escapeXml(language));
}

std::string recordingOf(const std::string& file, std::string_view language) {
  return fmt::format("<p>{}: <code>{}</code></p>\n", text(Msg::HandoutRecording, language), escapeXml(file));
}

/// As progress keeps a run.
std::string commandOf(const std::string& kept) {
  const auto line = parseRunLine(kept);
  return line.ok() ? shellCommand(line.value()) : kept;
}

/// Each with its device, which neighbours of one device share.
std::string sourcesOf(const Progress::Finding& finding, std::string_view language) {
  std::string page, device;
  const auto endDevice = [&] {
    if (!device.empty()) page += "<p><small>" + escapeXml(device) + "</small></p>\n";
  };
  const auto add = [&](const Progress::Source& source, const std::string& words) {
    if (source.device != device) endDevice();
    device = source.device;
    page += words;
  };
  for (const Progress::Source& run : finding.runs) add(run, "<pre>" + escapeXml(commandOf(run.what)) + "</pre>\n");
  for (const Progress::Source& file : finding.recordings) add(file, recordingOf(file.what, language));
  endDevice();
  return page;
}

std::string lessonOf(const Progress& progress, const std::string& name, const Lesson* lesson) {
  const std::string language = lesson ? lesson->language : std::string();
  const auto say = [&](Msg words) { return text(words, language); };
  std::string page = "<h2>" + escapeXml(lesson ? lesson->title : name) + "</h2>\n";
  std::string rows;
  for (const Progress::Guess& guess : progress.guesses) {
    if (guess.lesson != name) continue;
    const std::string off = guess.factor >= 1 ? asWrittenIn(language, fmt::format("× {:.2g}", guess.factor))
                                              : std::string(say(guess.right ? Msg::LearnerRight : Msg::LearnerOther));
    rows += fmt::format("<tr><td>{}<td>{}<td>{}<td>{}</tr>\n",
                        escapeXml(lesson ? lesson->titleOf(guess.question) : guess.question), escapeXml(guess.words),
                        escapeXml(guess.outcome), off);
  }
  if (!rows.empty())
    page += fmt::format("<table><tr><th>{}<th>{}<th>{}<th>{}</tr>\n{}</table>\n", say(Msg::LearnerQuestion),
                        say(Msg::LearnerPredicted), say(Msg::LearnerCameOut), say(Msg::LearnerOffBy), rows);
  for (const Progress::Finding& finding : progress.findings) {
    if (finding.lesson != name) continue;
    page += "<h3>" + escapeXml(finding.page) + "</h3>\n" + html(parseMarkdown(finding.text), language);
    page += sourcesOf(finding, language);
  }
  return page;
}

std::string savedWords(const AnswersOf& of, std::string_view language) {
  if (of.machine.empty()) return fillText(Msg::LearnerSaved, {of.moment}, language);
  return fillText(Msg::LearnerSavedOn, {of.moment, of.machine}, language);
}

/// Empty where it is not the same of all of them.
std::string languageOfAll(const std::vector<std::string>& names, std::span<const LessonFile> files) {
  std::set<std::string> languages;
  for (const std::string& name : names)
    if (const Lesson* lesson = lessonNamed(files, name)) languages.insert(lesson->language);
  return languages.size() == 1 ? *languages.begin() : std::string();
}

}  // namespace

std::string learnerPage(const Progress& progress, std::span<const LessonFile> files, const AnswersOf& of,
                        const CurvePicture& curveOf) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const Progress::Guess& guess : progress.guesses) add(guess.lesson);
  for (const Progress::Finding& finding : progress.findings) add(finding.lesson);
  std::ranges::sort(names);
  const std::string language = languageOfAll(names, files);
  const std::string done = std::to_string(progress.done.size()), guesses = std::to_string(progress.guesses.size());
  std::string page = beginPage(of.learner.empty() ? std::string(text(Msg::LearnerTitle, language)) : of.learner,
                               fillText(Msg::LearnerDone, {done, guesses}, language), language);
  if (curveOf) page += curveOf(calibrationOf(progress), language);
  for (const std::string& name : names) page += lessonOf(progress, name, lessonNamed(files, name));
  if (!of.moment.empty()) page += "<footer>" + escapeXml(savedWords(of, language)) + "</footer>\n";
  return page + "</html>\n";
}

std::string handout(LessonPlayer player, const std::string& day, const PuzzlePicture& pictureOf, HandoutAnswers answers,
                    const PageImage& imageOf, const KernelText& kernelOf) {
  const bool withAnswers = answers == HandoutAnswers::Told;
  std::string shown;
  player.leaveBlanks();
  if (!withAnswers) player.leaveOutValues();
  const Devices devices = devicesOf(player);
  const Lesson& lesson = player.lesson();
  std::string page = beginPage(lesson.title, lesson.about, lesson.language);
  player.go(0);
  for (std::size_t i = 0; i < lesson.pages.size(); ++i, player.skip()) {
    const Page& of = lesson.pages[i];
    if (of.kind == Page::Kind::Explain && !withAnswers) continue;
    const auto sight = sightOf(player, false, {});
    if (!sight->title.empty()) page += "<h2>" + escapeXml(sight->title) + "</h2>\n";
    page += html(sight->text, lesson.language, sight->pictures);
    if (!sight->problem.empty()) page += paragraph(sight->problem);
    if (!sight->recording.empty()) page += recordingOf(sight->recording, lesson.language);
    if (!sight->run.empty()) page += "<pre>" + escapeXml(sight->run) + "</pre>\n";
    page += ranOn(player, i, devices);
    if (std::string image = withAnswers && imageOf ? imageOf(player) : ""; !image.empty() && image != shown) {
      page += "<figure>" + image + "</figure>\n";
      shown = std::move(image);
    }
    if (sight->puzzle && pictureOf) page += pictureOf(*sight->puzzle, lesson.language);
    if (of.kind == Page::Kind::Puzzle) page += puzzleText(of.puzzle, lesson.language, withAnswers);
    if (of.kind == Page::Kind::Ask)
      page += choices(of.question, lesson.language) +
              (asksForLine(of.question) && kernelOf ? numberedCode(kernelOf(player)) : "") +
              room(of.question, Msg::LessonYourPrediction, lesson.language) +
              (withAnswers ? answer(player, of.question, lesson.language)
                           : room(of.question, Msg::LearnerCameOut, lesson.language));
  }
  return page + fmt::format("<footer>{}</footer>\n</html>\n", escapeXml(footer(devices, day, lesson.language)));
}

}  // namespace strata::inline lessons
