#include <CLI/CLI.hpp>
#include <filesystem>

#include "app/present/show_window.h"
#include "app/session/agents.h"
#include "app/session/exit_code.h"
#include "engine/base/standard_streams.h"
#include "engine/base/version.h"

namespace {

int complain(const strata::Error& error) {
  strata::printRemark("strata-present: " + error.message + "\n");
  return static_cast<int>(strata::exitCodeOf(error.code));
}

}  // namespace

int main(int argc, char** argv) {
  strata::prepareStandardStreams();
  std::string file = "strata", device = "best", agent;
  strata::ShowOptions options;
  CLI::App app("Strata's presenter: a show of live views, full screen, for a room.", "strata-present");
  app.add_option("show", file, "The show (*.strata-show), or the name of one that comes with Strata")
      ->capture_default_str();
  app.add_option("--device", device, "best, cpu, cuda, hip, cuda:1 …")->capture_default_str();
  app.add_option("--agent", agent, "Command that starts the agent, e.g. 'ssh lab strata-agent-cuda'");
  app.add_option("--pictures", options.pictures, "Write each slide as a PNG into this folder, once done, and exit");
  app.add_option("--size", options.size, "Size of the window or pictures in pixels, such as 1920x1080");
  app.add_flag("--window", options.window, "A window instead of the full screen");
  app.set_version_flag("--version", strata::versionOf("strata-present"));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? 0 : 2;
  }
  file = strata::findShow(file);
  auto show = strata::readShow(file);
  if (!show.ok()) return complain(show.error());
  if (agent.empty()) {
    const auto choice = strata::chooseAgent(device);
    if (!choice.ok()) return complain(choice.error());
    agent = choice.value().command;
  }
  const std::string folder = std::filesystem::path(file).parent_path().string();
  const auto given = strata::giveShow(std::move(show.value()), folder, agent, options);
  return given.ok() ? 0 : complain(given.error());
}
