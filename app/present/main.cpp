#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/completion/completion.h"
#include "app/lessons/lesson_file.h"
#include "app/present/given_slides.h"
#include "app/session/agents.h"
#include "app/session/exit_code.h"
#include "app/session/wrong_words.h"
#include "engine/base/exception_error.h"
#include "engine/base/standard_streams.h"
#include "engine/base/version.h"

namespace {

struct Asked {
  std::string file = "strata", device = "best", agent;
  bool check = false;
  strata::ShowOptions options;
};

int statusOf(const strata::Error& error) {
  return static_cast<int>(strata::exitCodeOf(error.code));
}

int complain(const strata::Error& error) {
  strata::printRemark("strata-present: " + error.message + "\n");
  return statusOf(error);
}

int ended(const strata::Result<void>& given) {
  return given.ok() ? 0 : complain(given.error());
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

/// What a show's file says wrongly, also of slides that come late; where it can be given all the same, it is.
int giveShow(const Asked& asked) {
  const std::string file = strata::findShow(asked.file);
  const std::vector<strata::Error> mistakes =
      strata::showErrors(file, asked.check ? strata::NamedSessions::Opened : strata::NamedSessions::AreThere);
  for (const strata::Error& mistake : mistakes) complain(mistake);
  auto show = strata::readShow(file);
  if (asked.check && mistakes.empty()) strata::printText(file + ": ok\n");
  if (asked.check || !show.ok()) return mistakes.empty() ? 0 : statusOf(mistakes.front());
  std::string agent = asked.agent;
  if (agent.empty()) {
    const auto choice = strata::chooseAgent(asked.device);
    if (!choice.ok()) return complain(choice.error());
    agent = choice.value().command;
  }
  const std::string folder = std::filesystem::path(file).parent_path().string();
  const std::string title = show.value().title.empty() ? "Strata" : show.value().title;
  strata::ShowOptions options = asked.options;
  options.light |= show.value().light;
  return ended(strata::giveSlides(strata::slidesOf(std::move(show).value(), folder, agent), title, options));
}

int give(const Asked& asked) {
  if (!strata::namesLesson(asked.file)) return giveShow(asked);
  if (asked.check)
    return complain({strata::ErrorCode::Usage, "--check is for shows. Lessons: strata lesson check " + asked.file});
  return ended(giveLesson(asked));
}

int present(int argc, char** argv) {
  Asked asked;
  CLI::App app("Strata's presenter: a show of live views or a lesson for a class, full screen.", "strata-present");
  app.add_option("show", asked.file, "A show (*.strata-show) or a lesson (*.lesson): a file, or the name of Strata's")
      ->capture_default_str();
  app.add_option("--device", asked.device, "best, cpu, cuda, hip, or cuda:1 for one of several")->capture_default_str();
  app.add_option("--agent", asked.agent, "Command that starts the agent, e.g. 'ssh lab strata-agent-cuda'");
  app.add_option("--pictures", asked.options.pictures,
                 "Write each slide as a PNG into this folder, once done, and exit");
  app.add_option("--size", asked.options.size, "Size of the window or pictures in pixels, such as 1920x1080");
  app.add_option("--screen", asked.options.screen,
                 "Which screen shows the slides, from 1, the primary one; else the first that is not; M moves them on");
  app.add_flag("--check", asked.check, "Say what is wrong with the show's file, and give nothing");
  app.add_flag("--window", asked.options.window, "A window instead of the full screen");
  app.add_flag("--light", asked.options.light, "Dark letters on a light ground, for a bright room; L switches");
  strata::addCompletionOption(app);
  app.set_version_flag("--version", strata::versionOf("strata-present"));
  app.failure_message([](const CLI::App* program, const CLI::Error& error) {
    return strata::wrongWords(program->get_name(), error.what());
  });
  try {
    const std::span<const char* const> words(argv + 1, static_cast<std::size_t>(argc - 1));
    if (const auto answered = strata::completionAnswered(app, words)) return *answered;
    app.parse(argc, argv);
    return give(asked);
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? 0 : 2;
  } catch (const std::exception& thrown) {
    return complain(strata::exceptionError("The show", thrown));
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
