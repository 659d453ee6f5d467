#include "app/studio/session_reading.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QMainWindow>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>

#include "app/session/kernel_file.h"
#include "app/studio/message_bar.h"
#include "app/studio/session_files.h"
#include "app/studio/ui_text.h"
#include "engine/interchange/exporter.h"

namespace strata {
namespace {

constexpr int kPatienceMs = 60'000;

/// Reads a file that is not there, and lets the test say how far that is.
struct Reading {
  SessionReading::Opening say;
  QPointer<SessionReading> reading = new SessionReading(
      [this](SessionReading::Opening opening) {
        say = std::move(opening);
        return std::make_unique<Session>();
      },
      {"/nowhere/at/all.pftrace"}, nullptr);
};

TEST(SessionReading, KnowsWhatShareIsRead) {
  Reading one;
  EXPECT_EQ(one.reading->share(), 0);
  EXPECT_TRUE(one.say(50, 200));
  EXPECT_DOUBLE_EQ(one.reading->share(), 0.25);
  EXPECT_TRUE(one.say(200, 200));
  EXPECT_DOUBLE_EQ(one.reading->share(), 1);
  EXPECT_TRUE(one.say(0, 0)) << "an empty file";
  EXPECT_DOUBLE_EQ(one.reading->share(), 0);
  QSignalSpy done(one.reading.data(), &SessionReading::done);
  ASSERT_TRUE(done.count() > 0 || done.wait(kPatienceMs));
  EXPECT_FALSE(one.reading->take().ok());
  delete one.reading;
}

TEST(SessionReading, WhatNobodyWantsAnyMoreIsToldToEndAndGoes) {
  Reading one;
  QSignalSpy done(one.reading.data(), &SessionReading::done), gone(one.reading.data(), &QObject::destroyed);
  one.reading->abandon();
  EXPECT_FALSE(one.say(1, 2));
  ASSERT_TRUE(gone.count() > 0 || gone.wait(kPatienceMs));
  EXPECT_TRUE(one.reading.isNull());
  EXPECT_EQ(done.count(), 0);
}

TEST(MessageBar, ShowsTheShareThatIsRead) {
  QMainWindow window;
  MessageBar bar(window);
  int cancelled = 0;
  bar.showProgress("Opening a", 0.25, "Cancel", [&] { ++cancelled; });
  auto* progress = bar.findChild<QProgressBar*>();
  ASSERT_NE(progress, nullptr);
  EXPECT_EQ(progress->value(), 25);
  EXPECT_EQ(progress->maximum(), 100);
  bar.showProgress("Opening a", 0.99, "Cancel", [] {});
  EXPECT_EQ(progress->value(), 99);
  bar.findChild<QPushButton*>("MessageAction")->click();
  EXPECT_EQ(cancelled, 1);
  bar.show("Something else", MessageBar::Tone::Problem, {}, {});
  EXPECT_TRUE(progress->isHidden());
}

TEST(SessionFilter, LetsThroughWhatIsReadAndWhatExportWrites) {
  const QString filter = say(Msg::StudioSessionFilter);
  const qsizetype begin = filter.indexOf('(') + 1;
  const QStringList patterns = filter.mid(begin, filter.indexOf(')') - begin).split(' ');
  QStringList names{"a.sqlite", "a.db", "a.perfetto-trace", "ranks.tar", "ranks.tar.zst", "ranks.zip", "ranks.7z"};
  for (const char* exporter : {"perfetto", "chrome"}) {
    const QString name = QStringLiteral("a.") + toQt(findExporter(exporter)->extension);
    names << name << name + ".gz";
  }
  for (const QString& name : names) EXPECT_TRUE(QDir::match(patterns, name)) << name.toStdString();
}

TEST(OpenFilter, FirstLetsThroughAllThatOpens) {
  const QString first = SessionFiles::openFilter().section(";;", 0, 0);
  const QStringList patterns = first.section('(', 1).section(')', 0, 0).split(' ');
  for (const char* name : {"a.pftrace", "a.json", "a.tar", "a.cu", "a.hpp", "a.lesson"})
    EXPECT_TRUE(QDir::match(patterns, name)) << name;
}

TEST(KernelFilter, LetsThroughWhatOpensInTheEditor) {
  const QString filter = say(Msg::KernelFilter);
  const qsizetype begin = filter.indexOf('(') + 1;
  const QStringList patterns = filter.mid(begin, filter.indexOf(')') - begin).split(' ');
  for (QString pattern : patterns) EXPECT_TRUE(isKernelFile(pattern.replace('*', 'a').toStdString()));
  for (const char* name : {"a.cu", "a.cuh", "a.hip", "a.cpp", "a.h", "a.hpp"})
    EXPECT_TRUE(isKernelFile(name) && QDir::match(patterns, name)) << name;
  EXPECT_FALSE(isKernelFile("a.pftrace"));
}

}  // namespace
}  // namespace strata
