package dev.rosa.router;

import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A Code Server that a test fills, and whose answers it can hold back. */
final class ScriptedCodeSource implements CodeSource {

  final List<Need> asked = new ArrayList<>();
  Answer<CodeSecret> secretAnswer;
  private final Map<CodeDigest, Answer<byte[]>> bundles = new HashMap<>();
  private final List<Runnable> heldBack = new ArrayList<>();
  private boolean holding;
  private Catalogue catalogue = Catalogue.EMPTY;
  private final List<Catalogue.Entry> entries = new ArrayList<>();

  /** Registers a code that this router may have, in epoch 1. */
  CodeDigest admit(byte[] bundle) {
    CodeDigest digest = CodeDigest.ofBundle(bundle);
    bundles.put(digest, Answer.found(bundle));
    push(new Catalogue.Entry(digest, "code", true, Set.of(1)), Catalogue.Revocations.NONE);
    return digest;
  }

  void answerBundle(CodeDigest digest, Answer<byte[]> answer) {
    bundles.put(digest, answer);
  }

  void push(Catalogue.Entry entry, Catalogue.Revocations revocations) {
    entries.removeIf(old -> old.digest().equals(entry.digest()));
    entries.add(entry);
    catalogue = new Catalogue(catalogue.version() + 1, entries, revocations);
  }

  void holdAnswers() {
    holding = true;
  }

  void releaseAnswers() {
    holding = false;
    List.copyOf(heldBack).forEach(Runnable::run);
    heldBack.clear();
  }

  @Override
  public Catalogue catalogue() {
    return catalogue;
  }

  @Override
  public CompletionStage<Answer<CodeSecret>> fetchSecret(CodeDigest code, int epoch) {
    asked.add(new Need.Secret(code, epoch));
    return answer(secretAnswer);
  }

  @Override
  public CompletionStage<Answer<byte[]>> fetchCode(CodeDigest code) {
    asked.add(new Need.Bundle(code));
    return answer(bundles.get(code));
  }

  private <T> CompletionStage<Answer<T>> answer(Answer<T> answer) {
    CompletableFuture<Answer<T>> stage = new CompletableFuture<>();
    Runnable complete = () -> stage.complete(answer);
    if (holding) {
      heldBack.add(complete);
    } else {
      complete.run();
    }
    return stage;
  }
}
