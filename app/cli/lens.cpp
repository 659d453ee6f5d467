#include "app/lens/lens.h"

#include <fmt/core.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/json_out.h"
#include "app/cli/print.h"
#include "app/still/printable.h"
#include "engine/interchange/input_file.h"

namespace strata::inline cli {
namespace {

struct LensCommand {
  std::string file, to;
  bool statistics = false, notes = false, json = false;
};

Result<std::string> sourceText(const std::string& file) {
  constexpr std::size_t kLongest = std::size_t{16} << 20;
  STRATA_ASSIGN(const InputFile input, InputFile::open(file));
  std::ifstream stream(input.path(), std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  if (text.size() > kLongest)
    return Error{ErrorCode::Io, fmt::format("{} has more than 16 MiB; give a source file of CUDA or HIP C++.", file)};
  if (text.find('\0') == std::string::npos) return text;
  return Error{ErrorCode::Io, fmt::format("{} is no text; give a source file of CUDA or HIP C++.", file)};
}

OrderedJson statisticsJson(const LensStatistics& of) {
  return {{"converted", of.convertedCount()},
          {"unconverted", of.unconvertedCount()},
          {"replaced_bytes", of.replacedBytes},
          {"total_bytes", of.totalBytes},
          {"changed_lines", of.changedLines},
          {"total_lines", of.totalLines},
          {"kinds", of.kinds},
          {"apis", of.apis},
          {"names", of.names},
          {"unconverted_names", of.unconverted}};
}

OrderedJson lensJson(const LensCommand& command, const LensedText& lensed) {
  OrderedJson notes = OrderedJson::array();
  for (const LensNote& note : lensed.notes)
    notes.push_back({{"line", note.line},
                     {"kind", lensNoteKey(note.kind)},
                     {"from", note.from},
                     {"to", note.to},
                     {"sentence", note.sentence}});
  return {{"version", 1},
          {"file", command.file},
          {"to", lensed.to == Dialect::Hip ? "hip" : "cuda"},
          {"same", lensed.isSame()},
          {"text", lensed.text},
          {"notes", notes},
          {"statistics", statisticsJson(lensed.statistics)}};
}

std::string notesText(const LensCommand& command, const LensedText& lensed) {
  std::string text;
  for (const LensNote& note : lensed.notes)
    text += fmt::format("{}:{}: {}: {}\n", printable(command.file), note.line, lensNoteKey(note.kind),
                        printable(note.sentence));
  return text;
}

/// To whoever takes the text: that it is not enough.
void warn(const LensedText& lensed) {
  const auto count = [&](LensNoteKind kind) { return countOf(lensed, kind); };
  const int none = count(LensNoteKind::NoCounterpart), lanes = count(LensNoteKind::Lanes),
            differs = count(LensNoteKind::Differs);
  if (none + lanes + differs == 0) return;
  remark("strata: {} without a counterpart, {} wrong on another warp's width, {} with another meaning; see --notes.\n",
         none, lanes, differs);
}

ExitCode showThroughLens(const LensCommand& command) {
  const auto source = sourceText(command.file);
  if (!source.ok()) return complain(source.error(), command.json);
  const Dialect to = command.to.empty()    ? otherDialect(dialectOf(source.value()))
                     : command.to == "hip" ? Dialect::Hip
                                           : Dialect::Cuda;
  const LensedText lensed = throughLens(source.value(), to);
  if (command.json) return printJson(lensJson(command, lensed)), ExitCode::Done;
  if (command.statistics) printText(statisticsText(lensed.statistics, printable(command.file)));
  if (command.notes) printText(notesText(command, lensed));
  if (command.statistics || command.notes) return ExitCode::Done;
  printText(lensed.text);
  warn(lensed);
  return ExitCode::Done;
}

}  // namespace

void addLens(CLI::App& app, Action& action) {
  const auto options = std::make_shared<LensCommand>();
  CLI::App* command = app.add_subcommand("lens", "CUDA's source as HIP's, or HIP's as CUDA's; needs no device");
  command->add_option("file", options->file, "A source file, or - for standard input")->required();
  command->add_option("--to", options->to, "hip or cuda; by default the other vendor's than the file's names are")
      ->check(CLI::IsMember({"hip", "cuda"}));
  CLI::Option* statistics =
      command->add_flag("--stats", options->statistics, "Print what was counted instead of the text, as hipify does");
  CLI::Option* notes = command->add_flag(
      "--notes", options->notes, "Print, line by line, what was renamed, what is missing and what is wrong there");
  command->add_flag("--json", options->json, "Print one JSON object with all of it")
      ->excludes(statistics)
      ->excludes(notes);
  command->callback([options, &action] { action = [options] { return showThroughLens(*options); }; });
}

}  // namespace strata::inline cli
