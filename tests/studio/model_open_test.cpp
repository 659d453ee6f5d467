#include <QDir>
#include <QLineEdit>
#include <fstream>

#include "app/studio/message_bar.h"
#include "app/studio/run_control.h"
#include "app/studio/session_files.h"
#include "app/studio/ui_text.h"
#include "window_fixture.h"

// A model comes into the form of its experiment by whatever way files come into the window.

namespace strata {
namespace {

class ModelOpenTest : public WindowTest {
 protected:
  std::string written(const char* name, const char* bytes) {
    std::string path = temporary(name);
    std::ofstream(path) << bytes;
    return path;
  }
  QString field(const char* name) {
    auto* line = window().findChild<QLineEdit*>(QLatin1String(name));
    return line ? line->text() : QString();
  }
  void expectInForm(const std::string& path, const QString& name, const char* title) {
    EXPECT_EQ(field("model"), toQt(path));
    EXPECT_EQ(window().messages().message(), say(Msg::StudioModelTaken, {name, QString::fromLatin1(title)}));
    EXPECT_FALSE(window().session().opening());
    EXPECT_TRUE(window().session().results().empty()) << "nothing runs unasked";
    EXPECT_FALSE(window().session().agentAlive());
  }
};

TEST_F(ModelOpenTest, ByNameByTheFileMenuAndByDropping) {
  openWindow();
  const std::string named = written("named.gguf", "GGUF, and more"), chosen = written("net.onnx", "\x08\x07\x12\x01x"),
                    dropped = written("dropped.gguf", "GGUF, and more");
  window().openFiles({toQt(named)});
  expectInForm(named, "named.gguf", "Transformer");
  emit window().files().chosen({toQt(chosen)});
  EXPECT_EQ(field("model"), toQt(chosen));
  EXPECT_EQ(field("tokenizer"), QString()) << "a form without a tokenizer";
  drop({dropped});
  expectInForm(dropped, "dropped.gguf", "Transformer");
  EXPECT_EQ(window().files().recent().front(), toQt(dropped));
}

TEST_F(ModelOpenTest, WhatElseTheFormSaysStaysButAnotherModelsTokenizer) {
  openWindow();
  ASSERT_TRUE(window().chooseExperiment("transformer"));
  ASSERT_TRUE(window().fillForm({"prompt=Twice", "tokenizer=/other/tokenizer.bin"}).ok());
  window().openFiles({toQt(written("named.gguf", "GGUF, and more"))});
  EXPECT_EQ(field("prompt"), "Twice");
  EXPECT_EQ(field("tokenizer"), QString());
}

TEST_F(ModelOpenTest, AHuggingFaceFolderByItselfAndByAnyOfItsFiles) {
  openWindow();
  const std::string folder = temporary("hf");
  ASSERT_TRUE(QDir().mkpath(toQt(folder)));
  const std::string config = written("hf/config.json", "{}");
  written("hf/model.safetensors", "");
  window().openFiles({toQt(folder) + '/'});
  expectInForm(folder, "hf", "Transformer");
  ASSERT_TRUE(window().fillForm({"model="}).ok());
  drop({config});
  expectInForm(folder, "hf", "Transformer");
}

}  // namespace
}  // namespace strata
