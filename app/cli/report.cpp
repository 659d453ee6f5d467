#include <fmt/core.h>

#include <algorithm>
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

/// Names of kernels may be thousands of letters long; --json has them whole.
std::string nameCell(const std::string& name) {
  constexpr std::size_t kMost = 72;
  std::string shown = printable(name);
  if (shown.size() <= kMost) return "  " + shown;
  std::size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(shown[end]) & 0xC0) == 0x80) --end;
  return "  " + shown.substr(0, end) + "…";
}

std::string rest(std::size_t rows) {
  return rows > kMostRows ? fmt::format("  and {} more; --json has them all\n", rows - kMostRows) : std::string{};
}

std::string storeysText(const StackReport& report) {
  TextTable table({"storey", fmt::format("time in calls ({} level)", callLevelKey(report.level))});
  for (const StoreyInfo& info : storeys())
    if (info.storey != Storey::Other)
      table.add({"  " + std::string(info.key), cell(report.storeys[static_cast<std::size_t>(info.storey)])});
  return table.str();
}

/// Why no call can claim some of the device's work.
std::string whyUnassigned(const SessionWork& work) {
  std::string why;
  const auto add = [&](std::uint64_t count, std::string_view words) {
    if (count > 0) why += fmt::format("{}{} {}", why.empty() ? "" : "; ", count, words);
  };
  add(work.withoutLaunch, "have a correlation id that no host call in the file has");
  add(work.withoutId, "have no correlation id");
  add(work.launchedOutside, "were launched outside every call");
  return why;
}

/// Not among the storeys: it may run long after the call that asked for it returned.
std::string workText(const StackReport& report) {
  const SessionWork& work = report.work;
  if (work.all.count() == 0) return "No device work.\n";
  std::string text = fmt::format("Device work (kernels and copies, summed): {}; the device was busy for {}.\n",
                                 cell(work.all.time()), cell(work.all.busy));
  text += fmt::format("  for calls  {}, {} of it after they had returned; not part of the times above\n",
                      cell(report.ofCalls.time()), cell(report.ofCalls.afterReturn));
  if (work.unassigned.count() == 0) return text;
  const double share = work.unassigned.time().seconds() / std::max(1e-9, work.all.time().seconds());
  return text + fmt::format("  unassigned {} ({}): of {} kernels and copies {}\n", cell(work.unassigned.time()),
                            formatShare(share), work.all.count(), whyUnassigned(work));
}

std::string opsText(const StackReport& report) {
  TextTable table({"calls", "count", "total", "mean", "hardware", "device work", "after return", "kernels", "copies"});
  for (std::size_t i = 0; i < std::min(report.ops.size(), kMostRows); ++i) {
    const OpReport& op = report.ops[i];
    table.add({nameCell(op.name), fmt::format("{}", op.time.count), cell(op.time.total), cell(op.time.mean()),
               cell(op.storeys[static_cast<std::size_t>(Storey::Hardware)]), cell(op.work.time()),
               cell(op.work.afterReturn), fmt::format("{}", op.work.kernels), fmt::format("{}", op.work.copies)});
  }
  if (report.ops.empty() && report.level != CallLevel::Op)
    return fmt::format("No call of {} level: the file says none.\n", callLevelKey(report.level));
  return table.str() + rest(report.ops.size());
}

std::string kernelsText(const StackReport& report) {
  TextTable table({"kernels", "count", "total", "mean", "least", "most"});
  for (std::size_t i = 0; i < std::min(report.kernels.size(), kMostRows); ++i) {
    const auto& [name, time] = report.kernels[i];
    table.add({nameCell(name), fmt::format("{}", time.count), cell(time.total), cell(time.mean()), cell(time.least),
               cell(time.most)});
  }
  return table.str() + rest(report.kernels.size());
}

std::string copiesText(const StackReport& report) {
  TextTable table({"copies", "count", "total", "bytes"});
  for (const CopyReport& copy : report.copies)
    table.add({"  " + (copy.direction.empty() ? "direction not told" : printable(copy.direction)),
               fmt::format("{}", copy.time.count), cell(copy.time.total),
               copy.bytes > 0 ? fmt::format("{:.0f}", copy.bytes) : "–"});
  return table.str();
}

ExitCode report(const std::string& file, const std::string& levelName, bool json) {
  const auto level = callLevelFromKey(levelName);
  if (!level)
    return complain(
        Error{ErrorCode::Usage, fmt::format("There is no level '{}'; known are: op, module, annotation.", levelName)});
  Session session;
  if (const auto opened = session.open(file); !opened.ok()) return complain(opened.error());
  const StackReport report = stackReport(*session.snapshot(), *level);
  if (json)
    print("{}\n", reportJson(report));
  else
    print("{}\n{}\n{}\n{}\n{}", storeysText(report), workText(report), opsText(report), kernelsText(report),
          copiesText(report));
  return ExitCode::Done;
}

}  // namespace

void addReport(CLI::App& app, Action& action) {
  struct Options {
    std::string file, level = "op";
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("report", "What a session comes to: calls, kernels, copies and storeys");
  command->add_option("file", options->file, "A session or another tool's trace")->required();
  command
      ->add_option("--level", options->level,
                   "What counts as a call: op, or of other tools' traces the module or annotation around it")
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback(
      [options, &action] { action = [options] { return report(options->file, options->level, options->json); }; });
}

}  // namespace strata
