#include "app/studio/parameter_form.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "app/session/opened_model.h"
#include "app/studio/choice_box.h"
#include "app/studio/number_box.h"
#include "app/studio/picture_pad.h"
#include "app/studio/tab_order.h"
#include "app/studio/ui_text.h"
#include "app/studio/variant_box.h"
#include "engine/base/shipped.h"
#include "engine/protocol/json_fields.h"
#include "layers/workloads/ladder/ladder_experiment.h"

namespace strata::inline studio {
namespace {

constexpr int kEditorWidth = 118;

/// Whether a number means no or yes.
bool isSwitch(const ParameterInfo& parameter) {
  return parameter.type == ParameterInfo::Type::Integer && parameter.min == 0 && parameter.max == 1 &&
         parameter.defaultValue->is_number();
}

QString tooltip(const ParameterInfo& parameter) {
  QStringList lines{toQt(parameter.help)};
  const auto number = [](double value) { return QString::number(value, 'g', 10); };
  if (parameter.max > parameter.min && !isSwitch(parameter))
    lines << say(Msg::StudioRange, {number(parameter.min), number(parameter.max), toQt(parameter.unit)});
  if (!parameter.follows.empty()) lines << say(Msg::StudioFollows, {toQt(parameter.follows)});
  return lines.join(QLatin1Char('\n')).trimmed();
}

QString parameterTitle(const ParameterInfo& parameter) {
  return toQt(parameter.title.empty() ? parameter.name : parameter.title);
}

/// Of a dialog that asks for its file; empty: all files.
QString parameterFilter(const ParameterInfo& parameter) {
  return parameter.files.empty() ? QString()
                                 : say(Msg::FormFilesFilter, {parameterTitle(parameter), toQt(parameter.files)});
}

/// A file of a Hugging Face folder stands for the folder.
QString modelMeant(const QString& path) {
  const auto model = openedModel(path.toStdString());
  return model ? toQt(model->path) : path;
}

bool isText(const ParameterInfo& parameter) {
  using Type = ParameterInfo::Type;
  return parameter.type == Type::Text || parameter.type == Type::File || parameter.type == Type::Picture;
}

/// What the box says, a number that is still being typed too; of one that cannot be, the last that could.
double valueOf(NumberBox* box) {
  if (box->problem().isEmpty()) box->interpretText();
  return box->value();
}

QToolButton* headingButton(Msg words, Msg tip) {
  auto* button = new QToolButton;
  button->setText(say(words));
  button->setAutoRaise(true);
  button->setToolTip(say(tip));
  button->setAccessibleName(say(tip));
  return button;
}

}  // namespace

ParameterForm::ParameterForm(const ExperimentInfo& info, QWidget* parent)
    : QWidget(parent), m_info(info), m_rows(new QFormLayout(this)) {
  m_rows->setContentsMargins(12, 2, 12, 10);
  m_rows->setVerticalSpacing(7);
  m_rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  m_rows->setFormAlignment(Qt::AlignTop);
  m_rows->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  for (const ParameterInfo& parameter : m_info.parameters) {
    const int first = m_rows->rowCount();
    addParameter(*m_rows, parameter);
    Field& field = m_fields.back();
    field.usedWith = parameter.usedWith, field.firstRow = first, field.endRow = m_rows->rowCount();
  }
  addVariants(*m_rows);
  connect(this, &ParameterForm::changed, this, &ParameterForm::showUsed);
  showUsed();
}

bool ParameterForm::isUsed(const Field& field) const {
  if (!field.usedWith) return true;
  const auto choice = std::ranges::find(m_fields, field.usedWith->choice, &Field::name);
  return choice == m_fields.end() || field.usedWith->holds(choice->value());
}

void ParameterForm::showUsed() {
  for (const Field& field : m_fields)
    for (int row = field.firstRow; row < field.endRow; ++row)
      if (m_rows->isRowVisible(row) != isUsed(field)) m_rows->setRowVisible(row, isUsed(field));
}

void ParameterForm::addParameter(QFormLayout& rows, const ParameterInfo& parameter) {
  QWidget* editor = makeEditor(parameter);
  editor->setObjectName(toQt(parameter.name));
  editor->setMinimumWidth(kEditorWidth);
  editor->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  editor->setFocusPolicy(Qt::StrongFocus);
  auto* label = new QLabel(parameterTitle(parameter));
  label->setToolTip(tooltip(parameter));
  label->setBuddy(editor);
  label->setMinimumWidth(kEditorWidth);
  label->setWordWrap(true);
  if (auto* box = qobject_cast<NumberBox*>(editor))
    box->setHelp(label->toolTip());
  else
    editor->setToolTip(label->toolTip());
  if (!isText(parameter)) return rows.addRow(label, editor);
  auto* line = static_cast<QLineEdit*>(editor);
  rows.addRow(label);
  parameter.type == ParameterInfo::Type::Text ? rows.addRow(line) : rows.addRow(withBrowse(*line, parameter));
  if (parameter.type == ParameterInfo::Type::Picture) addPad(rows, parameter, *line);
}

/// The line of a file's name, and beside it a button that asks for one; a model may be a folder.
QLayout* ParameterForm::withBrowse(QLineEdit& line, const ParameterInfo& parameter) {
  const QString title = parameterTitle(parameter);
  auto* browse = new QPushButton(say(Msg::FormBrowse));
  browse->setObjectName(QStringLiteral("Browse"));
  browse->setAccessibleName(say(Msg::FormBrowseFor, {title}));
  browse->setToolTip(browse->accessibleName());
  auto* row = new QHBoxLayout;
  row->setSpacing(6);
  row->addWidget(&line, 1);
  row->addWidget(browse);
  const auto askFile = [&line, title, parameter] {
    const QString path =
        QFileDialog::getOpenFileName(line.window(), title, QFileInfo(line.text()).path(), parameterFilter(parameter));
    if (!path.isEmpty()) line.setText(parameter.isModel ? modelMeant(path) : path);
  };
  if (!parameter.isModel) {
    connect(browse, &QPushButton::clicked, &line, askFile);
    return row;
  }
  auto* menu = new QMenu(browse);
  menu->addAction(say(Msg::FormBrowseFile), &line, askFile);
  menu->addAction(say(Msg::FormBrowseFolder), &line, [&line, title] {
    const QString path = QFileDialog::getExistingDirectory(line.window(), title, QFileInfo(line.text()).path());
    if (!path.isEmpty()) line.setText(path);
  });
  browse->setMenu(menu);
  return row;
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
    case ParameterInfo::Type::Integer: return isSwitch(parameter) ? makeSwitch(parameter) : makeInteger(parameter);
    case ParameterInfo::Type::Number: return makeNumber(parameter);
    case ParameterInfo::Type::Choice: return makeChoice(parameter);
    case ParameterInfo::Type::Text:
    case ParameterInfo::Type::File:
    case ParameterInfo::Type::Picture: break;
  }
  return makeText(parameter);
}

