#include "app/studio/parameter_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <algorithm>
#include <cmath>
#include <optional>

#include "app/studio/picture_pad.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"
#include "engine/base/shipped.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline studio {
namespace {

constexpr int kEditorWidth = 118;

QString unitSuffix(const ParameterInfo& parameter) {
  return parameter.unit.empty() ? QString() : QStringLiteral(" ") + toQt(parameter.unit);
}

QString tooltip(const ParameterInfo& parameter) {
  QStringList lines{toQt(parameter.help)};
  if (parameter.max > parameter.min)
    lines << say(Msg::StudioRange,
                 {QString::number(parameter.min), QString::number(parameter.max), toQt(parameter.unit)});
  if (!parameter.follows.empty()) lines << say(Msg::StudioFollows, {toQt(parameter.follows)});
  return lines.join(QLatin1Char('\n')).trimmed();
}

/// Takes any number that is typed, and puts one that is beyond its limits at the nearer of them.
class NumberBox : public QDoubleSpinBox {
 public:
  using QDoubleSpinBox::QDoubleSpinBox;

  QValidator::State validate(QString& input, int& position) const override {
    const QValidator::State state = QDoubleSpinBox::validate(input, position);
    return state == QValidator::Invalid && numberIn(input) ? QValidator::Intermediate : state;
  }

  void fixup(QString& input) const override {
    if (const auto number = numberIn(input))
      input = textFromValue(std::clamp(*number, minimum(), maximum())) + suffix();
  }

 private:
  std::optional<double> numberIn(const QString& input) const {
    QString words = input;
    if (words.endsWith(suffix())) words.chop(suffix().size());
    bool ok = false;
    const double number = locale().toDouble(words.trimmed(), &ok);
    return ok && std::isfinite(number) ? std::optional(number) : std::nullopt;
  }
};

QDoubleSpinBox* makeNumberBox(const ParameterInfo& parameter, int decimals) {
  auto* box = new NumberBox;
  box->setDecimals(decimals);
  if (parameter.max > parameter.min) box->setRange(parameter.min, parameter.max);
  box->setSuffix(unitSuffix(parameter));
  keepFont(box, [] { return monoFont(); });
  box->setKeyboardTracking(false);
  box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  box->setSpecialValueText(toQt(parameter.nothing));
  if (parameter.defaultValue->is_number()) box->setValue(parameter.defaultValue->get<double>());
  return box;
}

/// What the box says, a number that is still being typed too.
double valueOf(QDoubleSpinBox* box) {
  box->interpretText();
  return box->value();
}

/// The wheel over an editor that nobody chose scrolls the form.
class WheelScrolls : public QObject {
 public:
  using QObject::QObject;
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::Wheel || static_cast<QWidget*>(watched)->hasFocus()) return false;
    event->ignore();
    return true;
  }
};

}  // namespace

ParameterForm::ParameterForm(const ExperimentInfo& info, QWidget* parent) : QWidget(parent), m_info(info) {
  auto* rows = new QFormLayout(this);
  rows->setContentsMargins(12, 2, 12, 10);
  rows->setVerticalSpacing(7);
  rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  rows->setFormAlignment(Qt::AlignTop);
  rows->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  for (const ParameterInfo& parameter : m_info.parameters) addParameter(*rows, parameter);
  addVariants(*rows);
}

void ParameterForm::addParameter(QFormLayout& rows, const ParameterInfo& parameter) {
  QWidget* editor = makeEditor(parameter);
  editor->setObjectName(toQt(parameter.name));
  editor->setMinimumWidth(kEditorWidth);
  editor->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  editor->setToolTip(tooltip(parameter));
  editor->setFocusPolicy(Qt::StrongFocus);
  editor->installEventFilter(new WheelScrolls(editor));
  auto* label = new QLabel(toQt(parameter.title.empty() ? parameter.name : parameter.title));
  label->setToolTip(editor->toolTip());
  label->setBuddy(editor);
  label->setMinimumWidth(kEditorWidth);
  label->setWordWrap(true);
  rows.addRow(label, editor);
  if (parameter.type == ParameterInfo::Type::Picture) addPad(rows, parameter, static_cast<QLineEdit&>(*editor));
}

void ParameterForm::addPad(QFormLayout& rows, const ParameterInfo& parameter, QLineEdit& line) {
  auto* pad = new PicturePad(toQt((shippedFolder("models") / parameter.shipped).string()));
  connect(&line, &QLineEdit::textChanged, pad, &PicturePad::open);
  connect(pad, &PicturePad::named, &line, &QLineEdit::setText);
  pad->open(line.text());
  rows.addRow(pad);
  m_pads.push_back(pad);
}

QWidget* ParameterForm::makeEditor(const ParameterInfo& parameter) {
  switch (parameter.type) {
    case ParameterInfo::Type::Integer: return makeInteger(parameter);
    case ParameterInfo::Type::Number: return makeNumber(parameter);
    case ParameterInfo::Type::Choice: return makeChoice(parameter);
    case ParameterInfo::Type::Text:
    case ParameterInfo::Type::Picture: break;
  }
  return makeText(parameter);
}

