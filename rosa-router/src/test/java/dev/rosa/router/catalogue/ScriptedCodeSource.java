package dev.rosa.router.catalogue;

import com.google.protobuf.ByteString;
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
public final class ScriptedCodeSource implements CodeSource {

  public final List<AwaitedItem> asked = new ArrayList<>();
  public Answer<CodeSecret> secretAnswer;

  /** The Code Server that answers. */
  public Object server = "cs1";

  /** End of the domain's state. */
  public long stateEndMillis = Long.MAX_VALUE;

  private final Map<CodeDigest, Answer<FetchedBundle>> bundles = new HashMap<>();
  private final List<Runnable> heldBack = new ArrayList<>();
  private boolean holding;
  private Catalogue catalogue = Catalogue.EMPTY;
  private final List<Catalogue.Entry> entries = new ArrayList<>();

  /** Registers a code that this router may have, in epoch 1. */
  public CodeDigest admit(byte[] bundle) {
    CodeDigest digest = CodeDigest.ofBundle(bundle);
    bundles.put(digest, found(bundle));
    push(new Catalogue.Entry(digest, "code", true, Set.of(1)), Revocations.NONE);
    return digest;
  }

  public void answerBundle(CodeDigest digest, Answer<FetchedBundle> answer) {
    bundles.put(digest, answer);
  }

  public void push(Catalogue.Entry entry, Revocations revocations) {
    entries.removeIf(old -> old.digest().equals(entry.digest()));
    entries.add(entry);
    catalogue = new Catalogue(entries, revocations);
  }

  public void holdAnswers() {
    holding = true;
  }

  public void releaseAnswers() {
    holding = false;
    List.copyOf(heldBack).forEach(Runnable::run);
    heldBack.clear();
  }

  @Override
  public Catalogue catalogue() {
    return catalogue;
  }

  @Override
  public Object server() {
    return server;
  }

  @Override
  public boolean isStale(long nowMillis) {
    return nowMillis > stateEndMillis;
  }

  @Override
  public CompletionStage<Answer<CodeSecret>> fetchSecret(CodeDigest code, int epoch) {
    asked.add(new AwaitedItem.Secret(code, epoch));
    return answer(secretAnswer.value() == null ? secretAnswer : copy(secretAnswer));
  }

  @Override
  public CompletionStage<Answer<FetchedBundle>> fetchCode(CodeDigest code) {
    asked.add(new AwaitedItem.Bundle(code));
    return answer(bundles.get(code));
  }

  /** A bundle of carol's. */
  public static Answer<FetchedBundle> found(byte[] bundle) {
    return Answer.found(new FetchedBundle(ByteString.copyFrom(bundle), Set.of("carol")));
  }

  /** The receiver destroys what it gets. */
  private static Answer<CodeSecret> copy(Answer<CodeSecret> answer) {
    return Answer.found(CodeSecret.of(answer.value().copyBytes()));
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
