#include "app/studio/picture_pad.h"

#include <QBoxLayout>
#include <QCryptographicHash>
#include <QImageReader>
#include <QLabel>
#include <QToolButton>

#include "app/studio/digit_drawing.h"
#include "app/studio/pad_canvas.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"
#include "engine/base/folder.h"
#include "engine/base/new_file.h"
#include "engine/base/shipped.h"

namespace strata::inline studio {
namespace {

constexpr int kLargest = 64;  ///< a side, of what can be drawn on
constexpr QSize kUsual{28, 28};
constexpr int kReadSide = 56;

/// A binary PGM.
QByteArray pgmOf(const QImage& picture) {
  QByteArray bytes = QStringLiteral("P5\n%1 %2\n255\n").arg(picture.width()).arg(picture.height()).toLatin1();
  for (int y = 0; y < picture.height(); ++y)
    bytes.append(reinterpret_cast<const char*>(picture.constScanLine(y)), picture.width());
  return bytes;
}

std::filesystem::path drawingsFolder() {
  const auto own = ownFolder("pictures");
  return own.empty() ? std::filesystem::temp_directory_path() : own;
}

QString fileOf(const QImage& picture) {
  const QByteArray hash = QCryptographicHash::hash(pgmOf(picture), QCryptographicHash::Sha1).toHex().first(12);
  return toQt((drawingsFolder() / ("drawn-" + hash.toStdString() + ".pgm")).string());
}

/// Null for anything but a small picture.
QImage pictureIn(const QString& file) {
  QImageReader reader(file);
  const QSize size = reader.size();
  if (!size.isValid() || size.width() > kLargest || size.height() > kLargest) return {};
  return reader.read().convertToFormat(QImage::Format_Grayscale8);
}

QToolButton* padTool(Msg words, Msg tip) {
  auto* button = new QToolButton;
  button->setObjectName(QStringLiteral("PadTool"));
  button->setText(say(words));
  button->setToolTip(say(tip));
  button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  return button;
}

}  // namespace

PicturePad::PicturePad(const QString& nothing, QWidget* parent)
    : QWidget(parent), m_nothing(nothing), m_canvas(new PadCanvas), m_read(new QLabel), m_erase(nullptr) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  auto* side = new QWidget;
  addTools(*side);
  row->addWidget(m_canvas);
  row->addWidget(side, 1);
  column->addLayout(row);
  addExamples(*column);
  connect(&StudioStyle::shared(), &StudioStyle::changed, this, &PicturePad::showRead);
  connect(m_canvas, &PadCanvas::changed, this, &PicturePad::drawn);
  connect(m_canvas, &PadCanvas::clearWanted, this, &PicturePad::clear);
  connect(m_canvas, &PadCanvas::erasingWanted, m_erase, &QToolButton::setChecked);
  connect(m_canvas, &PadCanvas::exampleWanted, this, [this](int digit) {
    if (digit < static_cast<int>(m_examples.size())) begin(toQt(m_examples[static_cast<std::size_t>(digit)].string()));
  });
}

void PicturePad::addTools(QWidget& side) {
  auto* column = new QVBoxLayout(&side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  auto* heading = new QLabel(say(Msg::PadReads));
  heading->setObjectName(QStringLiteral("Note"));
  heading->setToolTip(say(Msg::PadReadsTip));
  m_read->setObjectName(QStringLiteral("PadRead"));
  m_read->setToolTip(heading->toolTip());
  m_erase = padTool(Msg::PadErase, Msg::PadEraseTip);
  m_erase->setCheckable(true);
  QToolButton* clear = padTool(Msg::PadClear, Msg::PadClearTip);
  for (QWidget* each : std::initializer_list<QWidget*>{heading, m_read}) column->addWidget(each);
  column->addStretch();
  for (QWidget* each : std::initializer_list<QWidget*>{m_erase, clear}) column->addWidget(each);
  connect(m_erase, &QToolButton::toggled, m_canvas, &PadCanvas::setErasing);
  connect(clear, &QToolButton::clicked, this, &PicturePad::clear);
}

/// In order of their names, which the digit keys follow.
void PicturePad::addExamples(QBoxLayout& column) {
  auto* row = new QHBoxLayout;
  row->setSpacing(2);
  std::error_code ignored;
  for (const auto& file : entriesOf(std::filesystem::path(m_nothing.toStdString()).parent_path(), ignored)) {
    if (file.extension() != ".pgm") continue;
    m_examples.push_back(file);
    const QString name = toQt(file.stem().string()).section(QLatin1Char('_'), -1);
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("PadExample"));
    button->setText(name);
    button->setToolTip(say(Msg::PadExample, {name}));
    button->setAccessibleName(button->toolTip());
    button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(button, &QToolButton::clicked, this, [this, file] { begin(toQt(file.string())); });
    row->addWidget(button);
  }
  column.addLayout(row);
}

void PicturePad::open(const QString& file) {
  const QString wanted = file.trimmed().isEmpty() ? m_nothing : file.trimmed();
  if (wanted == m_file) return;
  m_file = wanted;
  m_drawn = false;
  const QImage picture = pictureIn(wanted);
  const QSize size = picture.isNull() ? kUsual : picture.size(), box = digitBox(size);
  m_canvas->setPicture(picture.isNull() ? blackPicture(size) : picture);
  setTip(*m_canvas, picture.isNull() ? say(Msg::PadNoPicture, {QString::number(kLargest)})
                                     : say(Msg::PadTip, {QString::number(box.width()), QString::number(box.height())}));
  m_toRead = picture;
  showRead();
}

void PicturePad::begin(const QString& file) {
  open(file);
  emit named(file == m_nothing ? QString() : file);
}

void PicturePad::clear() {
  m_canvas->setPicture(blackPicture(m_canvas->picture().size()));
  drawn();
}

void PicturePad::drawn() {
  m_toRead = asMnist(m_canvas->picture());
  m_file = fileOf(m_toRead);
  m_drawn = true;
  showRead();
  emit named(m_file);
}

Result<void> PicturePad::keep() {
  if (!m_drawn) return {};
  const std::string file = m_file.toStdString();
  makeOwnFolder(std::filesystem::path(file).parent_path());  // else writing says why
  return writeWholeFile(file, pgmOf(m_toRead).toStdString());
}

void PicturePad::showRead() {
  const int side = qRound(kReadSide * StudioStyle::shared().textScale());
  m_read->setPixmap(m_toRead.isNull() ? QPixmap()
                                      : QPixmap::fromImage(m_toRead).scaled(side, side, Qt::KeepAspectRatio));
}

}  // namespace strata::inline studio
