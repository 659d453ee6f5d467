#include "app/studio/about.h"

#include <QApplication>
#include <QMessageBox>

#include "app/live/imgui_host.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {

void showAbout(QWidget* parent) {
  QMessageBox::about(parent, say(Msg::StudioAbout),
                     say(Msg::StudioAboutText, {QApplication::applicationVersion(), QString::fromLatin1(qVersion()),
                                                QString::fromLatin1(imguiVersion())}));
}

}  // namespace strata::inline studio
