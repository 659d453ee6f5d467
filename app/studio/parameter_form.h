#pragma once

#include <nlohmann/json_fwd.hpp>

#include <QWidget>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/protocol/experiment_info.h"
#include "engine/protocol/request.h"

class QCheckBox;
class QFormLayout;
class QLayout;
class QLineEdit;

namespace strata::inline studio {

class PicturePad;

/// One field per parameter of an experiment, made from its description, and a check box per variant.
class ParameterForm : public QWidget {
  Q_OBJECT
 public:
  explicit ParameterForm(const ExperimentInfo& info, QWidget* parent = nullptr);

  /// What the form says, as a request to run. Parameters that follow another one and are not set, and those that mean
  /// nothing with what was chosen, are left out.
  Request request() const;
  /// Shows the parameters and variants of a request. A parameter equal to the one it follows is shown as following it;
  /// parameters the form does not have, or of another type, and fractions beyond their range are ignored, and those not
  /// named keep their value.
  void fill(const Request& request);
  struct Problem {
    QString text;
    QWidget* field;
  };
  /// What keeps it from being run: the first number that cannot be, or that no variant is chosen.
  std::optional<Problem> problem() const;
  /// The request, once what was drawn by hand lies in a file: Io if it cannot. Usage for a problem, whose field then
  /// has the keys.
  Result<Request> requestToRun();
  /// What stands where nothing is typed; empty: the parameter's own words.
  void setNothing(const char* parameter, const QString& words);
  const ExperimentInfo& info() const { return m_info; }

 signals:
  void changed();                                 ///< what would be asked for
  void leftWrong(const QString& why);             ///< a number that cannot be
  void variantActivated(const QString& variant);  ///< the user pointed at it

 private:
  struct Field {
    std::string name;
    std::function<nlohmann::json()> value;                ///< null: not set
    std::function<void(const nlohmann::json&)> setValue;  ///< null where it follows: not set; another type: nothing
    std::string follows;
    std::optional<ParameterInfo::UsedWith> usedWith = {};
    int firstRow = 0, endRow = 0;
  };
  bool isUsed(const Field& field) const;
  void showUsed();  ///< the rows that mean something, and no others
  void addParameter(QFormLayout& rows, const ParameterInfo& parameter);
  QWidget* makeEditor(const ParameterInfo& parameter);
  QWidget* makeInteger(const ParameterInfo& parameter);
  QWidget* makeNumber(const ParameterInfo& parameter);
  QWidget* makeSwitch(const ParameterInfo& parameter);
  QWidget* makeChoice(const ParameterInfo& parameter);
  QWidget* makeText(const ParameterInfo& parameter);
  QLayout* withBrowse(QLineEdit& line, const ParameterInfo& parameter);
  void addPad(QFormLayout& rows, const ParameterInfo& parameter, QLineEdit& line);
  void addVariants(QFormLayout& rows);
  QLayout* variantsHeading();
  void check(const std::function<bool(const QCheckBox*)>& wanted);  ///< of the variants those alone

  ExperimentInfo m_info;
  QFormLayout* m_rows;
  std::vector<Field> m_fields;
  std::vector<PicturePad*> m_pads;
  std::vector<QCheckBox*> m_variants;
};

}  // namespace strata::inline studio
