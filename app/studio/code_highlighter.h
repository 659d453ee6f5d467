#pragma once

#include <QSyntaxHighlighter>
#include <QTextCharFormat>
#include <vector>

#include <QRegularExpression>

#include "app/canvas/theme.h"

namespace strata::inline studio {

/// Colours for CUDA/HIP C++: what belongs to the GPU stands out, comments step back.
class CodeHighlighter : public QSyntaxHighlighter {
  Q_OBJECT
 public:
  explicit CodeHighlighter(QTextDocument* document);
  void setTheme(const Theme& theme);

 protected:
  void highlightBlock(const QString& text) override;

 private:
  struct Rule {
    QRegularExpression pattern;
    QTextCharFormat format;
  };
  std::vector<Rule> m_rules;
};

}  // namespace strata::inline studio
