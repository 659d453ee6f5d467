#include "app/studio/results_model.h"

#include <algorithm>
#include <cmath>

#include "app/canvas/badge.h"
#include "app/canvas/format.h"
#include "app/facts/above_roof.h"
#include "app/facts/variant_facts.h"
#include "app/studio/ui_text.h"
#include "engine/base/text_parts.h"
#include "engine/interchange/results_table.h"
#include "engine/protocol/json_fields.h"
#include "engine/protocol/result_order.h"

namespace strata::inline studio {
namespace {

QString kind(const RunResult& result, const char* field) {
  const auto found = result.kinds.find(field);
  return found == result.kinds.end() ? QString() : toQt(provenanceKey(found->second));
}

QString duration(double seconds) {
  return toQt(formatDuration({static_cast<std::int64_t>(std::llround(seconds * 1e9))}));
}

/// Of a time that is only modelled: "2.31 ms, modelled".
QString modelledTime(const ModelledRun& run) {
  return duration(run.seconds) + QStringLiteral(", ") + toQt(provenanceKey(Provenance::Modelled));
}

QString statusWord(const RunResult& result) {
  if (result.leftOut()) return say(Msg::StudioLeftOut);
  switch (result.status) {
    case RunResult::Status::NotRun: return say(Msg::StudioNotRun);
    case RunResult::Status::Stopped: return say(Msg::StudioStopped);
    case RunResult::Status::Unsupported: return say(Msg::StudioUnsupported);
    default: return say(Msg::StudioFailed);
  }
}

/// Of one that failed, as of one that tore, the row says why. One that was modelled instead of run has that time.
QString statusNote(const RunResult& result) {
  QString word = statusWord(result);
  if (result.status == RunResult::Status::NotRun && result.modelled) {
    QString time = modelledTime(*result.modelled);
    return result.leftOut() ? word + QStringLiteral(" · ") + time : time;
  }
  if (result.status != RunResult::Status::Failed || result.message.empty()) return word;
  return say(Msg::StudioFailedAs, {toQt(firstLineOf(result.message))});
}

/// What says how fast it was: arithmetic, tokens or bytes by time.
std::optional<Figure> speedOf(const RunResult& result) {
  const auto kindOf = [&](const char* field) {
    const auto found = result.kinds.find(field);
    return found == result.kinds.end() ? Provenance::Measured : found->second;
  };
  if (result.gflops) return Figure{"gflops", *result.gflops, "GFLOP/s", kindOf("gflops")};
  if (const Figure* writing = result.figure("generation_tokens_per_s")) return *writing;
  if (result.gbytesPerSecond) return Figure{"gbytes_per_s", *result.gbytesPerSecond, "GB/s", kindOf("gbytes_per_s")};
  return {};
}

/// Tokens per second are the mean; the time is not one over them. It has its kind where that is not the speed's beside.
QString medianTime(const RunResult& result) {
  const QString time = duration(result.seconds.median);
  if (result.figure("generation_tokens_per_s")) return say(Msg::StudioMedianToken, {time});
  const auto speed = speedOf(result);
  const QString ofTime = kind(result, "seconds");
  const bool alone = ofTime.isEmpty() || !speed || toQt(provenanceKey(speed->provenance)) == ofTime;
  return alone ? time : time + QStringLiteral(", ") + ofTime;
}

QString value(const RunResult& result, int column) {
  const bool ok = result.status == RunResult::Status::Ok;
  switch (column) {
    case ResultsModel::Variant: return toQt(result.variant);
    case ResultsModel::Speed:
      if (!ok) return QStringLiteral("–");
      if (const auto speed = speedOf(result)) return toQt(formatNumber(speed->value));
      return {};
    case ResultsModel::Share:
      return ok && result.shareOfLibrary ? toQt(formatPercent(*result.shareOfLibrary)) : QString();
    case ResultsModel::Check:
      if (result.torn()) return say(Msg::StudioTorn);
      if (!result.error) return {};
      return QStringLiteral("%1 %2").arg(toQt(formatNumber(result.error->value, 2)),
                                         result.error->withinLimit() ? "✓" : "✗");
    default: return {};
  }
}

/// "≤ 2.4e-06"; with the error itself where the cell has another word.
QString limitText(const RunResult::Check& check, bool whole) {
  const QString error = whole ? toQt(formatNumber(check.value, 2)) : QString();
  const QString sign = check.withinLimit() ? QStringLiteral("≤") : QStringLiteral(">");
  return QStringLiteral("%1 %2 %3").arg(error, sign, toQt(formatNumber(check.limit, 2))).trimmed();
}

QString note(const RunResult& result, int column) {
  switch (column) {
    case ResultsModel::Variant:
      if (result.status != RunResult::Status::Ok) return statusNote(result);
      return result.seconds.median > 0 ? medianTime(result) : toQt(result.message);
    case ResultsModel::Speed:
      if (const auto speed = speedOf(result)) return toQt(provenanceKey(speed->provenance));
      return {};
    case ResultsModel::Share: return result.shareOfLibrary ? kind(result, "share_of_library") : QString();
    case ResultsModel::Check:
      if (!result.error) return {};
      return limitText(*result.error, result.torn());
    default: return {};
  }
}

/// Both lines of a cell in one: "21.8, measured".
QString valueAndNote(const RunResult& result, int column) {
  QStringList both{value(result, column), note(result, column)};
  both.removeAll(QString());
  return both.join(QStringLiteral(", "));
}

/// Of a cell: what is known of the row, and what kind of number the cell's is.
QString tooltip(const RunResult& result, int column) {
  QStringList lines{toQt(result.variant)};
  if (!result.message.empty()) lines << toQt(result.message);
  if (result.seconds.repeats > 0)
    lines << say(Msg::StudioSpread,
                 {duration(result.seconds.median), duration(result.seconds.min), duration(result.seconds.max),
                  QString::number(result.seconds.repeats), toQt(result.seconds.clock)});
  if (const auto& modelled = result.modelled)
    lines << toQt(modelled->gpuTitle) + QStringLiteral(": ") + modelledTime(*modelled);
  if (result.gbytesPerSecond)
    lines << say(Msg::StudioBandwidth,
                 {toQt(formatByteRate(*result.gbytesPerSecond * 1e9)), kind(result, "gbytes_per_s")});
  for (const auto& [figure, words] : {std::pair("prompt_tokens_per_s", Msg::StudioPromptSpeed),
                                      std::pair("generation_tokens_per_s", Msg::StudioWriteSpeed)})
    if (const Figure* speed = result.figure(figure))
      lines << say(words, {toQt(formatNumber(speed->value)), toQt(provenanceKey(speed->provenance))});
  if (const std::string promptNote = textField(*result.details, kPromptNote); !promptNote.empty())
    lines << toQt(promptNote);
  if (const std::string above = aboveRoofText({&result, 1}); !above.empty()) lines << toQt(above);
  if (result.error)
    lines << say(Msg::StudioCheckTip, {toQt(result.error->metric), toQt(formatNumber(result.error->value)),
                                       toQt(formatNumber(result.error->limit))});
  if (const std::string meaning = provenanceMeaning(note(result, column).toStdString()); !meaning.empty())
    lines << toQt(meaning);
  return lines.join(QLatin1Char('\n'));
}

/// What the shares are of, which is not the same in each run.
QString shareTip(const std::vector<RunResult>& results) {
  const std::string_view library = libraryOfShares(results);
  return library.empty() ? QString() : say(Msg::ResultsShareTip, {toQt(library)});
}

int tone(const RunResult& result, int column) {
  if (column == ResultsModel::Check && result.torn()) return -1;
  if (column == ResultsModel::Check && result.error) return result.error->withinLimit() ? 1 : -1;
  return !ranWell(result) && column == ResultsModel::Speed ? -1 : 0;
}

}  // namespace

void ResultsModel::setResults(const std::vector<RunResult>& results) {
  beginResetModel();
  m_results = unsupportedLast(results);
  endResetModel();
}

bool ResultsModel::has(int column) const {
  return std::ranges::any_of(m_results, [&](const RunResult& result) {
    switch (column) {
      case Speed: return speedOf(result).has_value();
      case Share: return result.shareOfLibrary.has_value();
      case Check: return result.error.has_value() || result.torn();
      default: return true;
    }
  });
}

int ResultsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_results.size());
}

int ResultsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant ResultsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const RunResult& result = m_results[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return value(result, index.column());
    case Qt::ToolTipRole: {
      QString tip = tooltip(result, index.column());
      if (index.column() == Share && result.shareOfLibrary) tip += QLatin1Char('\n') + shareTip(m_results);
      return asTip(tip.trimmed());
    }
    case Qt::AccessibleTextRole: return valueAndNote(result, index.column());
    case kNoteRole: return note(result, index.column());
    case kToneRole: return tone(result, index.column());
    default: return {};
  }
}

QString ResultsModel::tableText(const std::vector<int>& rows) const {
  std::vector<nlohmann::json> told;
  told.reserve(rows.size());
  std::vector<ResultRow> table;
  for (const int row : rows) {
    const RunResult& result = m_results[static_cast<std::size_t>(row)];
    table.push_back({told.emplace_back(toldJson(result)), *result.parameters});
  }
  return toQt(tabbedResults(table));
}

QVariant ResultsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((section == Variant ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && section == Share) {
    const QString tip = shareTip(m_results);
    return tip.isEmpty() ? QVariant() : asTip(tip);
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case Variant: return say(Msg::StudioColumnVariant);
    case Speed:
      for (const RunResult& result : m_results)
        if (const auto speed = speedOf(result)) return toQt(speed->unit);
      return QStringLiteral("GFLOP/s");
    case Share: return toQt(shareHead(libraryOfShares(m_results)));
    case Check: return say(Msg::StudioColumnError);
    default: return {};
  }
}

}  // namespace strata::inline studio
