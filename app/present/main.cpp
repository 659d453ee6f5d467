#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>
#include <string>

#include "app/lessons/lesson_file.h"
#include "app/present/given_slides.h"
#include "app/session/agents.h"
#include "app/session/exit_code.h"
#include "engine/base/standard_streams.h"
#include "engine/base/version.h"

namespace {

struct Asked {
  std::string file = "strata", device = "best", agent;
  strata::ShowOptions options;
};

int complain(const strata::Error& error) {
  strata::printRemark("strata-present: " + error.message + "\n");
  return static_cast<int>(strata::exitCodeOf(error.code));
}

strata::Result<void> giveLesson(const Asked& asked) {
  STRATA_ASSIGN(const std::string path, strata::findLesson(asked.file));
  STRATA_ASSIGN(strata::Lesson lesson, strata::readLesson(path));
  const std::string title = lesson.title;
  const strata::FindAgent agent = asked.agent.empty() ? strata::agentOf(asked.device)
                                                      : [=]() -> strata::Result<std::string> { return asked.agent; };
  return strata::giveSlides(strata::slidesOf(std::make_shared<const strata::Lesson>(std::move(lesson)), agent), title,
                            asked.options);
}

strata::Result<void> giveShow(const Asked& asked) {
  const std::string file = strata::findShow(asked.file);
  STRATA_ASSIGN(strata::Show show, strata::readShow(file));
  std::string agent = asked.agent;
  if (agent.empty()) {
    STRATA_ASSIGN(const strata::AgentChoice choice, strata::chooseAgent(asked.device));
    agent = choice.command;
  }
  const std::string folder = std::filesystem::path(file).parent_path().string();
  const std::string title = show.title.empty() ? "Strata" : show.title;
  strata::ShowOptions options = asked.options;
  options.light |= show.light;
  return strata::giveSlides(strata::slidesOf(std::move(show), folder, agent), title, options);
}

int present(int argc, char** argv) {
  Asked asked;
  CLI::App app("Strata's presenter: a show of live views or a lesson for a class, full screen.", "strata-present");
  app.add_option("show", asked.file, "A show (*.strata-show) or a lesson (*.lesson): a file, or the name of Strata's")
      ->capture_default_str();
  app.add_option("--device", asked.device, "best, cpu, cuda, hip, cuda:1 …")->capture_default_str();
  app.add_option("--agent", asked.agent, "Command that starts the agent, e.g. 'ssh lab strata-agent-cuda'");
  app.add_option("--pictures", asked.options.pictures,
                 "Write each slide as a PNG into this folder, once done, and exit");
  app.add_option("--size", asked.options.size, "Size of the window or pictures in pixels, such as 1920x1080");
  app.add_flag("--window", asked.options.window, "A window instead of the full screen");
  app.add_flag("--light", asked.options.light, "Dark letters on a light ground, for a bright room; L switches");
  app.set_version_flag("--version", strata::versionOf("strata-present"));
  try {
    app.parse(argc, argv);
    const auto given = strata::namesLesson(asked.file) ? giveLesson(asked) : giveShow(asked);
    return given.ok() ? 0 : complain(given.error());
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? 0 : 2;
  } catch (const std::exception& bug) {
    return complain({strata::ErrorCode::Internal, "A bug in Strata ended the show: " + std::string(bug.what()) + "."});
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    strata::prepareStandardStreams();
    return present(argc, argv);
  } catch (...) {
    return static_cast<int>(strata::ExitCode::Internal);  // not even words for it could be had
  }
}
