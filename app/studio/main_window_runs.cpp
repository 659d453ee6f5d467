#include <QSettings>
#include <utility>

#include "app/canvas/format.h"
#include "app/facts/event_text.h"
#include "app/facts/selections.h"
#include "app/facts/variant_facts.h"
#include "app/session/choices.h"
#include "app/session/kernel_file.h"
#include "app/session/newest_request.h"
#include "app/studio/comparer.h"
#include "app/studio/done_text.h"
#include "app/studio/expected_text.h"
#include "app/studio/frame_desk.h"
#include "app/studio/front_views.h"
#include "app/studio/kernel_desk.h"
#include "app/studio/lesson_desk.h"
#include "app/studio/main_window.h"
#include "app/studio/message_bar.h"
#include "app/studio/parameter_form.h"
#include "app/studio/results_panel.h"
#include "app/studio/run_bar.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/settings.h"
#include "app/studio/status_line.h"
#include "app/studio/top_bar.h"
#include "app/studio/ui_text.h"
#include "engine/frames/frame_story.h"

// The runs of the window: what is asked for, what is said of it meanwhile, and what is shown of it.
namespace strata::inline studio {
namespace {

constexpr const char *kToured = "toured", *kSpeedsKey = "speeds";

}  // namespace

/// What the form asks for, with the kernel whose file it names.
Result<Request> MainWindow::requestToRun() {
  STRATA_ASSIGN(Request request, m_form->requestToRun());
  if (!m_kernel->bring(request)) STRATA_TRY(bringKernel(request));
  return request;
}

QString MainWindow::doing() const {
  const auto& progress = m_session->progress();
  if (!m_session->running() || m_session->stopping() || !progress || progress->status != Answer::Status::Progress)
    return {};
  constexpr std::int64_t kSecond = 1'000'000'000;
  QStringList words{toQt(progress->message)};
  if (progress->fraction > 0) words << toQt(formatPercent(progress->fraction));
  if (m_frames->waitsToBeSeen()) words << say(Msg::FrameUnseen, {say(Msg::FrameTitle)});
  words << say(Msg::StudioRunningFor, {QString::number(m_session->runningFor().ns / kSecond)});
  return words.join(QStringLiteral(" · "));
}

const ExperimentInfo& MainWindow::experimentOf(const RunRecord* run) const {
  const auto found = findExperiment(run ? run->experiment : m_form->info().name);
  return found.ok() ? *found.value() : m_form->info();
}

/// The newest, once it is heard of. Another agent counts its requests anew.
const RunRecord* MainWindow::runningRun() const {
  const std::vector<RunRecord>& runs = m_session->runs().all();
  return runs.empty() || runs.back().request != m_session->runId() ? nullptr : &runs.back();
}

void MainWindow::showResults() {
  const RunList& runs = m_session->runs();
  const RunRecord* running = runningRun();
  const bool earlier = runs.shown() && &runs.all()[*runs.shown()] != running;
  const QString reason = runs.shownLost() ? toQt(runs.lost()[*runs.shownLost()].reason)
                         : runs.shown()   ? toQt(runs.cutOff(*runs.shown()))
                                          : QString();
  const bool lost = m_session->lost() && !runs.lost().empty() && !runs.lost().back().removed;
  m_results->runs().setRuns(runs);
  m_results->setResults(m_session->results());
  m_results->setRunning(m_session->running() ? &experimentOf(running) : nullptr, doing(), earlier, lost, reason);
  if (m_scene->state().session.experiment) m_scene->setExperiment(shownExperiment());
  showKernelText();
}

void MainWindow::connectRuns() {
  RunBar& runs = m_results->runs();
  connect(&runs, &RunBar::chosen, this, &MainWindow::chooseRun);
  connect(&runs, &RunBar::lostChosen, this, &MainWindow::chooseLostRun);
  connect(&runs, &RunBar::againWanted, this, [this](std::size_t lost) {
    if (!m_session->running()) m_runs->runThis(m_session->runs().lost()[lost].request);
  });
  connect(&runs, &RunBar::removeWanted, this, &MainWindow::removeRun);
  connect(&runs, &RunBar::lostRemoveWanted, this, &MainWindow::removeLostRun);
  connect(&runs, &RunBar::compareWanted, this, [this](std::size_t run) { m_comparer->compareRun(run); });
  connect(m_comparer, &Comparer::runWanted, this, [this](std::size_t run) {
    m_session->changeRuns([run](RunList& list) { list.restore(run); });  // it may have been taken off the list
    chooseRun(run);
  });
  connect(&runs, &RunBar::named, this, [this](std::size_t run, const QString& name) {
    m_session->changeRuns([&](RunList& list) { list.rename(run, name.toStdString()); });
  });
}

/// The timeline goes along where another one is shown then.
void MainWindow::changeRuns(const std::function<void(RunList&)>& change) {
  const auto shown = [this] { return std::pair(m_session->runs().shown(), m_session->runs().shownLost()); };
  const auto before = shown();
  m_session->changeRuns(change);
  if (shown() != before) showShownRun();
}

void MainWindow::showShownRun() {
  if (const auto part = m_session->shownPart(); part && part->begin < part->end) m_scene->showRange(*part);
  selectTypicalCall();
}

void MainWindow::chooseRun(std::size_t run) {
  m_session->changeRuns([run](RunList& list) { list.show(run); });
  m_scene->preview(nullptr);
  takeUpRun(requestOf(m_session->runs().all()[run]));
  showShownRun();
}

/// It has no results: the form asks for it again.
void MainWindow::chooseLostRun(std::size_t lost) {
  m_session->changeRuns([lost](RunList& list) { list.showLost(lost); });
  m_scene->preview(nullptr);
  takeUpRun(m_session->runs().lost()[lost].request);
  showShownRun();
}

/// What a hand had set in that experiment's form is offered back.
void MainWindow::takeUpRun(const Request& request) {
  const LeftForm* left = leftByHand(request.name);
  std::optional<LeftForm> before;
  if (request.name == m_form->info().name)
    before = formNow();
  else if (left)
    before = *left;
  takeUp(request);
  if (before && before->byHand() && toLine(before->request) != m_filled)
    offerFormBack(before->request, Msg::StudioFormOfRun);
}

/// What a run was asked for, into the form.
void MainWindow::takeUp(const Request& request) {
  if (request.name == m_form->info().name || chooseExperiment(request.name)) fillByWindow(request);
  m_frames->leaveForm();
}

/// What the form said when another experiment was chosen.
void MainWindow::fillAsLeft() {
  const auto left = m_forms.find(m_form->info().name);
  if (left != m_forms.end()) fillWith(left->second);
}

MainWindow::LeftForm MainWindow::formNow() const {
  return {m_form->request(), m_filled};
}

void MainWindow::fillWith(const LeftForm& form) {
  m_form->fill(form.request);
  m_filled = form.filled;
}

const MainWindow::LeftForm* MainWindow::leftByHand(const std::string& experiment) const {
  const auto left = m_forms.find(experiment);
  return left != m_forms.end() && left->second.byHand() ? &left->second : nullptr;
}

void MainWindow::returnToForm(const std::string& experiment) {
  if (experiment == m_form->info().name) return showInfo(), showKernelText();
  if (chooseExperiment(experiment)) fillAsLeft();
}

/// What was switched in the view of frames holds for the next run, too.
void MainWindow::takeUpSwitches(const FrameSwitches& now) {
  const std::string frames(kFramesExperiment);
  if (m_form->info().name == frames) return m_form->fill(withSwitches(m_form->request(), now));
  if (const auto left = m_forms.find(frames); left != m_forms.end())
    left->second.request = withSwitches(left->second.request, now);
}

void MainWindow::removeRun(std::size_t run) {
  const QString title = toQt(m_session->runs().title(run));
  changeRuns([run](RunList& list) { list.remove(run); });
  sayRemoved(title, [run](RunList& list) { list.restore(run); });
}

void MainWindow::removeLostRun(std::size_t lost) {
  const QString title = toQt(m_session->runs().lostTitle(lost));
  changeRuns([lost](RunList& list) { list.removeLost(lost); });
  sayRemoved(title, [lost](RunList& list) { list.restoreLost(lost); });
}

void MainWindow::sayRemoved(const QString& title, std::function<void(RunList&)> restore) {
  m_messages->show(say(Msg::StudioRunRemoved, {title}), MessageBar::Tone::Good, say(Msg::StudioUndo),
                   [this, restore = std::move(restore)] { changeRuns(restore); });
}

/// Of the chosen device, or of the session's where none is chosen, or its command says nothing of it.
std::string MainWindow::deviceToRunOn() const {
  const bool chosen = !m_bar->agentCommand().isEmpty() && m_bar->deviceKey() != QLatin1String("command");
  if (chosen || !m_session->hello()) return m_bar->deviceKey().toStdString();
  return m_session->hello()->device.key();
}

void MainWindow::showExpected() {
  std::vector<RunRecord> runs = m_speeds.runs();
  for (const RunRecord& run : m_session->runs().all()) runs.push_back(run);
  if (m_form->problem()) return m_bar->setExpected({});
  m_bar->setExpected(expectedText(m_form->request(), deviceToRunOn(), runs));
}

/// Also what other windows have measured meanwhile.
void MainWindow::readSpeeds() {
  if (!m_options.unattended()) m_speeds = KnownSpeeds::fromText(settingNow(kSpeedsKey).toString().toStdString());
}

/// For the next sessions; of devices of this machine only, whose names stay.
void MainWindow::rememberSpeeds() {
  const auto& runs = m_session->runs().all();
  if (runs.empty() || m_options.unattended() || runs.back().device != m_bar->deviceKey().toStdString()) return;
  readSpeeds();
  m_speeds.add(runs.back());
  keepSetting(kSpeedsKey, toQt(m_speeds.toText()));
}

void MainWindow::selectResult(const RunResult& result, bool zoom) {
  showStep(result.variant);
  ViewChoices choices = m_scene->state().sight.choices;
  chooseVariant(choices, m_scene->state(), result.variant);
  m_scene->choose(choices);
  const std::uint32_t call = result.medianCall != 0 ? result.medianCall : result.lastCall;
  const Selection selection = selectionOf(*m_session->snapshot(), CallId{call});
  if (selection.call == CallId::None) return;
  zoom ? m_scene->zoomTo(selection) : m_selection->select(selection);
}

void MainWindow::fillByWindow(const Request& request) {
  m_form->fill(request);
  m_filled = toLine(m_form->request());
}

void MainWindow::showNewestRequest() {
  const auto request = newestRequest(*m_session->snapshot());
  if (!request) return;
  if (!chooseExperiment(request->name)) return;
  m_chosenBeforeLesson.reset();
  fillByWindow(*request);
  const LeftForm* before = leftByHand(request->name);
  if (before && toLine(before->request) != m_filled)  // once it is said what the session replaced
    QMetaObject::invokeMethod(
        this, [this, set = before->request] { offerFormBack(set, Msg::StudioFormTaken); }, Qt::QueuedConnection);
}

/// What the lesson does not name is as it was in the beginning.
void MainWindow::fillByLesson(const Request& request) {
  const FormBeforeLesson now{formNow(), m_session->runs().all().size()};
  if (!chooseExperiment(request.name)) return;
  if (!m_chosenBeforeLesson) m_chosenBeforeLesson = now;
  m_chosenBeforeLesson->filled = request.name;
  if (const LeftForm* before = leftByHand(request.name)) m_beforeLesson.try_emplace(request.name, *before);
  takeUp(request);
}

void MainWindow::giveExperimentBack() {
  const auto before = std::exchange(m_chosenBeforeLesson, std::nullopt);
  const RunList& runs = m_session->runs();
  const bool ofSince = runs.shownLost() || (runs.shown() && before && *runs.shown() >= before->runs);
  if (!before || ofSince || m_session->running()) return;
  if (m_form->info().name != before->filled || formNow().byHand()) return;
  if (before->filled != before->form.request.name) chooseExperiment(before->form.request.name);
  fillWith(before->form);
}

/// What a hand has set since stays.
void MainWindow::giveFormsBack() {
  giveExperimentBack();
  for (const auto& [experiment, form] : std::exchange(m_beforeLesson, {}))
    if (experiment == m_form->info().name) {
      if (!formNow().byHand()) fillWith(form);
    } else if (!leftByHand(experiment)) {
      m_forms[experiment] = form;
    }
}

/// `words` say what filled it instead.
void MainWindow::offerFormBack(const Request& before, Msg words) {
  const auto back = [this, before] {
    if (chooseExperiment(before.name)) m_form->fill(before);
  };
  const QString said = m_messages->message();
  const bool ofForm = said == say(Msg::StudioFormTaken) || said == say(Msg::StudioFormOfRun);
  if (!m_messages->isFree() && !ofForm) return m_messages->alsoOffer(say(Msg::StudioFormBack), back, say(words));
  m_messages->show(say(words), MessageBar::Tone::Good, say(Msg::StudioFormBack), back);
}

void MainWindow::selectTypicalCall() {
  const auto event = typicalKernel(*m_session->snapshot(), m_session->results(), shownExperiment());
  if (!event) return;
  m_selection->select(selectionOf(*m_session->snapshot(), *event));
  m_typical = m_selection->selection();
}

bool MainWindow::newestRunSelected() const {
  const auto& event = m_selection->selection().event;
  const TraceEvent* selected = event ? findEvent(*m_session->snapshot(), *event) : nullptr;
  return selected && selected->begin >= m_session->newestRun().begin;
}

/// Of the newest run, where it is of this request.
std::span<const RunResult> MainWindow::resultsOf(std::uint64_t request) const {
  const RunList& runs = m_session->runs();
  if (!runs.newest() || runs.all()[*runs.newest()].request != request) return {};
  return runs.all()[*runs.newest()].results;
}

void MainWindow::runEnded(const Answer& answer) {
  m_bar->setRunning(false);
  m_bar->setLive(false, true);
  m_scene->refresh();
  rememberSpeeds();
  showExpected();
  if (answer.status == Answer::Status::Done) {
    m_status->setMessage(doneText(resultsOf(answer.id)));
    if (!newestRunSelected()) selectTypicalCall();
    if (!m_lessons->leads()) m_fronts->replaceEmpty(shownExperiment().view);
    offerTour();
  }
  if (answer.status == Answer::Status::Stopped) m_status->setMessage(say(Msg::StudioRunStopped));
  // Progress may have come after what was said of its end.
  if (answer.status == Answer::Status::Error) m_status->setMessage(firstSentence(answer.error));
}

/// Once, after the first run that is not a lesson's; not to somebody who has taken it, and over no warning.
void MainWindow::offerTour() {
  if (m_options.unattended() || m_lessons->leads() || QSettings().value(kToured).toBool()) return;
  if (m_messages->warns()) return;
  noteTour();
  m_messages->show(say(Msg::StudioTourOffer), MessageBar::Tone::Good, say(Msg::StudioTakeTour),
                   [this] { m_lessons->openTour(); });
}

void MainWindow::noteTour() {
  keepSetting(kToured, true);
}

}  // namespace strata::inline studio
