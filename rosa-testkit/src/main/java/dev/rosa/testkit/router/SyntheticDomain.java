package dev.rosa.testkit.router;

import com.google.protobuf.ByteString;
import dev.rosa.bundle.FailurePolicy;
import dev.rosa.domainstate.Revoked;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.catalogue.CodeSource;
import dev.rosa.router.catalogue.FetchedBundle;
import dev.rosa.router.catalogue.Revocations;
import dev.rosa.router.execution.ApplicationContext;
import dev.rosa.router.execution.CodeBreaker;
import dev.rosa.router.execution.CodeInstance;
import dev.rosa.router.execution.LoadedCode;
import dev.rosa.router.execution.VerifiedCode;
import dev.rosa.router.execution.bytecode.BytecodeInstance;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * Code source with one code and invented sessions, so that a packet path runs without servers. The
 * code lets every packet pass; its secret never leaves the JVM. It has any number of sessions; each
 * is made from its number and not stored. Thread-safe until it is closed, which wipes the secret.
 */
public final class SyntheticDomain implements CodeSource, AutoCloseable {

  /** Its number. */
  static final int DOMAIN = 1;

  /** Its router. */
  static final int NODE = 1;

  private static final int EPOCH = 1;
  private static final int LIFE_SECONDS = 86_400;

  private final CodeDigest code;
  private final CodeSecret secret;
  private final long seed;
  private final long startSeconds;
  private final Catalogue catalogue;

  /**
   * A new domain.
   *
   * @param startSeconds when all of its sessions start, Unix seconds; they last a day
   */
  public SyntheticDomain(SecureRandom random, long startSeconds) {
    byte[] bundle = new byte[CodeDigest.BYTES];
    random.nextBytes(bundle);
    this.code = CodeDigest.ofBundle(bundle);
    this.secret = CodeSecret.random(random);
    this.seed = random.nextLong();
    this.startSeconds = startSeconds;
    this.catalogue = catalogue(Revocations.NONE);
  }

  private SyntheticDomain(SyntheticDomain same, Revocations revocations) {
    this.code = same.code;
    this.secret = same.secret;
    this.seed = same.seed;
    this.startSeconds = same.startSeconds;
    this.catalogue = catalogue(revocations);
  }

  private Catalogue catalogue(Revocations revocations) {
    Catalogue.Entry entry = new Catalogue.Entry(code, "synthetic", true, Set.of(EPOCH));
    return new Catalogue(List.of(entry), revocations);
  }

  /**
   * This domain with so many revoked sessions, none of which is one of its own up to number 2³¹ −
   * 1. The secret is the same object: closing one closes both.
   */
  public SyntheticDomain withRevokedSessions(int count) {
    List<Revoked.Session> revoked =
        IntStream.rangeClosed(1, count).mapToObj(i -> new Revoked.Session(scattered(-i))).toList();
    return new SyntheticDomain(this, Revocations.of(revoked));
  }

  /** Session number {@code number}, always the same one, with a user and addresses of its own. */
  public SessionParameters session(Suite suite, int number) {
    long random = scattered(number);
    return new SessionParameters(
        suite,
        DOMAIN,
        EPOCH,
        (int) startSeconds,
        (int) startSeconds + LIFE_SECONDS,
        random,
        UserId.of(ByteBuffer.allocate(UserId.BYTES).putLong(number).putLong(random).array()),
        code,
        new Grant(0, 0, Grant.ALL & ~Grant.STATE),
        address(10, number),
        address(11, number));
  }

  /** Numbers that look random and are all different (the finaliser of SplitMix64). */
  private long scattered(int number) {
    long z = seed + number;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    z ^= z >>> 31;
    return z == 0 ? 1 : z;
  }

  private static InetAddress address(int network, int number) {
    byte[] bytes = {(byte) network, (byte) (number >>> 16), (byte) (number >>> 8), (byte) number};
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  /** Kci of its code, for the Sources; owned by the domain. */
  public CodeSecret secret() {
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
        Answer.found(new FetchedBundle(ByteString.EMPTY, Set.of("synthetic"))));
  }

  /** The code, for any bundle. */
  static LoadedCode load(byte[] bundle, CodeDigest expected) {
    CodeInstance passing = new BytecodeInstance(packet -> {});
    VerifiedCode code =
        new VerifiedCode(
            expected,
            FailurePolicy.DROP,
            List.of(),
            context -> passing,
            CodeBreaker.never(expected));
    return new LoadedCode(code, passing, new ApplicationContext("synthetic"));
  }

  @Override
  public void close() {
    secret.destroy();
  }
}
