#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>
#include <functional>

#include "app/studio/parameter_form.h"
#include "app/studio/ui_text.h"
#include "layers/workloads/experiments.h"

// How a form's field for a file is filled by a dialog; of a model, which may be a folder.

namespace strata {
namespace {

const ExperimentInfo& transformerInfo() {
  for (const ExperimentInfo* each : experiments())
    if (each->name == "transformer") return *each;
  ADD_FAILURE() << "no transformer";
  return *experiments().front();
}

/// The button beside a field.
QPushButton* browseOf(ParameterForm& form, const char* title) {
  for (auto* button : form.findChildren<QPushButton*>("Browse"))
    if (button->accessibleName() == say(Msg::FormBrowseFor, {QString::fromLatin1(title)})) return button;
  return nullptr;
}

/// What `ask` asks for is given; returns the filters that the dialog had.
QStringList answerDialog(const QString& path, const std::function<void()>& ask) {
  QStringList filters;
  QTimer look;
  QObject::connect(&look, &QTimer::timeout, &look, [&] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    if (dialog == nullptr) return;
    look.stop();
    filters = dialog->nameFilters();
    dialog->findChild<QLineEdit*>("fileNameEdit")->setText(path);
    QMetaObject::invokeMethod(dialog, "accept");
  });
  look.start(20);
  ask();
  return filters;
}

class ModelField : public ::testing::Test {
 protected:
  void SetUp() override { QApplication::setAttribute(Qt::AA_DontUseNativeDialogs); }
  QString write(const char* name) const {
    QFile file(m_folder.filePath(name));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly) && file.write("{}") == 2);
    return file.fileName();
  }
  QStringList choose(int action, const QString& path) {
    const auto* menu = browseOf(m_form, "Model")->menu();
    return answerDialog(path, [&] { menu->actions()[action]->trigger(); });
  }
  QString model() { return m_form.findChild<QLineEdit*>("model")->text(); }

  QTemporaryDir m_folder;
  ParameterForm m_form{transformerInfo()};
};

TEST_F(ModelField, AFileOfAHuggingFaceFolderMeansTheFolder) {
  const QString config = write("config.json"), other = write("other.gguf");
  write("model.safetensors");
  const QStringList filters = choose(0, config);
  EXPECT_EQ(model(), QDir(m_folder.path()).absolutePath());
  ASSERT_FALSE(filters.isEmpty());
  for (const char* kind : {"*.gguf", "*.bin", "config.json"})
    EXPECT_TRUE(filters.front().contains(QLatin1String(kind)));
  choose(0, other);
  EXPECT_EQ(model(), other) << "a file that is no part of it, whatever it is";
}

TEST_F(ModelField, AFolderCanBeChosen) {
  choose(1, m_folder.path());
  EXPECT_EQ(model(), m_folder.path());
}

TEST_F(ModelField, EveryFieldOfAFileSaysWhatSuchFilesAreCalled) {
  for (const ExperimentInfo* experiment : experiments())
    for (const ParameterInfo& parameter : experiment->parameters) {
      if (parameter.type != ParameterInfo::Type::File && parameter.type != ParameterInfo::Type::Picture) continue;
      EXPECT_NE(parameter.files, "") << experiment->name << " " << parameter.name;
    }
}

}  // namespace
}  // namespace strata
