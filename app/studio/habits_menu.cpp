#include "app/studio/habits_menu.h"

#include <QMenu>

#include "app/studio/ask_line.h"
#include "app/studio/scene.h"
#include "app/studio/ui_text.h"
#include "app/views/timeline/timeline_lanes.h"

namespace strata::inline studio {

void addLooks(QMenu& menu, Scene& scene) {
  for (const auto& [title, key, by] :
       {std::tuple(Msg::StudioBack, Qt::Key_Left, -1), std::tuple(Msg::StudioForward, Qt::Key_Right, 1)}) {
    QAction* action =
        menu.addAction(say(title), QKeySequence(Qt::ALT | key), &scene, [&scene, by = by] { scene.look(by); });
    const auto show = [action, &scene, by = by] { action->setEnabled(scene.looks().any(by)); };
    show();
    QObject::connect(&scene.looks(), &Looks::changed, action, show);
  }
}

void addMarks(QMenu& menu, Scene& scene, QWidget& window) {
  menu.addAction(say(Msg::StudioMark), QKeySequence(Qt::Key_B), &scene, &Scene::turnMark);
  menu.addAction(say(Msg::StudioMarkNote), QKeySequence(Qt::Key_N), &scene, [&scene, &window] {
    if (!scene.mayMark()) return;
    askLine(window, say(Msg::StudioMarkNote), say(Msg::StudioMarkNoteAsk), toQt(scene.noteHere()),
            [&scene](const QString& note) { scene.writeNote(note.toStdString()); });
  });
  menu.addAction(say(Msg::StudioMarkBefore), QKeySequence(Qt::SHIFT | Qt::Key_B), &scene,
                 [&scene] { scene.goToMark(-1); });
  menu.addAction(say(Msg::StudioMarkNext), QKeySequence(Qt::SHIFT | Qt::Key_N), &scene,
                 [&scene] { scene.goToMark(1); });
}

void addLanes(QMenu& menu, Scene& scene) {
  QMenu* lanes = menu.addMenu(say(Msg::StudioLanes));
  for (const auto& [title, key, act] :
       {std::tuple(Msg::LaneFold, Qt::Key_C, LaneAct::Fold), std::tuple(Msg::LanePin, Qt::Key_P, LaneAct::Pin),
        std::tuple(Msg::LaneUp, Qt::Key_Up, LaneAct::Up), std::tuple(Msg::LaneDown, Qt::Key_Down, LaneAct::Down),
        std::tuple(Msg::LaneHide, Qt::Key_H, LaneAct::Hide)}) {
    const bool moves = act == LaneAct::Up || act == LaneAct::Down;
    lanes->addAction(say(title), moves ? QKeySequence(Qt::ALT | key) : QKeySequence(key), &scene, [&scene, act = act] {
      if (const auto& event = scene.state().sight.selection.event)
        scene.chooseLanes(laneActed(scene.state(), event->track, act));
    });
  }
  QAction* quiet = lanes->addAction(say(Msg::LanesHideQuiet), &scene, [&scene] {
    if (scene.state().session.snapshot) scene.chooseLanes(quietLanesHidden(scene.state()));
  });
  // Only while the menu is open: elsewhere, as in the palette, what is in sight may have changed.
  QObject::connect(lanes, &QMenu::aboutToShow, quiet,
                   [quiet, &scene] { quiet->setEnabled(anyQuietLane(scene.state())); });
  QObject::connect(lanes, &QMenu::aboutToHide, quiet, [quiet] { quiet->setEnabled(true); });
  lanes->addAction(say(Msg::LanesShowAll), QKeySequence(Qt::SHIFT | Qt::Key_H), &scene, [&scene] {
    LaneChoices shown = scene.state().sight.choices.lanes;
    shown.hidden.clear();
    scene.chooseLanes(shown);
  });
  lanes->addAction(say(Msg::StudioLanesPlain), &scene, [&scene] { scene.chooseLanes({}); });
}

}  // namespace strata::inline studio
