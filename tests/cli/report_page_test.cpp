#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/canvas/format.h"
#include "app/session/session.h"
#include "app/still/still.h"
#include "app/views/statistics/statistics_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "engine/base/fingerprint.h"
#include "kernels/operation/operation.h"
#include "tests/cli/strata_command.h"

namespace strata {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

class ReportPage : public ::testing::Test {
 protected:
  std::string pageOf(const std::string& session) { return test::reportPage(session, m_folder.file("page.html")); }
  std::string recorded() {
    const std::string path = m_folder.file("a <b> & c.pftrace");
    test::RecordedStream stream(path, 1);
    stream.call("matmul_tiled<32, \"x\">(float*)");
    return path;
  }

  test::TemporaryFolder m_folder;
};

TEST_F(ReportPage, NeedsNothingElseAndEscapesWhatFilesSay) {
  const std::string page = pageOf(recorded());
  EXPECT_THAT(page, HasSubstr("<title>a &lt;b&gt; &amp; c.pftrace"));
  EXPECT_THAT(page, HasSubstr("matmul_tiled&lt;32, &quot;x&quot;&gt;(float*)"));
  EXPECT_THAT(page, Not(HasSubstr("tiled<32")));
  EXPECT_THAT(page, Not(HasSubstr("\uFFFD"))) << "nothing in it had to be replaced";
  for (const std::string name : {" src=\"", " href=\""})
    for (auto at = page.find(name); at != std::string::npos; at = page.find(name, at + 1))
      EXPECT_THAT(page.substr(at + name.size(), 20), testing::StartsWith("data:image/svg+xml,"));
}

TEST_F(ReportPage, HasEveryViewThatHasSomethingToShow) {
  const std::string session = m_folder.file("run.pftrace");
  ASSERT_EQ(test::strata({"run", "matmul", "--device", "cpu", "--set", "n=48", "--out", session}).code, 0);
  const std::string page = pageOf(session);
  for (const View& view : allViews()) {
    const std::string picture = m_folder.file("one.svg");
    const bool shows = test::strata({"render", session, "--view", std::string(view.name), "--out", picture}).code == 0;
    EXPECT_EQ(page.find(std::string("<figure id=\"").append(view.name).append("\"")) != std::string::npos,
              shows && view.ofSession)
        << view.name;
  }
  for (const char* part :
       {"Time by storey", "<h2>Calls", "<h2>Kernels", "<h2>Apart from", "<h3>Copies", "matmul_naive", "H→D"})
    EXPECT_THAT(page, HasSubstr(part));
  for (const char* section :
       {"<h2>Time by storey</h2>", "<h2>Calls</h2>", "<h2>Kernels</h2>", "<h3>Copies</h3>", "<h2>The session</h2>"})
    EXPECT_THAT(page, HasSubstr(std::string(section) + "\n<p class=kinds>")) << "says measured, counted";
}

/// The session holds copies, warm-ups and checks beside the calls that the run timed.
TEST_F(ReportPage, TheDevicesPictureIsOfTheTimedCallsAsTheTextIs) {
  const std::string session = m_folder.file("run.pftrace"), picture = m_folder.file("device.svg");
  ASSERT_EQ(
      test::strata({"run", "matmul", "--device", "cpu", "--set", "n=48", "--set", "roofs=off", "--out", session}).code,
      0);
  const auto work = test::strata({"report", session, "--json"}).json()["runs"][0]["device_work"];
  const auto busy = work["busy_ns"].get<std::int64_t>(), span = work["span_ns"].get<std::int64_t>();
  ASSERT_EQ(test::strata({"render", session, "--view", "device", "--size", "2400x600", "--out", picture}).code, 0);
  std::ostringstream drawn;
  drawn << std::ifstream(picture).rdbuf();
  EXPECT_THAT(drawn.str(),
              HasSubstr(fillText(Msg::DeviceBusy, {formatShare(static_cast<double>(busy) / static_cast<double>(span)),
                                                   formatDuration(Duration{span})})));
  EXPECT_THAT(drawn.str(), HasSubstr(std::string(text(Msg::DeviceSpanInRun))));
}

TEST_F(ReportPage, LaunchesThatOnlyCountBetweenTwoVariantsAreInNoTimedPart) {
  const std::string session = m_folder.file("run.pftrace");
  ASSERT_EQ(test::strata({"run", "matmul", "--device", "cpu", "--set", "n=32", "--set", "roofs=off", "--set",
                          "observe=memory", "--variants", "naive,tiled", "--repeat", "2", "--out", session})
                .code,
            0);
  const std::string report = test::strata({"report", session}).out;
  if (report.find("ran only to be counted") == std::string::npos) GTEST_SKIP() << report;  // a sanitizer is on
  EXPECT_THAT(report, testing::ContainsRegex("timed calls to the last\n")) << "nothing in there has to be left out";
}

TEST_F(ReportPage, TheTableBeginsWithItsFirstRowThoughAKernelFarBelowIsSelected) {
  const std::string path = m_folder.file("run.pftrace");
  ASSERT_EQ(
      test::strata({"run", "matmul", "--device", "cpu", "--set", "n=48", "--set", "roofs=off", "--out", path}).code, 0);
  Session session;
  ASSERT_TRUE(session.open(path).ok());
  ViewState state = stillOf(session);
  ASSERT_TRUE(state.sight.selection.event);
  state.sight.choices.table.eachEvent = state.sight.choices.table.ascending = true;
  state.sight.choices.table.column = TableColumn::Begin;
  completeFor(*findView("statistics"), state);
  const Rect low{0, 0, 1200, 140};
  const StatisticsLayout layout = layOutStatistics(low, state);
  ASSERT_GT(layout.marked.value_or(0), layout.room);
  EXPECT_EQ(layout.first, 0u);
  state.sight.choices.table.firstOf.reset();
  EXPECT_GT(layOutStatistics(low, state).first, 0u) << "who selects a row sees it";
}

TEST_F(ReportPage, WhatWasRunIsNamedThereAndInInfo) {
  const std::string session = m_folder.file("run.pftrace");
  ASSERT_EQ(test::strata({"run", "matmul", "--device", "cpu", "--set", "n=48", "--set", "roofs=off", "--variants",
                          "naive", "--repeat", "3", "--out", session})
                .code,
            0);
  const std::string said = "): matmul 48×48×48, with n=48, repeat=3, roofs=off";
  const std::string page = pageOf(session), info = test::strata({"info", session}).out;
  EXPECT_THAT(page, HasSubstr("<title>run.pftrace · matmul 48×48×48 · Strata</title>"));
  EXPECT_THAT(page, HasSubstr("<h1>run.pftrace · matmul 48×48×48</h1>"));
  EXPECT_THAT(page, HasSubstr(said + "</h3>\n<table>"));
  EXPECT_LT(page.find(said), page.find("<figure")) << "what was run comes first";
  EXPECT_THAT(info, HasSubstr("run 1 (request "));
  EXPECT_THAT(info, HasSubstr(said + "\n"));
  EXPECT_THAT(
      info.substr(info.find(said)),
      testing::ContainsRegex("\n +measured +measured +measured +measured +modelled +modelled\n  naive +ok .* – "));
  const auto told = test::strata({"info", session, "--json"}).json()["runs"][0];
  EXPECT_EQ(told["title"], "matmul 48×48×48");
  EXPECT_EQ(told["experiment"], "matmul");
  EXPECT_EQ(told["parameters"]["repeat"], 3);
}

TEST_F(ReportPage, TellsItsMainFiguresToWhoSeesNoPicturesAndResultsAreATable) {
  const std::string session = m_folder.file("run.pftrace");
  ASSERT_EQ(test::strata({"run", "matmul", "--device", "cpu", "--set", "n=48", "--variants", "naive,tiled", "--repeat",
                          "2", "--out", session})
                .code,
            0);
  const std::string page = pageOf(session);
  const auto alt = [&](const std::string& view) {
    const std::size_t figure = page.find("<figure id=\"" + view + "\""), at = page.find("alt=\"", figure) + 5;
    return figure == std::string::npos ? view + " is missing" : page.substr(at, page.find('"', at) - at);
  };
  EXPECT_THAT(alt("roofline"), AllOf(HasSubstr("naive: "), HasSubstr("tiled: "), HasSubstr(" measured, "),
                                     HasSubstr("of the roof"), HasSubstr("; roofs: ")));
  EXPECT_THAT(alt("speed"), AllOf(HasSubstr("naive: "), HasSubstr("tiled: ")));
  EXPECT_THAT(alt("stack"), AllOf(HasSubstr(" measured; own times by storey: "), HasSubstr("Hardware ")));
  EXPECT_THAT(alt("statistics"), testing::StartsWith("busy by name, measured: "));
  EXPECT_EQ(alt("timeline"), "") << "its caption says all that words can";
  for (const View& view : allViews()) EXPECT_NE(alt(std::string(view.name)), view.shows);
  const std::string runs = page.substr(page.find("<h2>Runs"), page.find("<figure") - page.find("<h2>Runs"));
  EXPECT_THAT(runs, AllOf(HasSubstr("<th>  variant</th>"), HasSubstr("<td>  naive</td><td>ok</td><td class=n>"),
                          Not(HasSubstr("<pre>"))));
}

TEST_F(ReportPage, AVariantThatDidNotRunSaysWhy) {
  const std::string session = m_folder.file("run.pftrace");
  const test::Finished run = test::strata({"run", "matmul", "--device", "cpu", "--set", "n=48", "--set", "roofs=off",
                                           "--variants", "naive,unit_naive", "--repeat", "3", "--out", session});
  ASSERT_EQ(run.code, 0) << run.err;
  const std::size_t at = run.out.find("\nunit_naive: ");
  ASSERT_NE(at, std::string::npos) << run.out;
  const std::string why = run.out.substr(at + 1, run.out.find('\n', at + 1) - at - 1);
  for (const std::string& told : {test::strata({"info", session}).out, test::strata({"report", session}).out}) {
    EXPECT_THAT(told, HasSubstr("  " + why + "\n"));
    EXPECT_THAT(told, testing::ContainsRegex("unit_naive +unsupported"));
  }
}

TEST_F(ReportPage, KernelsAreToldApartByGridAndBlockWhereThatIsAsked) {
  const std::string session = m_folder.file("run.pftrace");
  ASSERT_EQ(test::strata({"run", "matmul", "--device", "cpu", "--set", "n=48", "--set", "roofs=off", "--variants",
                          "naive", "--out", session})
                .code,
            0);
  EXPECT_THAT(test::strata({"report", session}).out, Not(HasSubstr("<<<")));
  EXPECT_THAT(test::strata({"report", session, "--by-shape"}).out, HasSubstr("matmul_naive <<<"));
  EXPECT_THAT(test::strata({"report", session, "--by-shape", "--json"}).json()["kernels"][0]["launch"],
              testing::StartsWith("<<<"));
}

TEST_F(ReportPage, AKernelThatWasBroughtRunsBesideTheVariantsThatWereNamed) {
  const std::string file = m_folder.file("mine.cu");
  std::ofstream(file) << findStep(*findOperation("matmul"), "naive")->source;
  const test::Finished run =
      test::strata({"run", "matmul", "--device", "cpu", "--set", "n=48", "--set", "roofs=off", "--repeat", "1",
                    "--kernel", file, "--variants", "tiled", "--no-trace", "--json"});
  ASSERT_EQ(run.code, 0) << run.err;
  std::vector<std::string> variants;
  const nlohmann::json told = run.json();
  for (const auto& each : told["runs"]) variants.push_back(each["variant"]);
  EXPECT_THAT(variants, UnorderedElementsAre("mine", "tiled"));
}

/// Opened where neither the file nor a compiler need be.
TEST_F(ReportPage, KernelsThatWereBroughtAreThereWithTheirTexts) {
  const std::string file = m_folder.file("mine.cu"), session = m_folder.file("run.pftrace");
  std::ofstream(file) << findStep(*findOperation("matmul"), "naive")->source << "// < mine > \n";
  const test::Finished run =
      test::strata({"run", "matmul", "--device", "cpu", "--set", "n=48", "--set", "roofs=off", "--repeat", "1",
                    "--kernel", file, "--variants", "mine", "--out", session, "--json"});
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string print = run.json()["runs"][0]["text_fingerprint"];
  EXPECT_EQ(print, fingerprint(run.json()["runs"][0]["text"].get<std::string>()));
  std::filesystem::remove(file);
  const std::string page = pageOf(session);
  EXPECT_THAT(page, HasSubstr("<h3>mine, in place of naive</h3>\n<p>Run 1 · fingerprint of the text " + print));
  EXPECT_THAT(page, HasSubstr("__global__ void matmul_naive(const float*"));
  EXPECT_THAT(page, HasSubstr("// &lt; mine &gt;"));
  EXPECT_THAT(test::strata({"info", session}).out,
              HasSubstr("mine: a text of its own in place of naive, fingerprint " + print));
  const auto drawn = [&](const char* view) {
    const std::string picture = m_folder.file("one.svg");
    EXPECT_EQ(test::strata({"render", session, "--view", view, "--out", picture}).code, 0) << view;
    std::ostringstream text;
    text << std::ifstream(picture).rdbuf();
    return text.str();
  };
  EXPECT_THAT(drawn("kernel"), HasSubstr("mine.cu, text " + print));
  EXPECT_THAT(drawn("compiled"), HasSubstr("not what a compiler makes of it"));
}

/// A trace of another tool, cut off while it was written.
TEST_F(ReportPage, ATraceThatWasCutOffIsCalledThat) {
  const std::string path = m_folder.file("cut.json");
  std::ofstream(path) << R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":1,"dur":2},
    {"ph":"X","cat":"cpu_op","name":"aten::a)";
  const auto cutOff = HasSubstr("The text ends before the trace does");
  EXPECT_THAT(test::strata({"report", path}).out, testing::AllOf(testing::StartsWith("problem: "), cutOff));
  EXPECT_THAT(test::strata({"report", path, "--json"}).json()["problems"].dump(), cutOff);
  const std::string page = pageOf(path);
  EXPECT_THAT(page.substr(0, page.find("<figure")), cutOff) << "above everything else";
  const std::string whole = recorded();
  EXPECT_THAT(test::strata({"report", whole}).out, Not(HasSubstr("problem: ")));
}

TEST_F(ReportPage, WhereNothingWasRecordedThatIsSaidInPlaceOfEmptyTables) {
  const std::string session = m_folder.file("results.pftrace");
  const test::Finished run =
      test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=64", "--no-trace", "--out", session});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("No events recorded (--no-trace)"), Not(HasSubstr("0 events"))));
  for (const std::string& text : {test::strata({"report", session}).out, pageOf(session)})
    EXPECT_THAT(text, AllOf(HasSubstr("No events were recorded"), HasSubstr("strata info"),
                            Not(HasSubstr("time in calls")), Not(HasSubstr("No device work"))));
}

TEST_F(ReportPage, TheSessionIsNoPlaceForThePage) {
  const std::string session = recorded();
  EXPECT_EQ(test::strata({"report", session, "--out", session}).code, 2);
  EXPECT_EQ(test::strata({"report", session, "--out", m_folder.file("none/page.html")}).code, 6);
}

}  // namespace
}  // namespace strata
