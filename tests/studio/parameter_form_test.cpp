#include "app/studio/parameter_form.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFocusEvent>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QToolButton>
#include <QWheelEvent>
#include <map>
#include <set>

#include "app/session/choices.h"
#include "app/studio/frame_form.h"
#include "app/studio/hand_style.h"
#include "app/studio/number_box.h"
#include "app/studio/ui_text.h"
#include "app/studio/variant_box.h"
#include "engine/protocol/workload.h"
#include "layers/workloads/experiments.h"

namespace strata {
namespace {

ParameterInfo parameter(const char* name, ParameterInfo::Type type, nlohmann::json value) {
  ParameterInfo info;
  info.name = name;
  info.title = name;
  info.type = type;
  info.defaultValue = std::move(value);
  info.help = "What it is.";
  return info;
}

ExperimentInfo everyType() {
  using Type = ParameterInfo::Type;
  ExperimentInfo info;
  info.name = "everything";
  info.parameters = {parameter("n", Type::Integer, 512), parameter("m", Type::Integer, nullptr),
                     parameter("rate", Type::Number, 0.5), parameter("memory", Type::Choice, "pinned"),
                     parameter("prompt", Type::Text, "hello")};
  info.parameters[0].min = info.parameters[1].min = 1;
  info.parameters[0].max = info.parameters[1].max = 8192;
  info.parameters[0].unit = "rows";
  info.parameters[1].follows = "n";
  info.parameters[2].max = 1;
  info.parameters[3].choices = {"pageable", "pinned"};
  info.variants.resize(2);
  info.variants[0].name = "naive";
  info.variants[1].name = "tiled";
  return info;
}

TEST(ParameterForm, MakesAFieldOfEachTypeWithItsDefault) {
  ParameterForm form(everyType());
  EXPECT_EQ(form.findChild<QDoubleSpinBox*>("n")->value(), 512);
  EXPECT_EQ(form.findChild<QDoubleSpinBox*>("n")->suffix(), " rows");
  EXPECT_EQ(form.findChild<QDoubleSpinBox*>("rate")->value(), 0.5);
  EXPECT_EQ(form.findChild<QComboBox*>("memory")->currentText(), "pinned");
  EXPECT_EQ(form.findChild<QLineEdit*>("prompt")->text(), "hello");
  EXPECT_TRUE(form.findChild<QDoubleSpinBox*>("n")->toolTip().contains("8192"));
}

TEST(ParameterForm, SaysWhatNothingStandsForAndStillSendsIt) {
  ExperimentInfo info = everyType();
  info.parameters[0].nothing = "all";
  info.parameters[0].defaultValue = 1;
  info.parameters[4].nothing = "Strata's own";
  info.parameters[4].defaultValue = "";
  ParameterForm form(info);
  EXPECT_EQ(form.findChild<QDoubleSpinBox*>("n")->text(), "all");
  EXPECT_EQ(form.findChild<QLineEdit*>("prompt")->placeholderText(), "Strata's own");
  EXPECT_EQ(form.request().parameters["n"], 1);
  EXPECT_EQ(form.request().parameters["prompt"], "");
  form.findChild<QDoubleSpinBox*>("n")->setValue(2);
  EXPECT_EQ(form.findChild<QDoubleSpinBox*>("n")->text(), "2 rows");
}

TEST(ParameterForm, SaysWhatIsInItAsARequest) {
  ParameterForm form(everyType());
  form.findChild<QDoubleSpinBox*>("n")->setValue(257);
  form.findChild<QCheckBox*>("naive")->setChecked(false);
  const Request request = form.request();
  EXPECT_EQ(request.name, "everything");
  EXPECT_EQ(*request.parameters,
            (nlohmann::json{{"n", 257}, {"rate", 0.5}, {"memory", "pinned"}, {"prompt", "hello"}}));
  EXPECT_TRUE(request.parameters["n"].is_number_integer());
  EXPECT_EQ(request.variants, std::vector<std::string>{"tiled"});
}

TEST(ParameterForm, ANumberThatMeansNoOrYesSaysSo) {
  ExperimentInfo info;
  info.name = "product";
  info.parameters = {parameter("trans_a", ParameterInfo::Type::Integer, 0)};
  info.parameters[0].max = 1;
  ParameterForm form(info);
  auto* box = form.findChild<QComboBox*>("trans_a");
  ASSERT_NE(box, nullptr);
  EXPECT_EQ(box->currentText(), "no");
  EXPECT_EQ(box->toolTip(), "What it is.") << "no and yes are all there is";
  int changes = 0;
  QObject::connect(&form, &ParameterForm::changed, [&] { ++changes; });
  box->setCurrentText("yes");
  EXPECT_EQ(changes, 1);
  Request earlier = form.request();
  EXPECT_EQ(earlier.parameters["trans_a"], 1);
  earlier.parameters = nlohmann::json{{"trans_a", 0}};
  form.fill(earlier);
  EXPECT_EQ(box->currentText(), "no");
}

TEST(ParameterForm, ATipHasTheWholeRange) {
  ExperimentInfo info;
  info.name = "random";
  info.parameters = {parameter("seed", ParameterInfo::Type::Integer, 1),
                     parameter("part", ParameterInfo::Type::Number, 0.5)};
  info.parameters[0].max = 4294967295;
  info.parameters[1].max = 1;
  ParameterForm form(info);
  EXPECT_EQ(form.findChild<QDoubleSpinBox*>("seed")->accessibleDescription(), "What it is.\nFrom 0 to 4294967295");
  EXPECT_EQ(form.findChild<QDoubleSpinBox*>("part")->accessibleDescription(), "What it is.\nFrom 0 to 1");
}

TEST(ParameterForm, AFollowingParameterIsSentOnceSet) {
  ParameterForm form(everyType());
  auto* m = form.findChild<QDoubleSpinBox*>("m");
  EXPECT_EQ(m->text(), "= n");
  EXPECT_FALSE(form.request().parameters->contains("m"));
  m->setValue(130);
  EXPECT_EQ(form.request().parameters["m"], 130);
  m->setValue(m->minimum());
  EXPECT_FALSE(form.request().parameters->contains("m"));
}

TEST(ParameterForm, ShowsAnEarlierRequest) {
  ParameterForm form(everyType());
  Request request;
  *request.parameters = {{"n", 64}, {"m", 96}, {"rate", 0.25}, {"memory", "pageable"}, {"prompt", "bye"}};
  request.variants = {"tiled"};
  form.fill(request);
  EXPECT_EQ(form.request().parameters, request.parameters);
  EXPECT_EQ(form.request().variants, request.variants);
  request.parameters["m"] = 64;
  form.fill(request);
  EXPECT_EQ(form.findChild<QDoubleSpinBox*>("m")->text(), "= n");
  EXPECT_FALSE(form.request().parameters->contains("m"));
}

TEST(ParameterForm, ShowsHowOftenAnEarlierRequestRepeated) {
  ExperimentInfo info = everyType();
  info.parameters.push_back(parameter("repeat", ParameterInfo::Type::Integer, 5));
  ParameterForm form(info);
  Request request;
  *request.parameters = {{"repeat", 5}};
  request.repeat = 3;
  form.fill(request);
  EXPECT_EQ(form.request().parameters["repeat"], 3);
}

TEST(ParameterForm, IgnoresWhatItHasNoFieldForAndWhatIsOfAnotherType) {
  ParameterForm form(everyType());
  const Request before = form.request();
  Request request;
  *request.parameters = {{"depth", 3}, {"n", "many"}, {"rate", {1, 2}}, {"memory", "none such"}, {"prompt", 7}};
  form.fill(request);
  EXPECT_EQ(form.request().parameters, before.parameters);
  EXPECT_EQ(form.request().variants, before.variants);
  *request.parameters = nlohmann::json::array();
  form.fill(request);
  EXPECT_EQ(form.request().parameters, before.parameters);
}

TEST(ParameterForm, ANumberThatIsBeingTypedCounts) {
  ParameterForm form(everyType());
  auto* box = form.findChild<QDoubleSpinBox*>("n");
  box->findChild<QLineEdit*>()->setText("64 rows");
  EXPECT_EQ(form.request().parameters["n"], 64);
  form.findChild<QDoubleSpinBox*>("rate")->findChild<QLineEdit*>()->setText("0.25");
  EXPECT_EQ(form.request().parameters["rate"], 0.25);
}

TEST(ParameterForm, ANumberThatCannotBeStaysAndIsNotRun) {
  ParameterForm form(everyType());
  auto* box = form.findChild<NumberBox*>("n");
  auto* words = box->findChild<QLineEdit*>();
  for (const char* typed : {"99999999", "0", "many", "2.5", ""}) {
    words->clear();
    words->insert(typed);
    QFocusEvent leaves(QEvent::FocusOut);
    QApplication::sendEvent(box, &leaves);
    EXPECT_EQ(words->text(), QString(typed) + " rows");
    EXPECT_EQ(form.request().parameters["n"], 512) << typed << ": the last that could be";
    const auto asked = form.requestToRun();
    ASSERT_FALSE(asked.ok()) << typed;
    EXPECT_EQ(asked.error().code, ErrorCode::Usage);
    EXPECT_NE(asked.error().message.find("8192"), std::string::npos) << asked.error().message;
    EXPECT_TRUE(box->property("bad").toBool());
  }
  words->clear();
  words->insert("1e3");
  EXPECT_EQ(form.requestToRun().value().parameters["n"], 1000);
  EXPECT_FALSE(box->property("bad").toBool());
}

/// With German as the language of the system.
class GermanForm : public ::testing::Test {
 protected:
  GermanForm() { QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany)); }
  ~GermanForm() override { QLocale::setDefault(m_before); }

