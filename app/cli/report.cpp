#include <fmt/core.h>

#include <memory>

#include "app/cli/commands.h"
#include "app/cli/print.h"
#include "app/cli/printable.h"
#include "app/cli/text_table.h"
#include "app/cli/units.h"
#include "app/session/session.h"
#include "engine/interchange/stack_report.h"

namespace strata {
namespace {

constexpr std::size_t kMostRows = 20;

std::string cell(Duration time) {
  return formatSeconds(time.seconds());
}

std::string rest(std::size_t rows) {
  return rows > kMostRows ? fmt::format("  and {} more; --json has them all\n", rows - kMostRows) : std::string{};
}

std::string storeysText(const StackReport& report) {
  TextTable table({"storey", "time in calls"});
  for (const StoreyInfo& info : storeys())
    if (info.storey != Storey::Other)
      table.add({"  " + std::string(info.key), cell(report.storeys[static_cast<std::size_t>(info.storey)])});
  return table.str();
}

std::string opsText(const StackReport& report) {
  TextTable table({"calls", "count", "total", "mean", "hardware", "kernels", "copies"});
  for (std::size_t i = 0; i < std::min(report.ops.size(), kMostRows); ++i) {
    const OpReport& op = report.ops[i];
    table.add({"  " + printable(op.name), fmt::format("{}", op.time.count), cell(op.time.total), cell(op.time.mean()),
               cell(op.storeys[static_cast<std::size_t>(Storey::Hardware)]), fmt::format("{}", op.kernels),
               fmt::format("{}", op.copies)});
  }
  return table.str() + rest(report.ops.size());
}

std::string kernelsText(const StackReport& report) {
  TextTable table({"kernels", "count", "total", "mean", "least", "most"});
  for (std::size_t i = 0; i < std::min(report.kernels.size(), kMostRows); ++i) {
    const auto& [name, time] = report.kernels[i];
    table.add({"  " + printable(name), fmt::format("{}", time.count), cell(time.total), cell(time.mean()),
               cell(time.least), cell(time.most)});
  }
  return table.str() + rest(report.kernels.size());
}

std::string copiesText(const StackReport& report) {
  TextTable table({"copies", "count", "total", "bytes"});
  for (const CopyReport& copy : report.copies)
    table.add({"  " + printable(copy.direction), fmt::format("{}", copy.time.count), cell(copy.time.total),
               fmt::format("{:.0f}", copy.bytes)});
  return table.str();
}

ExitCode report(const std::string& file, bool json) {
  Session session;
  if (const auto opened = session.open(file); !opened.ok()) return complain(opened.error());
  const StackReport report = stackReport(*session.snapshot());
  if (json)
    print("{}\n", reportJson(report));
  else
    print("{}\n{}\n{}\n{}", storeysText(report), opsText(report), kernelsText(report), copiesText(report));
  return ExitCode::Done;
}

}  // namespace

void addReport(CLI::App& app, Action& action) {
  struct Options {
    std::string file;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("report", "What a session comes to: calls, kernels, copies and storeys");
  command->add_option("file", options->file, "A session or another tool's trace")->required();
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options, &action] { action = [options] { return report(options->file, options->json); }; });
}

}  // namespace strata
