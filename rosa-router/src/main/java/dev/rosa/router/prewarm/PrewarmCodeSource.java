package dev.rosa.router.prewarm;

import com.google.protobuf.ByteString;
import dev.rosa.api.ActiveApplication;
import dev.rosa.bundle.BuiltInBundle;
import dev.rosa.bundle.FailurePolicy;
import dev.rosa.domainstate.Revoked;
import dev.rosa.examples.prewarm.Deciding;
import dev.rosa.examples.prewarm.Reading;
import dev.rosa.examples.prewarm.Rewriting;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.keys.UserId;
import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.catalogue.CodeSource;
import dev.rosa.router.catalogue.FetchedBundle;
import dev.rosa.router.catalogue.Revocations;
import dev.rosa.router.execution.LoadedCode;
import dev.rosa.router.execution.PrewarmCode;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Simulated Code Server for prewarming, in memory: a few codes, a secret that never leaves this
 * process, a refused code, and revocations. Answers at once. Immutable and thread-safe until it is
 * closed, which wipes the secret.
 */
final class PrewarmCodeSource implements CodeSource, AutoCloseable {

  static final int EPOCH = 1;

  private static final String PUBLISHER = "prewarming";
  private static final List<Class<? extends ActiveApplication>> APPLICATIONS =
      List.of(Reading.class, Rewriting.class, Deciding.class);

  /** The first so many of them send every packet on. */
  private static final int PASSING = 2;

  private final CodeSecret secret;
  private final Map<CodeDigest, byte[]> bundles = new HashMap<>();
  private final Map<CodeDigest, List<byte[]>> samples = new HashMap<>();
  private final List<CodeDigest> served = new ArrayList<>();
  private final CodeDigest refused;
  private final long revokedSession;
  private final Catalogue catalogue;

  /**
   * Such a source.
   *
   * @param prewarmCodes codes of the router that it serves, too; they need no bundle, being loaded
   */
  PrewarmCodeSource(SecureRandom random, Collection<PrewarmCode> prewarmCodes) {
    secret = CodeSecret.random(random);
    refused = CodeDigest.of(bytes(random, CodeDigest.BYTES));
    revokedSession = random.nextLong();
    for (Class<? extends ActiveApplication> application : APPLICATIONS) {
      serve(BuiltInBundle.of(application, FailurePolicy.DROP));
    }
    serve(BuiltInBundle.of(Deciding.class, FailurePolicy.FORWARD));
    for (PrewarmCode prewarmCode : prewarmCodes) {
      LoadedCode code = prewarmCode.code();
      serve(code.digest(), new byte[0]);
      samples.put(code.digest(), code.samples());
    }
    catalogue = new Catalogue(entries(), revocations(random));
  }

  private void serve(byte[] bundle) {
    serve(CodeDigest.ofBundle(bundle), bundle);
  }

  private void serve(CodeDigest digest, byte[] bundle) {
    bundles.put(digest, bundle);
    served.add(digest);
  }

  private List<Catalogue.Entry> entries() {
    List<Catalogue.Entry> entries = new ArrayList<>();
    for (CodeDigest code : served) {
      entries.add(new Catalogue.Entry(code, "prewarming", true, Set.of(EPOCH)));
    }
    entries.add(new Catalogue.Entry(refused, "prewarming", false, Set.of()));
    return entries;
  }

  private Revocations revocations(SecureRandom random) {
    return Revocations.of(
        List.of(
            new Revoked.Session(revokedSession),
            new Revoked.User(UserId.of(bytes(random, UserId.BYTES))),
            new Revoked.Code(CodeDigest.of(bytes(random, CodeDigest.BYTES)))));
  }

  private static byte[] bytes(SecureRandom random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Codes that packets may ask for. */
  List<CodeDigest> served() {
    return served;
  }

  /** Payloads that this code is made for; none: it takes any. */
  List<byte[]> samples(CodeDigest code) {
    return samples.getOrDefault(code, List.of());
  }

  /** True if no packet ends at this code. */
  boolean letsPass(CodeDigest code) {
    return served.indexOf(code) < PASSING;
  }

  /** A code that is in the catalogue, and that the prewarming router may not have. */
  CodeDigest refused() {
    return refused;
  }

  /** A session that was revoked. */
  long revokedSession() {
    return revokedSession;
  }

  /** Kci of every code. */
  CodeSecret secret() {
    return secret;
  }

  @Override
  public Catalogue catalogue() {
    return catalogue;
  }

  @Override
  public CompletionStage<Answer<CodeSecret>> fetchSecret(CodeDigest code, int epoch) {
    return CompletableFuture.completedFuture(Answer.found(CodeSecret.of(secret.copyBytes())));
  }

  @Override
  public CompletionStage<Answer<FetchedBundle>> fetchCode(CodeDigest code) {
    return CompletableFuture.completedFuture(
        Answer.found(new FetchedBundle(ByteString.copyFrom(bundles.get(code)), Set.of(PUBLISHER))));
  }

  @Override
  public void close() {
    secret.destroy();
  }
}