 private:
  QLocale m_before;
};

TEST_F(GermanForm, AFractionHasAPointOrACommaAndIsShownWithAPoint) {
  ParameterForm form(everyType());
  auto* box = form.findChild<NumberBox*>("rate");
  EXPECT_EQ(box->text(), "0.5");
  auto* words = box->findChild<QLineEdit*>();
  for (const char* typed : {"0.8", "0,8"}) {
    box->put(0.5);
    words->clear();
    words->insert(typed);
    EXPECT_TRUE(box->problem().isEmpty()) << typed;
    EXPECT_EQ(form.requestToRun().value().parameters["rate"], 0.8) << typed;
    EXPECT_EQ(box->text(), "0.8");
  }
  words->clear();
  words->insert("0,123456");
  EXPECT_EQ(form.requestToRun().value().parameters["rate"], 0.1235);
  EXPECT_EQ(box->text(), "0.1235") << "what is shown is what runs";
  for (const char* typed : {"0.000,5", "0,000.5", "1,5"}) {
    words->clear();
    words->insert(typed);
    EXPECT_FALSE(form.requestToRun().ok()) << typed;
  }
}

TEST_F(GermanForm, AWholeNumberHasNeitherPointNorCommaAndTheReasonIsSaid) {
  ParameterForm form(everyType());
  auto* box = form.findChild<NumberBox*>("n");
  auto* words = box->findChild<QLineEdit*>();
  for (const char* typed : {"1.000", "1,000", "2.0", "2,000", "8,192"}) {
    words->clear();
    words->insert(typed);
    const auto asked = form.requestToRun();
    ASSERT_FALSE(asked.ok()) << typed;
    EXPECT_NE(asked.error().message.find("without point or comma"), std::string::npos) << asked.error().message;
    EXPECT_EQ(form.request().parameters["n"], 512) << typed;
  }
  box->put(1000);
  EXPECT_EQ(box->text(), "1000 rows");
}

