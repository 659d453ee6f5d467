#include "app/still/report_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <vector>

#include "app/canvas/escape_xml.h"
#include "app/session/session_messages.h"
#include "app/still/report_tables.h"
#include "app/still/report_use.h"
#include "app/still/run_title.h"
#include "app/still/session_text.h"
#include "app/still/still.h"
#include "app/still/view_image.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "engine/base/fingerprint.h"
#include "engine/base/version.h"

namespace strata::inline still {
namespace {

constexpr float kWidth = 1200, kHeight = 600;
constexpr TableLimits kLimits{200, 400};

constexpr std::string_view kCallKinds =
    "Times: measured, or modelled where a profile is made of samples; numbers of calls, kernels, copies and memsets: "
    "counted.";
constexpr std::string_view kWorkKinds =
    "Times: measured; numbers of launches: counted. Device work is the sum of all kernels, copies and memsets.";
constexpr std::string_view kCopyKinds =
    "Times and rates: measured; numbers of copies and bytes: counted. Device work is the sum of all kernels, copies "
    "and memsets.";
constexpr std::string_view kGapKinds = "Times and shares: measured.";
constexpr std::string_view kRunKinds = "Results: as they say.";
constexpr std::string_view kSessionKinds =
    "Times: measured; numbers of slices, values, flows, calls and records: counted; results: as they say.";

constexpr std::string_view kStyle = R"(
body { max-width: 1200px; margin: 2em auto; padding: 0 1em; font: 15px/1.5 system-ui, sans-serif; color: #1b1f24; }
h1 { font-size: 1.6em; margin-bottom: 0; } h2 { font-size: 1.15em; margin: 2em 0 .4em; }
.kinds { color: #57606a; margin: 0 0 .4em; }
figure { margin: 1.6em 0; } figcaption { color: #57606a; margin-bottom: .3em; }
img { width: 100%; border: 1px solid #d0d7de; border-radius: 6px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }
th { text-align: left; color: #57606a; font-weight: 600; } tr { border-bottom: 1px solid #d8dee4; }
th, td { padding: .2em .6em .2em 0; vertical-align: top; overflow-wrap: anywhere; }
.n { text-align: right; white-space: nowrap; overflow-wrap: normal; padding-left: .6em; }
pre { overflow-x: auto; background: #f6f8fa; padding: 1em; border-radius: 6px; font-size: 13px; }
footer { color: #57606a; margin: 3em 0 1em; }
@media print { figure, table { break-inside: avoid; } }
)";

std::string figure(const View& view, ViewState& state) {
  const std::string image = viewImage(view, state, kWidth, kHeight, ImageCaption::Beside);
  if (image.empty()) return {};
  return fmt::format("<figure id=\"{0}\"><figcaption>{1}</figcaption>{2}</figure>\n", view.name, escapeXml(view.shows),
                     image);
}

std::string section(std::string_view title, const std::string& body) {
  return body.empty() ? body : fmt::format("<h2>{}</h2>\n{}", title, body);
}

/// Says above the figures how they came about.
std::string section(std::string_view title, std::string_view kinds, const std::string& body) {
  return section(title, fmt::format("<p class=kinds>{}</p>\n{}", kinds, body));
}

/// "run.pftrace · matmul 512×512×512"
std::string pageTitle(const Session& session) {
  constexpr std::size_t kMost = 3;
  const std::string file = std::filesystem::path(session.path()).filename().string();
  std::string title = file.empty() ? "A session" : file;
  std::vector<std::string> ran;
  const SessionMessages messages = messagesOf(*session.snapshot());
  for (const RunRecord& run : messages.runs())
    if (const std::string what = runTitle(run); !what.empty() && std::ranges::find(ran, what) == ran.end())
      ran.push_back(what);
  for (std::size_t i = 0; i < std::min(ran.size(), kMost); ++i) title += (i == 0 ? " · " : ", ") + ran[i];
  if (ran.size() > kMost) title += fmt::format(" and {} more", ran.size() - kMost);
  return title;
}

/// One for each line.
std::string paragraphs(const std::string& text) {
  std::string html;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) html += fmt::format("<p>{}</p>\n", escapeXml(line));
  return html;
}

/// As they stand, with their columns.
std::string asTyped(const std::string& text) {
  std::string html = "<pre>";
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) html += escapeXml(line) + "\n";
  return html + "</pre>\n";
}

/// Each text that somebody brought, once, with the runs it was in.
std::string ownTexts(const TraceSnapshot& snapshot) {
  struct Brought {
    std::string title, text, runs;
  };
  std::vector<Brought> all;
  const SessionMessages messages = messagesOf(snapshot);
  for (std::size_t run = 0; run < messages.runs().size(); ++run)
    for (const RunResult& result : messages.runs()[run].results) {
      if (result.text.empty()) continue;
      const std::string title = result.like.empty() ? result.variant : result.variant + ", in place of " + result.like;
      auto known = std::ranges::find_if(
          all, [&](const Brought& brought) { return brought.title == title && brought.text == result.text; });
      if (known == all.end()) known = all.insert(all.end(), {title, result.text, {}});
      known->runs += fmt::format("{}{}", known->runs.empty() ? "" : ", ", run + 1);
    }
  std::string html;
  for (const Brought& brought : all)
    html += fmt::format("<h3>{}</h3>\n<p>Run {} · fingerprint of the text {}</p>\n{}", escapeXml(brought.title),
                        brought.runs, fingerprint(brought.text), asTyped(brought.text));
  return html;
}

/// What was run comes before all figures: it is what they are of.
std::string runsSection(const TraceSnapshot& snapshot) {
  std::string runs;
  for (const RunText& run : runTexts(messagesOf(snapshot)))
    runs += fmt::format("<h3>{}</h3>\n{}{}", escapeXml(run.line), run.results.html(), paragraphs(run.notes));
  return runs.empty() ? runs : section("Runs", kRunKinds, runs);
}

std::string storeySection(const StackReport& report, const ReportUse& use) {
  return section(
      "Time by storey", kCallKinds,
      storeysTable(report).html() + paragraphs(stepsText(report) + workText(report) + useText(use) + timedText(use)));
}

/// A section for each table that has rows; that of calls says why it has none. `heading`: of which level.
std::string tableSections(const ReportPart& part, const std::string& noCalls, std::string_view heading) {
  std::string html;
  const auto add = [&](std::string_view title, std::string_view kinds, std::size_t rows, const TextTable& table) {
    html += fmt::format("<{0}>{1}</{0}>\n<p class=kinds>{2}</p>\n{3}{4}", heading, title, kinds, table.html(),
                        paragraphs(restText(rows, kLimits)));
  };
  const Duration work = part.deviceWork();
  if (!part.ops.empty() || !noCalls.empty()) add("Calls", kCallKinds, part.ops.size(), callsTable(part, kLimits));
  html += paragraphs(noCalls);
  if (!part.kernels.empty())
    add("Kernels", kWorkKinds, part.kernels.size(), kernelsTable("kernels", part.kernels, work, kLimits));
  if (!part.copies.empty()) add("Copies", kCopyKinds, 0, copiesTable(part));
  if (!part.memsets.empty())
    add("Memsets", kWorkKinds, part.memsets.size(), kernelsTable("memsets", part.memsets, work, kLimits));
  return html;
}

std::string gapsSection(const ReportGaps& gaps, const TraceSnapshot& snapshot) {
  if (gaps.longest.empty()) return {};
  return section("Longest gaps", kGapKinds,
                 gapsTable(gaps, snapshot, kLimits).html() + paragraphs(gapsRest(gaps, kLimits)));
}

/// Of the timed calls, where there are some, and then of the rest.
std::string allTables(const StackReport& report, const TraceSnapshot& snapshot) {
  const ReportUse use = reportUse(report, snapshot);
  std::string html = storeySection(report, use);
  if (report.apart) html += paragraphs(std::string(text(Msg::ReportTimed)));
  html += tableSections(report, noCallsText(report), "h2") + gapsSection(gapsOf(use), snapshot);
  if (!report.apart) return html;
  return html + section(text(Msg::ReportApartTitle),
                        paragraphs(std::string(text(Msg::ReportApart))) + tableSections(*report.apart, {}, "h3"));
}

}  // namespace

std::string reportPage(const Session& session, const StackReport& report) {
  std::string page = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>{0} · Strata</title>\n<style>{1}</style>\n<h1>{0}</h1>\n",
      escapeXml(pageTitle(session)), kStyle);
  page += paragraphs(problemsText(report.problems)) + runsSection(*session.snapshot());
  ViewState state = stillOf(session);
  for (const View& view : allViews())
    if (view.ofSession) page += figure(view, state);
  const std::string none = noEventsText(*session.snapshot());
  page += none.empty() ? allTables(report, *session.snapshot()) : paragraphs(none);
  page += section("Kernels that were brought", ownTexts(*session.snapshot()));
  page += section("The session", kSessionKinds, asTyped(infoText(session)));
  return page + fmt::format(
                    "<footer>Written by Strata {}. Each number says whether it was measured, counted, modelled or "
                    "taken from a data sheet.</footer>\n</html>\n",
                    version());
}

}  // namespace strata::inline still
