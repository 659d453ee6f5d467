#include "app/studio/code_highlighter.h"

#include "app/canvas/color_math.h"
#include "app/studio/studio_style.h"

namespace strata::inline studio {
namespace {

QTextCharFormat colored(Color color) {
  QTextCharFormat format;
  format.setForeground(toQt(color));
  return format;
}

}  // namespace

CodeHighlighter::CodeHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {
  const auto follow = [this] { setTheme(StudioStyle::shared().theme()); };
  follow();
  connect(&StudioStyle::shared(), &StudioStyle::changed, this, follow);
}

// Later rules win, so comments come last.
void CodeHighlighter::setTheme(const Theme& theme) {
  m_rules.clear();
  const auto add = [this, &theme](const char* pattern, Color color) {
    m_rules.push_back({QRegularExpression(QString::fromUtf8(pattern)), colored(readableOn(theme.well, color))});
  };
  add("\\b(if|else|for|while|return|const|constexpr|static|template|typename|struct|using|namespace|auto|unsigned)\\b",
      storeyInfo(Storey::Driver).color);
  add("\\b(float|double|int|void|bool|char|size_t)\\b", storeyInfo(Storey::Runtime).color);
  add("\\b[0-9][0-9a-fA-Fx.]*[fu]?\\b", storeyInfo(Storey::Library).color);
  add("\\b(__\\w+__|__\\w+|threadIdx|blockIdx|blockDim|gridDim)\\b", theme.good);
  add("^\\s*#.*$", storeyInfo(Storey::Framework).color);
  add("//.*$", theme.textDim);
  rehighlight();
}

void CodeHighlighter::highlightBlock(const QString& text) {
  for (const Rule& rule : m_rules) {
    auto matches = rule.pattern.globalMatch(text);
    while (matches.hasNext()) {
      const auto match = matches.next();
      setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()), rule.format);
    }
  }
}

}  // namespace strata::inline studio