TEST(ParameterForm, AFollowingParameterThatIsClearedFollowsAgain) {
  ParameterForm form(everyType());
  auto* m = form.findChild<NumberBox*>("m");
  m->setValue(130);
  m->findChild<QLineEdit*>()->setText("0");
  EXPECT_FALSE(m->problem().isEmpty()) << "below its smallest";
  m->findChild<QLineEdit*>()->clear();
  EXPECT_FALSE(form.requestToRun().value().parameters->contains("m"));
  EXPECT_EQ(m->text(), "= n");
}

TEST(ParameterForm, AVariantIsCalledAsInResultsAndAlsoByItsTitle) {
  ExperimentInfo info = everyType();
  info.variants[0].name = "conflict_free";
  info.variants[0].title = "No bank conflicts";
  ParameterForm form(info);
  form.resize(600, 600);
  form.show();
  auto& box = *form.findChild<VariantBox*>("conflict_free");
  EXPECT_EQ(box.text(), "conflict_free  ·  No bank conflicts");
  EXPECT_EQ(box.shownWords(), box.text());
  EXPECT_EQ(form.findChild<VariantBox*>("tiled")->text(), "tiled");
  box.resize(140, box.height());
  EXPECT_TRUE(box.shownWords().startsWith("conflict_free") && box.shownWords().endsWith("…"))
      << box.shownWords().toStdString();
}

