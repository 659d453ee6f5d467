#include "app/studio/options.h"

#include <CLI/CLI.hpp>
#include <regex>
#include <span>

#include "app/canvas/picture_file.h"
#include "app/completion/completion.h"
#include "app/session/exit_code.h"
#include "app/session/wrong_words.h"
#include "app/studio/layouts.h"
#include "engine/base/version.h"

namespace strata::inline studio {
namespace {

QSize sizeFromText(const std::string& text) {
  std::smatch parts;
  if (!std::regex_match(text, parts, std::regex("([0-9]{3,5})[x×]([0-9]{3,5})"))) return {};
  return {std::stoi(parts[1]), std::stoi(parts[2])};
}

/// Why the window's picture cannot be of that name; empty: it can.
std::string notAPicture(const std::string& path) {
  const auto format = pictureFormatOfFile(path);
  if (!format.ok()) return format.error().message;
  return format.value() == PictureFormat::Png ? std::string() : "A picture of the window is a png: end it in .png.";
}

}  // namespace

StudioOptions parseOptions(int argc, char** argv, int& exitCode) {
  StudioOptions options;
  std::string size;
  CLI::App app(
      "Strata Studio: runs real kernels and shows every storey of the stack at work: its levels, from model to "
      "hardware.",
      "strata-studio");
  app.add_option(
      "file", options.files,
      "Session (.pftrace), trace, lesson (.lesson), kernel (.cu, .hip) or model to open; several traces are ranks "
      "of one job");
  app.add_option("--run", options.run, "Run this experiment at once (matmul)");
  app.add_option("--device", options.device, "best, cpu, cuda, hip, or cuda:1 for one of several")
      ->capture_default_str();
  app.add_option("--agent", options.agent, "Command that starts the agent, e.g. 'ssh lab strata-agent-cuda'");
  app.add_option("--screenshot", options.screenshot, "Render the window into this PNG and exit")->check(notAPicture);
  app.add_option("--size", size, "Size of the window in pixels, e.g. 1920x1080")->check([](const std::string& text) {
    return sizeFromText(text).isValid() ? std::string() : "write the size as 1920x1080";
  });
  app.add_option("--layout", options.layout, "Arrangement of the window")->check(CLI::IsMember(layoutNames()));
  app.add_option("--compare", options.compare, "A second session to show beside the first");
  app.add_flag("--light", options.light, "Light theme");
  app.add_option("--set", options.set, "A parameter of the run, such as n=512; once for each");
  app.add_flag("--quit-when-done", options.quitWhenDone, "Exit when the run (or the opening) is done");
  app.add_flag("--measure", options.measure, "When it is done, print the window's speed and memory use, and exit");
  addCompletionOption(app);
  app.set_version_flag("--version", versionOf("strata-studio"));
  app.failure_message(
      [](const CLI::App* program, const CLI::Error& error) { return wrongWords(program->get_name(), error.what()); });
  const std::span<const char* const> words(argv + 1, static_cast<std::size_t>(argc - 1));
  exitCode = completionAnswered(app, words).value_or(-1);
  if (exitCode >= 0) return options;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    exitCode = app.exit(problem) == 0 ? 0 : static_cast<int>(ExitCode::Usage);
  }
  options.size = sizeFromText(size);
  return options;
}

}  // namespace strata::inline studio