// "Not set" is one step below the smallest value. A QSpinBox would end at 2^31.
QWidget* ParameterForm::makeInteger(const ParameterInfo& parameter) {
  const bool follows = parameter.defaultValue->is_null();
  QDoubleSpinBox* box = makeNumberBox(parameter, 0);
  if (follows) {
    box->setMinimum(parameter.min - 1);
    box->setSpecialValueText(say(Msg::StudioSameAs, {toQt(parameter.follows)}));
    box->setValue(box->minimum());
  }
  m_fields.push_back({parameter.name,
                      [box, follows]() -> nlohmann::json {
                        const double value = valueOf(box);
                        if (follows && value == box->minimum()) return nullptr;
                        return static_cast<std::int64_t>(std::llround(value));
                      },
                      [box, follows](const nlohmann::json& value) {
                        if (value.is_number()) box->setValue(std::max(value.get<double>(), box->minimum() + follows));
                        if (value.is_null() && follows) box->setValue(box->minimum());
                      },
                      follows ? parameter.follows : std::string()});
  connect(box, &QDoubleSpinBox::valueChanged, this, &ParameterForm::changed);
  return box;
}

QWidget* ParameterForm::makeNumber(const ParameterInfo& parameter) {
  QDoubleSpinBox* box = makeNumberBox(parameter, 4);
  m_fields.push_back({parameter.name,
                      [box]() -> nlohmann::json { return valueOf(box); },
                      [box](const nlohmann::json& value) {
                        if (value.is_number()) box->setValue(value.get<double>());
                      },
                      {}});
  connect(box, &QDoubleSpinBox::valueChanged, this, &ParameterForm::changed);
  return box;
}

QWidget* ParameterForm::makeChoice(const ParameterInfo& parameter) {
  auto* box = new QComboBox;
  for (const std::string& choice : parameter.choices) box->addItem(toQt(choice));
  if (parameter.defaultValue->is_string()) box->setCurrentText(toQt(parameter.defaultValue->get<std::string>()));
  m_fields.push_back({parameter.name,
                      [box]() -> nlohmann::json { return box->currentText().toStdString(); },
                      [box](const nlohmann::json& value) {
                        if (value.is_string()) box->setCurrentText(toQt(value.get<std::string>()));
                      },
                      {}});
  connect(box, &QComboBox::currentTextChanged, this, &ParameterForm::changed);
  return box;
}

QWidget* ParameterForm::makeText(const ParameterInfo& parameter) {
  auto* line = new QLineEdit;
  line->setPlaceholderText(toQt(parameter.nothing));
  const auto show = [line](const nlohmann::json& value) {
    if (!value.is_string()) return;
    line->setText(toQt(value.get<std::string>()));
    line->setCursorPosition(0);  // of a long text its beginning
  };
  show(*parameter.defaultValue);
  m_fields.push_back({parameter.name, [line]() -> nlohmann::json { return line->text().toStdString(); }, show, {}});
  return line;
}

void ParameterForm::addVariants(QFormLayout& rows) {
  if (m_info.variants.empty()) return;
  auto* heading = new QLabel(say(Msg::StudioVariants));
  heading->setObjectName(QStringLiteral("Note"));
  rows.addRow(heading);
  for (const VariantInfo& variant : m_info.variants) {
    auto* box = new QCheckBox(toQt(variant.title.empty() ? variant.name : variant.title));
    box->setObjectName(toQt(variant.name));
    box->setChecked(true);
    box->setToolTip(asTip(toQt(variant.idea)));
    const QString name = toQt(variant.name);
    connect(box, &QCheckBox::toggled, this, &ParameterForm::changed);
    connect(box, &QCheckBox::clicked, this, [this, name] { emit variantActivated(name); });
    rows.addRow(box);
    m_variants.push_back(box);
  }
}

Request ParameterForm::request() const {
  Request request;
  request.verb = Request::Verb::Run;
  request.name = m_info.name;
  for (const Field& each : m_fields)
    if (auto value = each.value(); !value.is_null()) request.parameters[each.name] = std::move(value);
  for (std::size_t i = 0; i < m_variants.size(); ++i)
    if (m_variants[i]->isChecked()) request.variants.push_back(m_info.variants[i].name);
  return request;
}

Result<Request> ParameterForm::requestToRun() {
  for (PicturePad* pad : m_pads) STRATA_TRY(pad->keep());
  return request();
}

void ParameterForm::fill(const Request& request) {
  nlohmann::json values = *request.parameters;
  if (request.repeat != 0 && values.is_object()) values["repeat"] = request.repeat;
  for (const Field& each : m_fields) {
    const nlohmann::json* value = field(values, each.name);
    if (!value) continue;
    const nlohmann::json* followed = each.follows.empty() ? nullptr : field(values, each.follows);
    each.setValue(followed && *followed == *value ? nlohmann::json() : *value);
  }
  if (request.variants.empty()) return;
  for (std::size_t i = 0; i < m_variants.size(); ++i)
    m_variants[i]->setChecked(std::ranges::count(request.variants, m_info.variants[i].name) != 0);
}

}  // namespace strata::inline studio