TEST(ParameterForm, AllVariantsNoneOrOneAloneAreCheckedAtOnce) {
  ParameterForm form(everyType());
  int changes = 0;
  QObject::connect(&form, &ParameterForm::changed, [&changes] { ++changes; });
  const auto click = [&form](Msg words) {
    for (QToolButton* each : form.findChildren<QToolButton*>())
      if (each->text() == say(words)) each->click();
  };
  click(Msg::FormCheckNone);
  EXPECT_TRUE(form.request().variants.empty());
  EXPECT_EQ(changes, 1);
  click(Msg::FormCheckAll);
  EXPECT_EQ(form.request().variants.size(), 2u);
  form.findChild<QCheckBox*>("tiled")->actions().front()->trigger();
  EXPECT_EQ(form.request().variants, std::vector<std::string>{"tiled"});
  EXPECT_EQ(changes, 3);
}

TEST(ParameterForm, NoVariantIsNotAllOfThem) {
  ParameterForm form(everyType());
  for (const char* name : {"naive", "tiled"}) form.findChild<QCheckBox*>(name)->setChecked(false);
  EXPECT_FALSE(form.requestToRun().ok());
  EXPECT_TRUE(form.problem().has_value());
  form.fill(Request{});  // an earlier one that asked for all
  EXPECT_EQ(form.requestToRun().value().variants.size(), 2u);
}

TEST(ParameterForm, AFileCanBeLookedForAndATextIsAsWideAsTheForm) {
  ExperimentInfo info = everyType();
  info.parameters.push_back(parameter("model", ParameterInfo::Type::File, ""));
  ParameterForm form(info);
  EXPECT_NE(form.findChild<QPushButton*>("Browse"), nullptr);
  form.resize(320, 600);
  form.show();
  EXPECT_GT(form.findChild<QLineEdit*>("prompt")->width(), 280);
}

TEST(ParameterForm, RowsThatMeanNothingWithTheChoiceAreHiddenAndNotAskedFor) {
  ExperimentInfo info = everyType();
  info.parameters[0] = usedWith("memory", {"pinned"}, info.parameters[0]);
  info.parameters[4] = usedWith("memory", {"pageable"}, info.parameters[4]);
  ParameterForm form(info);
  const auto seen = [&](const char* name) { return !form.findChild<QWidget*>(name)->isHidden(); };
  EXPECT_TRUE(seen("n"));
  EXPECT_FALSE(seen("prompt"));
  EXPECT_FALSE(form.request().parameters->contains("prompt"));
  form.findChild<QComboBox*>("memory")->setCurrentText("pageable");
  EXPECT_FALSE(seen("n"));
  EXPECT_TRUE(seen("prompt"));
  EXPECT_EQ(form.request().parameters["prompt"], "hello");
  form.findChild<NumberBox*>("n")->findChild<QLineEdit*>()->setText("0");
  EXPECT_TRUE(form.requestToRun().ok()) << "nobody sees the number that cannot be";
  form.findChild<QComboBox*>("memory")->setCurrentText("pinned");
  EXPECT_FALSE(form.requestToRun().ok());
}

TEST(ParameterForm, GpusAreOfferedByTheirTitlesAndAskedForByTheirNames) {
  ParameterForm form(*findExperiment("matmul").value());
  auto* box = form.findChild<QComboBox*>("model_gpu");
  ASSERT_NE(box, nullptr);
  EXPECT_TRUE(box->currentText().startsWith("auto: NVIDIA RTX A6000")) << box->currentText().toStdString();
  EXPECT_EQ(form.request().parameters["model_gpu"], "auto");
  box->setCurrentText("NVIDIA A100 SXM 80 GB");
  EXPECT_EQ(form.request().parameters["model_gpu"], "a100");
  Request other;
  other.parameters["model_gpu"] = "7900xtx";
  form.fill(other);
  EXPECT_EQ(box->currentText(), "AMD Radeon RX 7900 XTX");
  EXPECT_GE(box->findText("none"), 0);
}

