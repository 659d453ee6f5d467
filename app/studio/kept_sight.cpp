#include "app/studio/kept_sight.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QSettings>

#include "app/facts/sight_text.h"
#include "app/studio/scene.h"
#include "app/studio/settings.h"
#include "app/studio/ui_text.h"
#include "app/views/timeline/timeline_layout.h"

namespace strata::inline studio {
namespace {

QString keyOfFile(const QString& path) {
  const QByteArray name = QFileInfo(path).canonicalFilePath().toUtf8();
  return QStringLiteral("sights/") +
         QString::fromLatin1(QCryptographicHash::hash(name, QCryptographicHash::Sha1).toHex());
}

/// Bookmarks and lanes, and nothing else of the sight.
QString keptText(const ViewState& state) {
  Sight kept;
  kept.scroll = kGroupsFitted;
  kept.marks = state.sight.marks;
  kept.choices.lanes = state.sight.choices.lanes;
  return toQt(sightText(kept, *state.session.snapshot));
}

}  // namespace

KeptSight::KeptSight(Scene& scene, QObject* parent) : QObject(parent), m_scene(scene) {
  connect(&scene, &Scene::stateChanged, this, &KeptSight::keep);
  connect(&scene, &Scene::reset, this, [this] {
    m_key.clear();
    m_marks.clear();
    m_lanes = {};
  });
}

void KeptSight::opened(const QString& path) {
  if (path.isEmpty()) return;
  const QString key = keyOfFile(path), text = QSettings().value(key).toString();
  const auto& snapshot = m_scene.state().session.snapshot;
  if (Sight kept; !text.isEmpty() && snapshot->bounds()) {
    readSight(text.toStdString(), *snapshot, kept);
    m_scene.setMarks(std::move(kept.marks));
    m_scene.chooseLanes(kept.choices.lanes);
  }
  m_key = key;
}

void KeptSight::saved(const QString& path) {
  m_key = keyOfFile(path);
  m_marks.clear();
  m_lanes = {};
  keep(m_scene.state());
}

void KeptSight::keep(const ViewState& state) {
  const LaneChoices& lanes = state.sight.choices.lanes;
  if (state.sight.marks == m_marks && lanes == m_lanes) return;
  m_marks = state.sight.marks;
  m_lanes = lanes;
  if (m_key.isEmpty() || !state.session.snapshot->bounds()) return;
  if (m_marks == marksOf(*state.session.snapshot) && !m_lanes.any())
    QSettings().remove(m_key);
  else
    keepSetting(m_key, keptText(state));
}

}  // namespace strata::inline studio
