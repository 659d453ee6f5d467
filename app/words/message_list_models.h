#pragma once

// What the views of models show: a language model's tokens, the digit reader; see message_list.h.

#define STRATA_MODEL_MESSAGES(X)                                                                                       \
  /* views: tokens */                                                                                                  \
  X(StudioModelFilter, "Models (*.gguf *.bin *.onnx *.safetensors config.json)")                                       \
  X(StudioModelTaken, "{0} is now the model of {1}; Run starts it.")                                                   \
  X(TokensTitle, "Transformer")                                                                                        \
  X(TokensEmpty, "No text yet")                                                                                        \
  X(TokensEmptyHint,                                                                                                   \
    "Choose the experiment Transformer and press Run: a language model reads the prompt and writes on, token by "      \
    "token.")                                                                                                          \
  X(TokensEmptyClick,                                                                                                  \
    "Each token can be clicked: what it looked at, what else could have come, and its kernels in the timeline.")       \
  X(TokensPrompt, "prompt")                                                                                            \
  X(TokensWritten, "written")                                                                                          \
  X(TokensCount, "{0} prompt + {1} written")                                                                           \
  X(TokensEnded, "ended: {0}")                                                                                         \
  X(TokensPromptSpeed, "prefill {0} tokens/s")                                                                         \
  X(TokensWriteSpeed, "decode {0} tokens/s, mean")                                                                     \
  X(TokensOnlyIds, "ids only: no tokenizer was recorded; name one under Tokenizer and run again")                      \
  X(TokensText, "Text, token by token")                                                                                \
  X(TokensTextHeat, "Colour: where {0} looked")                                                                        \
  X(TokensEarlier, "◂ {0} earlier")                                                                                    \
  X(TokensLater, "{0} later ▸")                                                                                        \
  X(TokensNext, "After {0}")                                                                                           \
  X(TokensTaken, "taken")                                                                                              \
  X(TokensOthers, "all others")                                                                                        \
  X(TokensBefore, "before {0}")                                                                                        \
  X(TokensTemperature, "temperature {0}")                                                                              \
  X(TokensTopK, "top k {0}")                                                                                           \
  X(TokensTopP, "top p {0}")                                                                                           \
  X(TokensNextNotFinite, "Not finite: the model gave no probabilities here.")                                          \
  X(TokensNoNextPrompt, "A prompt's tokens go through the model together; only what may follow the last one is kept.") \
  X(TokensNoNextLast, "Written last and never read back: what could follow was not computed.")                         \
  X(TokensNoNext, "Not watched in this run: set Watch to on.")                                                         \
  X(TokensAttention, "Attention")                                                                                      \
  X(TokensLayer, "layer {0}")                                                                                          \
  X(TokensHead, "head {0}")                                                                                            \
  X(TokensTipHead, "to layer {0} (0 … {1}), head {2} (0 … {3}); arrow keys and the wheel lead on, too")                \
  X(TokensHeadNotRead,                                                                                                 \
    "Not recorded in this run. The agent that ran it reads the written tokens again to show this head.")               \
  X(TokensAttentionHow, "each row: a token, most colour where it looked most; the arrows lead to other heads")         \
  X(TokensAttentionHowShort, "a row: one token, most colour where it looked most")                                     \
  X(TokensNoAttention, "Attention is recorded for tokens written with Watch on.")                                      \
  X(TokensNoneReadBack, "Attention is recorded as a written token is read; here only the prompt was read.")            \
  X(TokensNorms, "Residual stream")                                                                                    \
  X(TokensEmbedding, "emb")                                                                                            \
  X(TokensNoNorms, "not recorded for this token")                                                                      \
  X(TokensCache, "Key-value cache")                                                                                    \
  X(TokensCacheFill, "{0} of {1} tokens")                                                                              \
  X(TokensCacheTokens, "{0} tokens")                                                                                   \
  X(TokensTipToken, "{0}: token {1}, entry {2} of the vocabulary")                                                     \
  X(TokensTipRead, "read in {0} {1}")                                                                                  \
  X(TokensTipPrompt, "part of the prompt, read together with the others")                                              \
  X(TokensTipUnread, "written last; never read back")                                                                  \
  X(TokensTipLooked, "{0} gave it {1} of its attention {2}")                                                           \
  X(TokensTipKept, "the model on the device {0}:")                                                                     \
  X(TokensTipClick, "click: highlight its call")                                                                       \
  X(TokensTipNext, "{0} is {1} likely to come after {2} {3}")                                                          \
  X(TokensTipTaken, "this one was taken; click: go to it")                                                             \
  X(TokensTipOthers, "all other entries of the vocabulary together: {0} {1}")                                          \
  X(TokensTipCell, "{0} (row, token {1}) gave {2} (column, token {3}) {4} of its attention {5}")                       \
  X(TokensTipNoCell, "{0} is not watched: a prompt's tokens go through the model together")                            \
  X(TokensTipNorm, "length of the residual stream after layer {0}: {1} {2}; each layer adds to it")                    \
  X(TokensTipEmbedding, "length of the residual stream after the embedding, before the first layer: {0} {1}")          \
  X(TokensTipCache, "keys and values of the tokens up to here, kept so that no token is read twice: {0} {1}")          \
  /* views: the digit reader */                                                                                        \
  X(CnnTitle, "Digit reader")                                                                                          \
  X(CnnEmpty, "No picture read yet")                                                                                   \
  X(CnnEmptyHint,                                                                                                      \
    "Choose the experiment Digit reader and press Run: one picture goes through the network, and every stage is "      \
    "shown here.")                                                                                                     \
  X(CnnSays, "It is a {0}")                                                                                            \
  X(CnnSaysAn, "It is an {0}")                                                                                         \
  X(CnnUndecided, "Undecided: {0} at {1}")                                                                             \
  X(CnnStage, "{0} · {1}")                                                                                             \
  X(CnnProbability, "probability")                                                                                     \
  X(CnnTipCell, "{0}, channel {1}, row {2}, column {3}: {4} {5}")                                                      \
  X(CnnTipDigit, "{0}: logit {1} {2}, probability {3} {4}")