TEST(ParameterForm, FramesShowWhatTheirContentUses) {
  ParameterForm form(*findExperiment("frames").value());
  const std::map<std::string, std::set<std::string>> used{{"heat", {"kernel", "steps"}},
                                                          {"mandelbrot", {"kernel", "iterations"}},
                                                          {"features", {"kernel", "layer"}},
                                                          {"attention", {"layer", "head"}}};
  for (const auto& [content, names] : used) {
    form.findChild<QComboBox*>("content")->setCurrentText(QString::fromStdString(content));
    for (const char* name : {"kernel", "steps", "iterations", "layer", "head"})
      EXPECT_EQ(!form.findChild<QWidget*>(name)->isHidden(), names.contains(name)) << content << " " << name;
    EXPECT_FALSE(form.findChild<QWidget*>("side")->isHidden());
  }
}

TEST(ParameterForm, FollowsWhatIsSwitchedWhileFramesCome) {
  ParameterForm form(*findExperiment("frames").value());
  const auto choice = [&](const char* name) { return form.findChild<QComboBox*>(name)->currentText(); };
  form.fill(withSwitches(form.request(), {FrameWay::Host, FramePacing::SemaphoreOff}));
  EXPECT_EQ(choice("semaphore"), "off");
  EXPECT_EQ(choice("pacing"), "newest wins");
  EXPECT_EQ(form.request().variants.size(), kFrameWays.size()) << "a run that ends by itself goes through its ways";

  Request untilStopped = form.request();
  untilStopped.parameters["frames"] = 0;
  form.fill(withSwitches(untilStopped, {FrameWay::Host, FramePacing::LockStep}));
  EXPECT_EQ(choice("semaphore"), "on");
  EXPECT_EQ(choice("pacing"), "lock-step");
  EXPECT_EQ(form.request().variants, std::vector<std::string>{"host"});
}

TEST(ParameterForm, AFractionIsShownAndAskedForAsOne) {
  ParameterForm mandelbrot(*findExperiment("mandelbrot").value()), norm(*findExperiment("norm").value());
  EXPECT_EQ(mandelbrot.findChild<NumberBox*>("x")->text(), "-0.75");
  EXPECT_EQ(norm.findChild<NumberBox*>("epsilon")->text(), "0.00001");
  EXPECT_EQ(norm.request().parameters["epsilon"], 1e-5);
  Request earlier;
  earlier.parameters["x"] = -743'000'000;  // as such parameters once were
  mandelbrot.fill(earlier);
  EXPECT_EQ(mandelbrot.request().parameters["x"], -0.75);
  earlier.parameters["x"] = -0.743;
  mandelbrot.fill(earlier);
  EXPECT_EQ(mandelbrot.findChild<NumberBox*>("x")->text(), "-0.743");
}

TEST(ParameterForm, TheWheelOverAnEditorChangesNothing) {
  QApplication::setStyle(new HandStyle("Fusion"));
  ParameterForm form(everyType());
  for (const char* name : {"n", "rate", "memory"}) {
    auto* editor = form.findChild<QWidget*>(name);
    editor->ensurePolished();
    const auto before = form.request().parameters;
    QWheelEvent wheel({5, 5}, {5, 5}, {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(editor, &wheel);
    EXPECT_EQ(form.request().parameters, before) << name;
    EXPECT_FALSE(wheel.isAccepted()) << "the dock scrolls";
  }
}

TEST(ParameterForm, ValuesStayInTheirRange) {
  ParameterForm form(everyType());
  auto* n = form.findChild<QDoubleSpinBox*>("n");
  n->setValue(1e9);
  EXPECT_EQ(form.request().parameters["n"], 8192);
  n->setValue(-5);
  EXPECT_EQ(form.request().parameters["n"], 1);
}

TEST(ParameterForm, EveryExperimentsFormIsARequestItsAgentAccepts) {
  for (const ExperimentInfo* info : experiments()) {
    ParameterForm form(*info);
    for (const ParameterInfo& p : info->parameters)
      EXPECT_NE(form.findChild<QWidget*>(QString::fromStdString(p.name)), nullptr) << p.name;
    for (const VariantInfo& v : info->variants)
      EXPECT_NE(form.findChild<QCheckBox*>(QString::fromStdString(v.name)), nullptr) << v.name;
    const auto resolved = resolveParameters(*info, *form.request().parameters);
    ASSERT_TRUE(resolved.ok()) << resolved.error().message;
    for (const ParameterInfo& p : info->parameters)
      if (!p.defaultValue->is_null()) {
        EXPECT_EQ(resolved.value()[p.name], *p.defaultValue) << p.name;
      }
  }
}

}  // namespace
}  // namespace strata
