#pragma once

/// What lessons, and the list of them, say of themselves where they are in German.
#define STRATA_GERMAN_MESSAGES(X)                                                                       \
  X(LessonAtPage, "Seite {0} von {1}")                                                                  \
  X(LessonPage, "{0} von {1}")                                                                          \
  X(LessonBack, "Zurück")                                                                               \
  X(LessonLeave, "Alle Lektionen")                                                                      \
  X(LessonNext, "Weiter")                                                                               \
  X(LessonFinish, "Fertig")                                                                             \
  X(LessonRun, "Ausführen")                                                                             \
  X(LessonRunAgain, "Noch einmal")                                                                      \
  X(LessonRunning, "Läuft …")                                                                           \
  X(LessonOpen, "Aufnahme öffnen")                                                                      \
  X(LessonReveal, "Ergebnis")                                                                           \
  X(LessonRestart, "Von vorn")                                                                          \
  X(LessonMoreBelow, "Unten geht es weiter: Bild ab")                                                   \
  X(LessonMoreBelowTip, "Zeigt, was auf dieser Seite weiter unten steht")                               \
  X(LessonResumed, "Hier hast du aufgehört. Deine Vorhersagen sind noch da.")                           \
  X(LessonGoesOn, "Weiter auf Seite {0} von {1}. {2}")                                                  \
  X(LessonTourNeedsRun, "Noch ist nichts gelaufen. Drücke Run: Die Tour zeigt dann diesen Lauf.")       \
  X(LessonTourRuns, "Es läuft. Danach zeigt die Tour einen der Aufrufe.")                               \
  X(LessonChanged, "Die Lektion ist geändert worden, seit du sie begonnen hast, und beginnt von vorn.") \
  X(LessonNeeds, "Diese Seite braucht „{0}“. Seit die Lektion geöffnet wurde, ist das nicht gelaufen.") \
  X(LessonWaits, "Vorher fehlt noch {0}.")                                                              \
  X(LessonFinishWaits, "Bevor du fertig bist, fehlt noch {0}.")                                         \
  X(LessonYourPrediction, "deine Vorhersage")                                                           \
  X(LessonNoPrediction, "(keine Vorhersage)")                                                           \
  X(LessonTheRun, "der Lauf")                                                                           \
  X(LessonTheRecording, "die Aufnahme")                                                                 \
  X(LessonTheGoal, "das Ziel")                                                                          \
  X(LessonRightAnswer, "eine richtige Antwort")                                                         \
  X(HandoutOrder, "Nummeriere sie: 1 kommt zuerst.")                                                    \
  X(HandoutNumber, "Eine Zahl von {0} bis {1}.")                                                        \
  X(HandoutLine, "Eine Zeile im Text des Kernels.")                                                     \
  X(HandoutStorey, "Ein Stockwerk des Stacks.")                                                         \
  X(HandoutPredicted, "vorhergesagt: {0}")                                                              \
  X(HandoutRecording, "Aufnahme")                                                                       \
  X(HandoutCameOut, "So kam es heraus auf {0}, {1}.")                                                   \
  X(HandoutMeasured, "gemessen")                                                                        \
  X(HandoutCounted, "gezählt")                                                                          \
  X(HandoutModelled, "modelliert")                                                                      \
  X(HandoutWritten, "Geschrieben am {0}.")                                                              \
  X(HandoutRanOn, "Gelaufen auf {0}.")                                                                  \
  X(HandoutRecordedOn, "Aufgenommen auf {0}.")                                                          \
  X(HandoutHints, "Tipps")                                                                              \
  X(HandoutSolution, "Eine Lösung")                                                                     \
  X(HandoutPublished, "veröffentlicht")                                                                 \
  X(ShowWorking, "läuft … Esc hält an")                                                                 \
  X(ShowLosesVotes, "Noch einmal Esc oder Q beendet; die Stimmen gehen verloren.")                      \
  X(ShowKeys, "Tasten")                                                                                 \
  X(ShowKeysHint, "H: Tasten")                                                                          \
  X(ShowKeyBack, "Bild auf, ←, Rechtsklick")                                                            \
  X(ShowKeyBackDoes, "die Seite davor")                                                                 \
  X(ShowKeyEnds, "Pos1, Ende")                                                                          \
  X(ShowKeySpotDoes, "ein Lichtkreis am Zeiger")                                                        \
  X(ShowKeyBlackDoes, "ein schwarzer Bildschirm")                                                       \
  X(ShowKeyTimerDoes, "die Zeit seit Beginn")                                                           \
  X(ShowKeyLightDoes, "heller Grund oder schwarzer")                                                    \
  X(ShowKeyScreenDoes, "die Seite auf dem nächsten Bildschirm")                                         \
  X(ShowKeyHelpDoes, "diese Tasten")                                                                    \
  X(ShowKeyStopDoes, "hält den Lauf an; ohne Lauf das Ende")                                            \
  X(ShowKeyLeaveDoes, "das Ende der Vorführung")                                                        \
  X(LessonKeyOn, "Eingabe, Bild ab, →")                                                                 \
  X(LessonKeyOnDoes, "Lauf, Ergebnis, Hinweis und Lösung, nächste Seite")                               \
  X(LessonKeyDigit, "1 … 9, Klick")                                                                     \
  X(LessonKeyDigitDoes, "eine Hand für diese Antwort")                                                  \
  X(LessonKeyLower, "Umschalt+Ziffer, Rücktaste")                                                       \
  X(LessonKeyLowerDoes, "eine Hand zurück, die neueste zurück")                                         \
  X(LessonKeyAim, "← →, Ziffern, Skala")                                                                \
  X(LessonKeyAimDoes, "Zahl der Klasse; Umschalt: zehn Schritte")                                       \
  X(LessonKeyGuess, "Leertaste")                                                                        \
  X(LessonKeyGuessDoes, "die Zahl ist eine Schätzung von mehreren")                                     \
  X(LessonKeyAgainDoes, "alle Hände zurück; ein Lauf noch einmal")                                      \
  X(LessonKeySkipDoes, "nächste Seite, auch wenn etwas fehlt")                                          \
  X(LessonKeyEndsDoes, "die erste Seite, die erste, die wartet")                                        \
  X(HandoutSpec, "Datenblatt")                                                                          \
  X(PuzzleBudget, "{0}: höchstens {1}, Bestwert {2}")                                                   \
  X(PuzzleSpent, "{0}: deine {1}, höchstens {2}, Bestwert {3}")                                         \
  X(PuzzleEmpty, "Dort steht noch nichts.")                                                             \
  X(PuzzleOver, "{0}: {1} gezählt, höchstens {2}")                                                      \
  X(PuzzleThreads, "Threads")                                                                           \
  X(LessonNotRunYet, "Diese Seite braucht „{0}“. Geh zurück und führ das zuerst aus.")                  \
  X(LessonNoChoiceHolds, "Was herauskam, ist keine der Antworten.")                                     \
  X(LessonNoOutcome, "Die Lektion hat keine Erklärung für das, was hier herauskam ({0}, Zeile {1}).")   \
  X(LearnerTitle, "Lektionen")                                                                          \
  X(LearnerDone, "Lektionen fertig: {0}, Vorhersagen: {1}.")                                            \
  X(LearnerQuestion, "Frage")                                                                           \
  X(LearnerPredicted, "vorhergesagt")                                                                   \
  X(LearnerCameOut, "Ergebnis")                                                                         \
  X(LearnerOffBy, "daneben um")                                                                         \
  X(LearnerRight, "richtig")                                                                            \
  X(LearnerOther, "anders")                                                                             \
  X(LearnerSaved, "Gespeichert {0}.")                                                                   \
  X(LearnerSavedOn, "Gespeichert {0} auf {1}.")                                                         \
  X(PuzzleRight, "Richtig, und sparsam genug.")                                                         \
  X(PuzzleSolved, "Du hast es schon gelöst.")                                                           \
  X(PuzzleWrongAt, "{0}, Zeile {1}: {2}")                                                               \
  X(PuzzleRuns, "Deine Antwort wird beobachtet, geprüft und gezählt …")                                 \
  X(PuzzleHint, "Ein Tipp (H)")                                                                         \
  X(PuzzleHintTip, "Ein Tipp mehr; H, solange diese Seite die Tasten hat")                              \
  X(LessonModelledFor, "Modelliert für {0}.")                                                           \
  X(PuzzleShowHint, "Tipp zeigen")                                                                      \
  X(PuzzleShowSolution, "Lösung zeigen")                                                                \
  X(PuzzleEdit, "Bearbeiten")                                                                           \
  X(PuzzleEditTip, "Öffnet den Kernel im Editor (E). Füll die Zeile aus; Strg+Eingabe führt ihn aus.")  \
  X(LessonClickScale, "Klick auf die Skala, oder drück →")                                              \
  X(LessonPlaceLine, "Klick auf die Zeile im Text des Kernels, oder geh mit ↓ dorthin")                 \
  X(LessonPlaceStorey, "Klick auf das Stockwerk in der Ansicht Stack, oder drück 1 bis 7")              \
  X(LessonYou, "du: {0}")                                                                               \
  X(LessonHere, "Ergebnis: {0}")                                                                        \
  X(LessonWithin, "Ergebnis: {0} (richtig: höchstens um den Faktor {1} daneben)")                       \
  X(LessonWithinDifference, "Ergebnis: {0} (richtig: höchstens {1} daneben)")                           \
  X(LessonExact, "Ergebnis: {0} (genau richtig)")                                                       \
  X(LessonOff, "Ergebnis: {0} (um den Faktor {1} daneben)")                                             \
  X(LessonOffCount, "Ergebnis: {0} (um {1} daneben)")                                                   \
  X(LessonCloseCounts, "richtig: höchstens um den Faktor {0} daneben")                                  \
  X(LessonCloseWhole, "richtig: die nächste ganze Zahl")                                                \
  X(LessonCloseDifference, "richtig: höchstens {0} daneben")                                            \
  X(LessonNotKnown, "noch nicht bekannt")                                                               \
  X(LessonRight, "wie vorhergesagt")                                                                    \
  X(LessonOther, "anders als vorhergesagt")                                                             \
  X(LessonNoHands, "Noch keine Vorhersage; zweimal Bild ab geht ohne weiter.")                          \
  X(LessonGoesWithout, "Noch keine Vorhersage. Noch einmal Bild ab geht ohne weiter.")                  \
  X(LessonAimHint, "← → oder Ziffern zielen, die Leertaste nimmt die Schätzung auf")                    \
  X(LessonClass, "Klasse: {0}")                                                                         \
  X(LessonGuesses, "Schätzungen: {0}, Median {1}")                                                      \
  X(LessonGuessesLog, "Schätzungen: {0}, Median {1} (logarithmisch)")                                   \
  X(LessonAimed, "dann: {0}")                                                                           \
  X(LessonHandOnLine, "Ein Klick auf die Zeile ist eine Hand")                                          \
  X(LessonRightHands, "{0} von {1} Händen richtig, {2}")                                                \
  X(LessonGuessesRight, "{0} von {1} Schätzungen richtig ({2})")                                        \
  X(LessonOffScale, "„{0}“ ist keine Zahl der Skala von {1} bis {2}; die Rücktaste nimmt sie zurück")   \
  X(LessonOffScaleWhole, "„{0}“ ist keine ganze Zahl von {1} bis {2}; die Rücktaste nimmt sie zurück")  \
  X(LessonOrderHint,                                                                                    \
    "Klick eine Zeile an, oder drück ihre Ziffer: Sie steigt. Stimmt schon alles, klick die erste an.") \
  X(LessonExplore, "Stell das Formular ein und drück Run, bis das Ziel erreicht ist.")                  \
  X(LessonTried, "Läufe: {0}; das Ziel ist noch nicht erreicht")                                        \
  X(LessonReached, "Ziel erreicht")                                                                     \
  X(LessonLine, "Zeile {0}")                                                                            \
  X(LessonReturns, "In *{0}* wurdest du das schon einmal gefragt. Was sagst du jetzt?")                 \
  X(LessonReturnedTitle, "Was damals herauskam")                                                        \
  X(LessonReturned, "Es zählt, was in {0} herauskam. Was falsch war, kommt zuerst wieder.")             \
  X(LessonList, "Lektionen")                                                                            \
  X(LessonsDone, "{0} von {1} fertig")                                                                  \
  X(LessonMinutes, "{0} Min.")                                                                          \
  X(LessonInEnglish, "(Englisch)")                                                                      \
  X(LessonCalibration, "Deine Zahlen: {0}; die Hälfte höchstens um Faktor {1} daneben")                 \
  X(LessonCalibrationFew, "Deine Zahlen: {0}; höchstens um den Faktor 2 daneben: {1}")                  \
  X(LessonOthersRight, "{0} von {1} anderen Vorhersagen richtig")                                       \
  X(LessonCurve, "deine Zahlen")                                                                        \
  X(LessonOffBy, "höchstens daneben um")                                                                \
  X(LessonEarlier, "dünn: deine frühere Hälfte")                                                        \
  X(LessonCalibrationTip, "Wie viele Zahlen höchstens so weit daneben lagen; oben links ist besser.")   \
  X(LessonBackTip, "Zur Seite davor")                                                                   \
  X(LessonNextTip, "Zur nächsten Seite")                                                                \
  X(LessonLeaveTip, "Zur Liste der Lektionen; diese geht dort weiter, wo du aufhörst")                  \
  X(LessonFinishTip, "Die Lektion ist fertig; zur Liste der Lektionen")                                 \
  X(LessonEndTour, "Tour beenden")                                                                      \
  X(LessonEndTourTip, "Zurück zum Lauf, wie er war")                                                    \
  X(LessonBetTip, "Deine Vorhersage; du kannst sie ändern, bis erklärt wird, was herauskam")            \
  X(StudioRestartLessonTip, "Wieder Seite 1, ohne deine Vorhersagen; frühere Antworten bleiben")