// "Not set" is one step below the smallest value. A QSpinBox would end at 2^31.
QWidget* ParameterForm::makeInteger(const ParameterInfo& parameter) {
  const bool follows = parameter.defaultValue->is_null();
  auto* box = new NumberBox(parameter);
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
                        if (value.is_number()) box->put(std::max(value.get<double>(), box->minimum() + follows));
                        if (value.is_null() && follows) box->put(box->minimum());
                      },
                      follows ? parameter.follows : std::string()});
  connect(box, &NumberBox::valueChanged, this, &ParameterForm::changed);
  connect(box, &NumberBox::judged, this, &ParameterForm::changed);
  connect(box, &NumberBox::leftWrong, this, &ParameterForm::leftWrong);
  return box;
}

QWidget* ParameterForm::makeNumber(const ParameterInfo& parameter) {
  auto* box = new NumberBox(parameter);
  m_fields.push_back({parameter.name,
                      [box]() -> nlohmann::json { return valueOf(box); },
                      [box](const nlohmann::json& value) {
                        const double number = value.is_number() ? value.get<double>() : NAN;
                        if (number >= box->minimum() && number <= box->maximum()) box->put(number);
                      },
                      {}});
  connect(box, &NumberBox::valueChanged, this, &ParameterForm::changed);
  connect(box, &NumberBox::judged, this, &ParameterForm::changed);
  connect(box, &NumberBox::leftWrong, this, &ParameterForm::leftWrong);
  return box;
}

