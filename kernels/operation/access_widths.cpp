#include "kernels/operation/access_widths.h"

#include <algorithm>
#include <optional>

#include "kernels/operation/kept_text.h"

namespace strata::inline operation {
namespace {

constexpr std::string_view kWidthsText =
#include "access_widths.txt.inc"
    ;

constexpr std::string_view kWidthsHead =
    "# How wide a GPU's compiler made the loads and stores of each kernel. `./dev widths` writes this file: do not "
    "edit\n"
    "# it. After compiler and files' fingerprints: kernel, file, then of each statement LINES:MAW, where M is g or s "
    "for\n"
    "# global or shared memory, A is l or s for load or store, and W are the bytes of a lane.\n";

std::optional<int> positive(std::string_view text) {
  const auto value = wholeNumber<int>(text);
  return value && *value > 0 ? value : std::nullopt;
}

std::optional<CompiledAccess> parseCell(std::string_view cell) {
  std::string_view lines = takePart(cell, ':');
  const auto first = positive(takePart(lines, '-')), last = lines.empty() ? first : positive(lines);
  if (!first || !last || cell.size() < 3) return std::nullopt;
  CompiledAccess access{{}, *first, *last, cell[0] == 's', cell[1] == 's', 0};
  for (std::string_view widths = cell.substr(2); !widths.empty();) {
    const auto width = positive(takePart(widths, '+'));
    if (!width) return std::nullopt;
    access.widths |= static_cast<std::uint32_t>(*width);
  }
  return access;
}

std::string cellText(const CompiledAccess& access) {
  std::string text = std::to_string(access.firstLine);
  if (access.lastLine != access.firstLine) text += "-" + std::to_string(access.lastLine);
  text.append(":").append(access.shared ? "s" : "g").append(access.store ? "s" : "l");
  std::string_view between;
  for (std::uint32_t width = 1; width <= access.widths; width *= 2) {
    if ((access.widths & width) == 0) continue;
    text.append(between).append(std::to_string(width));
    between = "+";
  }
  return text;
}

}  // namespace

Result<AccessWidths> AccessWidths::parse(std::string_view text) {
  AccessWidths all;
  for (int line = 1; !text.empty(); ++line) {
    std::string_view rest = takePart(text, '\n');
    if (rest.empty() || rest.starts_with('#')) continue;
    const std::string_view what = takePart(rest, '\t'), subject = takePart(rest, '\t');
    if (what == "compiler") {
      all.compiler = subject;
    } else if (what == "text") {
      all.texts[std::string(subject)] = rest;
    } else {
      while (!rest.empty()) {
        auto access = parseCell(takePart(rest, ' '));
        if (!access)
          return Error{ErrorCode::Io,
                       "Line " + std::to_string(line) +
                           " of the access widths is not understood; write them again with ./dev widths."};
        access->file = subject;
        all.add(std::string(what), *access);
      }
    }
  }
  return all;
}

std::string AccessWidths::text() const {
  std::string text = std::string(kWidthsHead) + "compiler\t" + compiler + "\n";
  for (const auto& [file, fingerprint] : texts)
    text.append("text\t").append(file).append("\t").append(fingerprint) += '\n';
  for (const auto& [kernel, accesses] : m_kernels) {
    std::string_view file;
    for (const CompiledAccess& access : accesses) {
      if (access.file != file) text.append(file.empty() ? "" : "\n").append(kernel).append("\t").append(access.file);
      text.append(access.file != file ? "\t" : " ").append(cellText(access));
      file = access.file;
    }
    text += '\n';
  }
  return text;
}

void AccessWidths::add(const std::string& kernel, const CompiledAccess& access) {
  std::vector<CompiledAccess>& accesses = m_kernels[kernel];
  CompiledAccess place = access;
  place.widths = 0;
  const auto at = std::ranges::lower_bound(accesses, place);
  const auto same = [&](const CompiledAccess& other) {
    place.widths = other.widths;
    return other == place;
  };
  if (at != accesses.end() && same(*at))
    at->widths |= access.widths;
  else
    accesses.insert(at, access);
}

void AccessWidths::forget(const std::string& file) {
  for (auto& [kernel, accesses] : m_kernels)
    std::erase_if(accesses, [&](const CompiledAccess& access) { return access.file == file; });
}

const CompiledAccess* AccessWidths::find(std::string_view kernel, std::string_view file, int line, bool shared,
                                         bool store) const {
  const auto found = m_kernels.find(kernel);
  if (found == m_kernels.end()) return nullptr;
  for (const CompiledAccess& access : found->second)
    if (access.covers(file, line) && access.shared == shared && access.store == store) return &access;
  return nullptr;
}

std::string_view accessWidthsText() {
  return kWidthsText;
}

}  // namespace strata::inline operation
