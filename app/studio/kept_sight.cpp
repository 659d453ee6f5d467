#include "app/studio/kept_sight.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>

#include "app/studio/scene.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

QString keyOfFile(const QString& path) {
  const QByteArray name = QFileInfo(path).canonicalFilePath().toUtf8();
  return QStringLiteral("sights/") +
         QString::fromLatin1(QCryptographicHash::hash(name, QCryptographicHash::Sha1).toHex());
}

template <class Strings>
QJsonArray arrayOf(const Strings& strings) {
  QJsonArray array;
  for (const std::string& one : strings) array.append(toQt(one));
  return array;
}

std::vector<std::string> stringsOf(const QJsonValue& array) {
  std::vector<std::string> strings;
  for (const QJsonValue& one : array.toArray()) strings.push_back(one.toString().toStdString());
  return strings;
}

std::set<std::string> setOf(const QJsonValue& array) {
  const std::vector<std::string> strings = stringsOf(array);
  return {strings.begin(), strings.end()};
}

/// Times as text: numbers of JSON lose bits above 2⁵³.
QByteArray jsonOf(const std::vector<TimelineMark>& marks, const LaneChoices& lanes) {
  QJsonArray all;
  for (const TimelineMark& mark : marks)
    all.append(QJsonObject{{"time", QString::number(mark.time.ns)}, {"note", toQt(mark.note)}});
  const QJsonObject kept{{"marks", all},
                         {"folded", arrayOf(lanes.folded)},
                         {"hidden", arrayOf(lanes.hidden)},
                         {"pinned", arrayOf(lanes.pinned)},
                         {"order", arrayOf(lanes.order)}};
  return QJsonDocument(kept).toJson(QJsonDocument::Compact);
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
  const QString key = keyOfFile(path);
  const QJsonObject kept = QJsonDocument::fromJson(QSettings().value(key).toByteArray()).object();
  std::vector<TimelineMark> marks;
  for (const QJsonValue& one : kept["marks"].toArray())
    marks.push_back({{one["time"].toString().toLongLong()}, one["note"].toString().toStdString()});
  const LaneChoices lanes{setOf(kept["folded"]), setOf(kept["hidden"]), setOf(kept["pinned"]),
                          stringsOf(kept["order"])};
  m_scene.setMarks(std::move(marks));
  m_scene.chooseLanes(lanes);
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
  if (m_key.isEmpty()) return;
  if (m_marks.empty() && !m_lanes.any())
    QSettings().remove(m_key);
  else
    QSettings().setValue(m_key, jsonOf(m_marks, m_lanes));
}

}  // namespace strata::inline studio
