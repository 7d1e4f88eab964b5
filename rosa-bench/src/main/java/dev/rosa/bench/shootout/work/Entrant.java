package dev.rosa.bench.shootout.work;

import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Operation;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.provider.Candidate;
import dev.rosa.wire.Suite;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.infra.Blackhole;

/** A provider or engine that takes part. Thread-safe; what it makes belongs to one thread. */
public final class Entrant {

  /** Those that come with ROSA's own native code. */
  static final Set<String> NATIVE = Set.of("multi-buffer", "RosaGcrypt");

  /** Small, and as good as any size to find out who can do what. */
  private static final int PROBE_BYTES = 256;

  private static final String HOLE_PASSWORD =
      "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.";

  private final Candidate candidate;

  private Entrant(Candidate candidate) {
    this.candidate = candidate;
  }

  static Entrant of(Candidate candidate) {
    return new Entrant(candidate);
  }

  /** What {@code providers.xml} calls it. */
  public String name() {
    return candidate.name();
  }

  /** Name and version, for reports; or why it is absent. */
  public String description() {
    return candidate.absence().map(why -> "absent: " + why).orElseGet(candidate::description);
  }

  /** Whether it is there at all. */
  public boolean isPresent() {
    return candidate.absence().isEmpty();
  }

  /** Whether it is a JCE provider, which works on one packet at a time. */
  public boolean isJce() {
    return candidate.jce().isPresent();
  }

  /** Whether it has an engine for a suite that gives the known answer. */
  public boolean serves(Suite suite) {
    return candidate.suites().contains(suite) && candidate.errors(suite).isEmpty();
  }

  /**
   * Tries a way of handing packets over.
   *
   * @return why it cannot be measured, in a sentence without a full stop; empty if it can
   */
  public Optional<String> obstacle(Operation operation, int batch) {
    Optional<String> known = candidate.absence().or(() -> notOffered(operation, batch));
    if (known.isPresent()) {
      return known.map(why -> name() + " is not measured: " + why);
    }
    try {
      work(operation, PROBE_BYTES, batch).run(new Blackhole(HOLE_PASSWORD));
      return Optional.empty();
    } catch (NoSuchAlgorithmException e) {
      return Optional.of(name() + " has no " + operation.jceName());
    } catch (WrongAnswerException e) {
      return Optional.of(e.getMessage());
    } catch (GeneralSecurityException | RuntimeException | LinkageError e) {
      return Optional.of(name() + " cannot be measured: " + e.getMessage());
    }
  }

  private Optional<String> notOffered(Operation operation, int batch) {
    if (batch == Cell.ONE_AT_A_TIME) {
      return isJce()
          ? Optional.empty()
          : Optional.of("it is no JCE provider, so it is not offered one at a time");
    }
    Optional<Suite> suite = operation.suite();
    return suite.isEmpty()
        ? Optional.of("no suite of ROSA's has " + operation + ", so it is not offered in batches")
        : unserved(suite.get());
  }

  private Optional<String> unserved(Suite suite) {
    if (!candidate.suites().contains(suite)) {
      return Optional.of("it does not serve " + suite);
    }
    List<String> errors = candidate.errors(suite);
    return errors.isEmpty()
        ? Optional.empty()
        : Optional.of("it gives a wrong answer for " + suite + ": " + errors.get(0));
  }

  PacketWork work(Operation operation, int bytes, int batch) throws GeneralSecurityException {
    if (batch != Cell.ONE_AT_A_TIME) {
      return new BatchWork(
          name(), engine(operation.suite().orElseThrow()), operation, bytes, batch);
    }
    JceAccess access = new JceAccess(name(), candidate.jce().orElseThrow());
    return switch (operation) {
      case HMAC_MD5, HMAC_SHA1, HMAC_SHA256 -> new JceMacWork(access, operation, bytes);
      case AES_CBC, AES_CTR -> new JceCipherWork(access, operation, bytes);
      case AES_GCM -> new JceGcmWork(access, bytes);
    };
  }

  SuiteEngine engine(Suite suite) {
    return candidate.engineFor(suite);
  }
}
