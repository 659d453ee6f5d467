#include "app/studio/automation.h"

#include <QApplication>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <utility>

#include "app/lessons/lesson_file.h"
#include "app/session/exit_code.h"
#include "app/session/kernel_file.h"
#include "app/session/opened_model.h"
#include "app/studio/comparer.h"
#include "app/studio/kernel_desk.h"
#include "app/studio/lesson_desk.h"
#include "app/studio/main_window.h"
#include "app/studio/measurements.h"
#include "app/studio/message_bar.h"
#include "app/studio/picture.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/session_files.h"
#include "app/studio/start_page.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

constexpr int kExitUsage = static_cast<int>(ExitCode::Usage);

void printError(const std::string& message) {
  std::fprintf(stderr, "strata-studio: %s\n", message.c_str());
}

bool anyFailed(const std::vector<RunResult>& results) {
  return std::any_of(results.begin(), results.end(),
                     [](const RunResult& result) { return result.status == RunResult::Status::Failed; });
}

/// Else what is named is nothing, a lesson, a kernel or a model.
bool opensSession(const std::vector<std::string>& files) {
  if (files.size() != 1) return !files.empty();
  return !isLessonFile(files.front()) && !isKernelFile(files.front()) && !openedModel(files.front());
}

/// A model that was named is in its experiment's form, which nobody then chooses anew.
bool modelIsInForm(const StudioOptions& options) {
  const auto model = options.files.size() == 1 ? openedModel(options.files.front()) : std::nullopt;
  return model && model->experiment == options.run;
}

/// Beside the second session.
Error nothingToCompare(const StudioOptions& options) {
  if (!opensSession(options.files)) return {ErrorCode::Usage, std::string(text(Msg::StudioCompareNothing))};
  return {ErrorCode::Io, fillText(Msg::StudioCompareNoEvents, {options.files.front()})};
}

}  // namespace

Automation::Automation(MainWindow& window, const StudioOptions& options)
    : QObject(&window), m_window(window), m_options(options) {
  if (m_options.measure) m_measurements = new Measurements(window);
}

bool Automation::pictureIsTooSmall() const {
  if (m_options.screenshot.empty() || !m_options.size.isValid()) return false;
  const QSize least = m_window.minimumSize() * m_window.devicePixelRatioF();
  if (m_options.size.expandedTo(least) == m_options.size) return false;
  printError("the window cannot be that small; --size must be at least " + std::to_string(least.width()) + "x" +
             std::to_string(least.height()) + ".");
  return true;
}

void Automation::start() {
  if (pictureIsTooSmall()) return end(kExitUsage);
  const auto fail = [this](const Error& error) {
    if (!m_options.unattended()) return;
    printError(error.message);
    end(static_cast<int>(exitCodeOf(error.code)));
  };
  connect(&m_window.files(), &SessionFiles::failed, this, fail);
  connect(&m_window.lessons(), &LessonDesk::failed, this, fail);
  connect(&m_window.kernel(), &KernelDesk::failed, this, fail);
  connect(&m_window.runs(), &RunControl::refused, this, fail);
  m_window.runs().prefer(toQt(m_options.device), toQt(m_options.agent));
  QStringList files;
  for (const std::string& file : m_options.files) files << toQt(file);
  const bool opens = opensSession(m_options.files);
  if (!opens) m_window.runs().findDevices();  // opening a session starts no process
  if (opens) connect(&m_window.files(), &SessionFiles::opened, this, &Automation::proceed);
  QTimer::singleShot(0, this, [this, files, opens] {
    if (!files.isEmpty()) m_window.openFiles(files);
    if (m_ended) return;
    if (files.isEmpty() && m_options.run.empty() && !m_options.unattended()) m_window.start().open();
    if (!opens) proceed();
  });
}

void Automation::proceed() {
  disconnect(&m_window.files(), &SessionFiles::opened, this, nullptr);
  if (!m_options.compare.empty()) return compare();
  afterFiles();
}

void Automation::compare() {
  const auto fail = [this](const Error& error) {
    printError(error.message);
    if (m_options.unattended()) end(static_cast<int>(exitCodeOf(error.code)));
  };
  connect(&m_window.comparer(), &Comparer::failed, this, fail);
  connect(&m_window.comparer(), &Comparer::ready, this, [this, fail] {
    const bool empty = !m_window.session().snapshot()->bounds();
    if (empty && m_options.run.empty()) return fail(nothingToCompare(m_options));
    if (empty) return afterFiles();  // what it runs is compared
    connect(&m_window.scene().analysis(), &Analysis::changed, this, &Automation::afterFiles, Qt::SingleShotConnection);
  });
  m_window.comparer().open(toQt(m_options.compare));
}

void Automation::afterFiles() {
  if (!m_options.run.empty())
    startRun();
  else if (m_options.unattended())
    finish(0);
}

void Automation::startRun() {
  if (!modelIsInForm(m_options) && !m_window.chooseExperiment(m_options.run))
    return refuse("there is no experiment '" + m_options.run + "'; strata list names them.");
  if (const auto filled = m_window.fillForm(m_options.set); !filled.ok()) return refuse(filled.error().message);
  if (m_options.unattended()) connect(&m_window.session(), &StudioSession::runEnded, this, &Automation::runEnded);
  m_window.runs().run();
}

void Automation::refuse(const std::string& message) {
  printError(message);
  if (m_options.unattended()) return end(kExitUsage);
  m_window.messages().show(toQt(message));
}

void Automation::runEnded(const Answer& answer) {
  if (answer.status == Answer::Status::Error) {
    const QString said = m_window.messages().message();
    printError(said.isEmpty() ? answer.error.message : said.toStdString());
    return finish(static_cast<int>(exitCodeOf(said.isEmpty() ? answer.error.code : ErrorCode::AgentDied)));
  }
  finish(anyFailed(m_window.session().results()) ? static_cast<int>(ExitCode::CheckFailed) : 0);
}

void Automation::finish(int status) {
  if (m_measurements != nullptr)
    return std::exchange(m_measurements, nullptr)->finish([this, status] { finish(status); });
  if (m_options.screenshot.empty()) return end(status);
  takePicture(status);
}

void Automation::takePicture(int status) {
  const auto saved = savePicture(m_window, m_options.screenshot);
  if (!saved.ok()) {
    printError(saved.error().message);
    status = static_cast<int>(exitCodeOf(saved.error().code));
  }
  end(status);
}

void Automation::end(int status) {
  if (std::exchange(m_ended, true)) return;
  QTimer::singleShot(0, this, [status] { QApplication::exit(status); });
}

}  // namespace strata::inline studio