QWidget* ParameterForm::makeSwitch(const ParameterInfo& parameter) {
  auto* box = new QComboBox;
  box->addItems({say(Msg::FormNo), say(Msg::FormYes)});
  const auto show = [box](const nlohmann::json& value) {
    if (value.is_number()) box->setCurrentIndex(value.get<double>() != 0 ? 1 : 0);
  };
  show(*parameter.defaultValue);
  m_fields.push_back({parameter.name, [box]() -> nlohmann::json { return box->currentIndex(); }, show, {}});
  connect(box, &QComboBox::currentTextChanged, this, &ParameterForm::changed);
  return box;
}

QWidget* ParameterForm::makeChoice(const ParameterInfo& parameter) {
  auto* box = new ChoiceBox;
  for (const std::string& choice : parameter.choices) {
    const std::string title = choiceTitle(parameter.name, choice);
    box->addItem(toQt(title.empty() ? choice : title), toQt(choice));
  }
  box->view()->setMinimumWidth(box->view()->sizeHintForColumn(0));  // there an entry is whole
  const auto show = [box](const nlohmann::json& value) {
    const int at = value.is_string() ? box->findData(toQt(value.get<std::string>())) : -1;
    if (at >= 0) box->setCurrentIndex(at);
  };
  show(*parameter.defaultValue);
  m_fields.push_back(
      {parameter.name, [box]() -> nlohmann::json { return box->currentData().toString().toStdString(); }, show, {}});
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

void ParameterForm::setNothing(const char* parameter, const QString& words) {
  const auto known = std::ranges::find(m_info.parameters, parameter, &ParameterInfo::name);
  auto* line = findChild<QLineEdit*>(QString::fromLatin1(parameter));
  if (line && known != m_info.parameters.end())
    line->setPlaceholderText(words.isEmpty() ? toQt(known->nothing) : words);
}

QLayout* ParameterForm::variantsHeading() {
  auto* line = new QHBoxLayout;
  auto* heading = new QLabel(say(Msg::StudioVariants));
  heading->setObjectName(QStringLiteral("Note"));
  line->addWidget(heading, 1);
  if (m_info.variants.size() < 2) return line;
  for (const bool all : {true, false}) {
    QToolButton* button = all ? headingButton(Msg::FormCheckAll, Msg::FormCheckAllTip)
                              : headingButton(Msg::FormCheckNone, Msg::FormCheckNoneTip);
    connect(button, &QToolButton::clicked, this, [this, all] { check([all](const QCheckBox*) { return all; }); });
    line->addWidget(button);
  }
  return line;
}

void ParameterForm::check(const std::function<bool(const QCheckBox*)>& wanted) {
  for (QCheckBox* box : m_variants) {
    const QSignalBlocker quiet(box);
    box->setChecked(wanted(box));
  }
  emit changed();
}

void ParameterForm::addVariants(QFormLayout& rows) {
  if (m_info.variants.empty()) return;
  rows.addRow(variantsHeading());
  for (const VariantInfo& variant : m_info.variants) {
    auto* box = new VariantBox(variantWords(variant));
    box->addAction(say(Msg::FormCheckOnly, {toQt(variant.name)}), this,
                   [this, box] { check([box](const QCheckBox* each) { return each == box; }); });
    box->setObjectName(toQt(variant.name));
    box->setChecked(true);
    setTip(*box, toQt(variant.idea));
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
    if (auto value = each.value(); !value.is_null() && isUsed(each)) request.parameters[each.name] = std::move(value);
  for (std::size_t i = 0; i < m_variants.size(); ++i)
    if (m_variants[i]->isChecked()) request.variants.push_back(m_info.variants[i].name);
  return request;
}

std::optional<ParameterForm::Problem> ParameterForm::problem() const {
  for (NumberBox* box : findChildren<NumberBox*>())
    if (const QString text = box->problem(); !text.isEmpty() && !box->isHidden()) return Problem{text, box};
  if (!m_variants.empty() && std::ranges::none_of(m_variants, &QCheckBox::isChecked))
    return Problem{say(Msg::FormNoVariant), m_variants.front()};
  return std::nullopt;
}

Result<Request> ParameterForm::requestToRun() {
  if (const auto wrong = problem()) {
    goTo(*wrong->field, true);
    return Error{ErrorCode::Usage, wrong->text.toStdString(), Storey::Model};
  }
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
  const bool all = request.variants.empty();
  for (std::size_t i = 0; i < m_variants.size(); ++i)
    m_variants[i]->setChecked(all || std::ranges::count(request.variants, m_info.variants[i].name) != 0);
}

}  // namespace strata::inline studio
