#include "app/lessons/handout.h"

#include <fmt/format.h>

#include "app/canvas/escape_xml.h"
#include "app/lessons/lesson_sight.h"

namespace strata::inline lessons {
namespace {

constexpr std::string_view kStyle =
    "body{font:16px/1.55 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem;color:#1b1f27}"
    "h1{font-size:1.7rem}h2{font-size:1.2rem;margin-top:2rem}code,pre{font-family:ui-monospace,monospace;font-size:."
    "9em}"
    "pre{background:#f3f4f6;padding:.6rem .8rem;overflow-x:auto}small{border:1px solid #c9ccd3;border-radius:4px;"
    "padding:0 .3em;color:#555b67}.answer{border-left:4px solid #009e73;padding:.1rem .9rem;background:#f3f9f6}"
    "footer{margin-top:3rem;color:#555b67;font-size:.85rem}";

std::string html(const MarkdownSpan& span) {
  std::string text = escapeXml(span.text);
  if (span.code) text = "<code>" + text + "</code>";
  if (span.strong) text = "<strong>" + text + "</strong>";
  if (span.emphasis) text = "<em>" + text + "</em>";
  if (span.link.starts_with("kind:")) text = "<small>" + text + "</small>";
  return text;
}

std::string html(const std::vector<MarkdownBlock>& blocks) {
  std::string page;
  bool inList = false;
  for (const MarkdownBlock& block : blocks) {
    const bool item = block.kind == MarkdownBlock::Kind::Item;
    if (item != inList) page += item ? "<ul>\n" : "</ul>\n";
    inList = item;
    const char* tag = item                                         ? "li"
                      : block.kind == MarkdownBlock::Kind::Code    ? "pre"
                      : block.kind == MarkdownBlock::Kind::Heading ? "h3"
                                                                   : "p";
    page += fmt::format("<{}>", tag);
    for (const MarkdownSpan& span : block.spans) page += html(span);
    page += fmt::format("</{}>\n", tag);
  }
  return page + (inList ? "</ul>\n" : "");
}

/// What can be answered.
std::string choices(const Question& question) {
  std::string list;
  for (const Choice& choice : question.choices) list += "<li>" + escapeXml(choice.text) + "</li>\n";
  if (!list.empty()) return "<ol>\n" + list + "</ol>\n";
  if (question.kind == Question::Kind::Number)
    return fmt::format("<p>A number from {} to {}.</p>\n", formatted({question.low, {}, {}}, {}),
                       formatted({question.high, question.unit, {}}, {}));
  return fmt::format("<p>A {} of the {}.</p>\n", escapeXml(question.unit),
                     question.unit == "line" ? "kernel’s text" : "stack");
}

std::string answer(const LessonPlayer& player, const Question& question) {
  const auto truth = truthOf(question, player.telling());
  if (!truth.ok()) return fmt::format("<p class=\"answer\">{}</p>\n", escapeXml(truth.error().message));
  const std::string bet = player.betInWords(question.name);
  return fmt::format("<p class=\"answer\"><strong>{}</strong>{}</p>\n", escapeXml(inWords(question, truth.value())),
                     bet.empty() ? "" : " · predicted: " + escapeXml(bet));
}

}  // namespace

std::string handout(LessonPlayer player, const std::string& device) {
  const Lesson& lesson = player.lesson();
  std::string page = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>{0} · Strata</title>\n<style>{1}</style>\n<h1>{0}</h1>\n<p>{2}</p>\n",
      escapeXml(lesson.title), kStyle, escapeXml(lesson.about));
  player.go(0);
  for (std::size_t i = 0; i < lesson.pages.size(); ++i, player.skip()) {
    const auto sight = sightOf(player, false, {});
    if (!sight->title.empty()) page += "<h2>" + escapeXml(sight->title) + "</h2>\n";
    page += html(sight->text);
    if (!sight->problem.empty()) page += "<p>" + escapeXml(sight->problem) + "</p>\n";
    if (!sight->run.empty()) page += "<pre>strata run " + escapeXml(sight->run) + "</pre>\n";
    const Page& of = lesson.pages[i];
    if (of.kind == Page::Kind::Ask) page += choices(of.question) + answer(player, of.question);
  }
  return page + fmt::format("<footer>As it came out on {}.</footer>\n</html>\n", escapeXml(device));
}

}  // namespace strata::inline lessons
