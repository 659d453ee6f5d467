#include "app/studio/view_menu.h"

#include <QActionGroup>
#include <QApplication>
#include <QCursor>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <algorithm>
#include <string_view>
#include <tuple>
#include <vector>

#include "app/studio/command_palette.h"
#include "app/studio/scene.h"
#include "app/studio/search_bar.h"
#include "app/studio/studio_style.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/ui_text.h"
#include "app/studio/view_docks.h"

namespace strata::inline studio {
namespace {

constexpr double kTextStep = 1.1;

void addThemes(QMenu& menu) {
  QMenu* themes = menu.addMenu(say(Msg::StudioTheme));
  auto* group = new QActionGroup(themes);
  for (const auto& [title, light] : {std::pair(Msg::StudioDark, false), std::pair(Msg::StudioLight, true)}) {
    QAction* action = themes->addAction(say(title), [light = light] { StudioStyle::shared().setLight(light); });
    action->setCheckable(true);
    group->addAction(action);
    const auto show = [action, light = light] { action->setChecked(StudioStyle::shared().isLight() == light); };
    show();
    QObject::connect(&StudioStyle::shared(), &StudioStyle::changed, action, show);
  }
}

void addTextSizes(QMenu& menu) {
  QMenu* sizes = menu.addMenu(say(Msg::StudioTextSize));
  const auto scaleBy = [](double factor) {
    return [factor] { StudioStyle::shared().setTextScale(StudioStyle::shared().chosenTextScale() * factor); };
  };
  sizes->addAction(say(Msg::StudioLarger), &menu, scaleBy(kTextStep))
      ->setShortcuts({QKeySequence(QKeySequence::ZoomIn), QKeySequence(Qt::CTRL | Qt::Key_Equal)});  // "+" unshifted
  sizes->addAction(say(Msg::StudioSmaller), QKeySequence(QKeySequence::ZoomOut), &menu, scaleBy(1 / kTextStep));
  sizes->addAction(say(Msg::StudioNormalSize), QKeySequence(Qt::CTRL | Qt::Key_0), &menu,
                   [] { StudioStyle::shared().setTextScale(1); });
}

void addWords(QMenu& menu, Scene& scene) {
  QMenu* words = menu.addMenu(say(Msg::StudioWords));
  auto* group = new QActionGroup(words);
  for (const auto& [title, vocabulary] : {std::pair("CUDA", Vocabulary::Cuda), std::pair("HIP", Vocabulary::Hip),
                                          std::pair("OpenCL", Vocabulary::OpenCl)}) {
    QAction* action = words->addAction(QString::fromLatin1(title), &scene, [&scene, vocabulary = vocabulary] {
      ViewChoices choices = scene.state().sight.choices;
      choices.vocabulary = vocabulary;
      scene.choose(choices);
    });
    action->setCheckable(true);
    action->setChecked(vocabulary == scene.state().sight.choices.vocabulary);
    group->addAction(action);
  }
}

void addAllCalls(QMenu& menu, Scene& scene) {
  QAction* action = menu.addAction(say(Msg::StudioAllCalls), QKeySequence(Qt::Key_T), &scene, [&scene] {
    ViewChoices choices = scene.state().sight.choices;
    choices.allCalls = !choices.allCalls;
    scene.choose(choices);
  });
  action->setCheckable(true);
  QObject::connect(&scene, &Scene::stateChanged, action,
                   [action](const ViewState& state) { action->setChecked(state.sight.choices.allCalls); });
}

/// As the wheel does where somebody points, or in the view that keys went to since the pointer moved; where it does
/// nothing, the timeline's.
void turn(Scene& scene, QPoint notches) {
  const QPoint mouse = QCursor::pos();
  auto* chosen = qobject_cast<ViewWidget*>(QApplication::focusWidget());
  if (chosen && chosen->reachedByKeysAt() == mouse) {
    if (chosen->turnWheel(chosen->spot().isEmpty() ? chosen->rect().center() : chosen->spot().center(), notches))
      return;
  } else if (auto* view = qobject_cast<ViewWidget*>(QApplication::widgetAt(mouse))) {
    if (view->turnWheel(view->mapFromGlobal(mouse), notches)) return;
  }
  TimelineWidget& timeline = scene.timelineWidget();
  timeline.turnWheel(timeline.rect().center(), notches);
}

/// The keys of a hand that does not leave the left of the keyboard.
void addTurns(QMenu& menu, Scene& scene) {
  constexpr int kZoom = 2;  // notches
  for (const auto& [title, key, notches] : {std::tuple(Msg::StudioZoomIn, Qt::Key_W, QPoint(0, kZoom)),
                                            std::tuple(Msg::StudioZoomOut, Qt::Key_S, QPoint(0, -kZoom)),
                                            std::tuple(Msg::StudioEarlier, Qt::Key_A, QPoint(1, 0)),
                                            std::tuple(Msg::StudioLater, Qt::Key_D, QPoint(-1, 0))})
    menu.addAction(say(title), QKeySequence(key), &scene, [&scene, notches = notches] { turn(scene, notches); });
}

/// Panels that one looks at for the same question, as they stand in their menu.
struct PanelGroup {
  Msg title;
  std::vector<std::string_view> views;
};

const std::vector<PanelGroup>& panelGroups() {
  static const std::vector<PanelGroup> kGroups{
      {Msg::StudioPanelsOfRuns, {"experiment", "results", "selection", "tensor", "compare"}},
      {Msg::StudioPanelsOfTime, {"stack", "speed", "bounds", "roofline", "memory", "statistics", "device"}},
      {Msg::StudioPanelsOfKernels, {"kernel", "compiled", "source", "editor"}},
      {Msg::StudioPanelsOfModels, {"tokens", "features", "frame"}},
      {Msg::StudioPanelsToLearn, {"lesson", "map"}}};
  return kGroups;
}

/// Qt puts a dock behind another tab beside the window.
bool isBehindTab(const QMainWindow& window, const QDockWidget& dock) {
  return dock.isVisible() && !dock.isFloating() && !window.rect().intersects(dock.geometry());
}

/// Opens and closes the dock; one that opens or is behind another tab comes to the front.
void addDock(QMenu& menu, QMainWindow& window, QDockWidget& dock, const std::function<void(const QString&)>& bring) {
  QAction* own = dock.toggleViewAction();
  QAction* action = menu.addAction(own->text());
  action->setProperty(kPaletteWords, own->property(kPaletteWords));
  action->setCheckable(true);
  action->setChecked(own->isChecked());
  QObject::connect(own, &QAction::toggled, action, &QAction::setChecked);
  QObject::connect(action, &QAction::triggered, &dock, [&window, &dock, own, action, bring] {
    if (!dock.isHidden() && !isBehindTab(window, dock)) return own->trigger();
    action->setChecked(true);
    bring(dock.objectName());
  });
}

/// In one list they were higher than a laptop's screen. What is of no group stands below them.
void addDocks(QMenu& menu, QMainWindow& window, const std::function<void(const QString&)>& bring) {
  QList<QDockWidget*> docks = window.findChildren<QDockWidget*>();
  for (const PanelGroup& group : panelGroups()) {
    QMenu* panels = menu.addMenu(say(group.title));
    for (const std::string_view view : group.views)
      if (const auto found = std::ranges::find(docks, dockNameOf(view), &QDockWidget::objectName);
          found != docks.end()) {
        addDock(*panels, window, **found, bring);
        docks.erase(found);
      }
  }
  for (QDockWidget* dock : docks) addDock(menu, window, *dock, bring);
}

}  // namespace

void fillViewMenu(QMenu& menu, QMainWindow& window, Scene& scene, const std::function<void(const QString&)>& bring) {
  addAllCalls(menu, scene);
  menu.addSeparator();
  addDocks(menu, window, bring);
  menu.addSeparator();
  addWords(menu, scene);
  addThemes(menu);
  addTextSizes(menu);
}

void fillGoMenu(QMenu& menu, Scene& scene, SearchBar& search) {
  search.addTo(menu);
  menu.addSeparator();
  menu.addAction(say(Msg::StudioFollowLive), QKeySequence(Qt::Key_L), &scene, &Scene::follow);
  menu.addAction(say(Msg::StudioFit), QKeySequence(Qt::Key_F), &scene, &Scene::fit);
  menu.addAction(say(Msg::StudioFitAll), QKeySequence(Qt::SHIFT | Qt::Key_F), &scene,
                 [&scene] { scene.showRange(scene.timeline().all()); });
  menu.addAction(say(Msg::StudioZoomSelection), QKeySequence(Qt::Key_Z), &scene,
                 [&scene] { scene.zoomTo(scene.state().sight.selection); });
  addTurns(menu, scene);
  menu.addSeparator();
  menu.addAction(say(Msg::StudioMeasureSelection), QKeySequence(Qt::Key_M), &scene, &Scene::measureSelection);
  menu.addAction(say(Msg::StudioMeasureClear), QKeySequence(Qt::SHIFT | Qt::Key_M), &scene,
                 [&scene] { scene.measure(std::nullopt); });
}

}  // namespace strata::inline studio
