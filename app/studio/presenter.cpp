#include "app/studio/presenter.h"

#include <QProcess>

#include "app/lessons/lesson_file.h"
#include "app/session/agents.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {

QStringList presenterWords(const QString& file) {
  const bool light = isLessonFile(file.toStdString()) && StudioStyle::shared().isLight();
  return light ? QStringList{file, QStringLiteral("--light")} : QStringList{file};
}

void startPresenter(const QString& file, QObject& asker, const std::function<void(const Error&)>& failed) {
  const std::string program = programOfStrata("strata-present");
  if (program.empty()) return failed({ErrorCode::Unavailable, std::string(text(Msg::StudioNoPresenter))});
  auto* presenter = new QProcess;  // goes on where this window is closed
  QObject::connect(presenter, &QProcess::finished, presenter, &QObject::deleteLater);
  QObject::connect(presenter, &QProcess::finished, &asker, [failed, presenter](int status) {
    const QString said = QString::fromUtf8(presenter->readAllStandardError()).trimmed();
    if (status != 0) failed({ErrorCode::Io, said.toStdString()});
  });
  presenter->start(toQt(program), presenterWords(file));
}

}  // namespace strata::inline studio
