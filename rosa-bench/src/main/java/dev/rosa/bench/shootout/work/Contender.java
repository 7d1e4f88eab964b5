package dev.rosa.bench.shootout.work;

import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Operation;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.provider.Candidate;
import dev.rosa.wire.active.Suite;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A provider or engine that takes part in the shootout, and the work that it can do there.
 * Thread-safe; what it makes belongs to one thread.
 */
public final class Contender {

  /** Those that come with ROSA's own native code. */
  static final Set<String> NATIVE = Set.of("multi-buffer", "RosaGcrypt");

  /** Small, and as good as any size to find out who can do what. */
  private static final int PROBE_BYTES = 256;

  private static final String HOLE_PASSWORD =
      "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.";

  private final String name;

  /** Null where there is nothing to load anywhere. */
  private final Candidate candidate;

  private final Supplier<Optional<String>> absence;

  private Contender(String name, Candidate candidate, Supplier<Optional<String>> absence) {
    this.name = name;
    this.candidate = candidate;
    this.absence = absence;
  }

  static Contender of(Candidate candidate) {
    return new Contender(candidate.name(), candidate, candidate::absence);
  }

  /** One that is absent from every machine, with the reason, a phrase without a full stop. */
  static Contender nowhere(String name, String why) {
    return new Contender(name, null, () -> Optional.of(why));
  }

  /** Its name in {@code providers.xml}, if it can stand there. */
  public String name() {
    return name;
  }

  /** Name and version, for reports; or why it is absent. */
  public String description() {
    return absence.get().map(why -> "absent: " + why).orElseGet(() -> candidate.description());
  }

  /** True if it is there at all. */
  public boolean isPresent() {
    return absence.get().isEmpty();
  }

  /** True if it is a JCE provider, which works on one packet at a time. */
  public boolean isJce() {
    return isPresent() && candidate.jce().isPresent();
  }

  /** True if it has an engine for a suite that gives the known answer. */
  public boolean serves(Suite suite) {
    return isPresent() && candidate.suites().contains(suite) && candidate.errors(suite).isEmpty();
  }

  /** The lines of {@code providers.xml} by which it serves each suite; none if it is absent. */
  public Map<Suite, String> serveLines() {
    Map<Suite, String> lines = new EnumMap<>(Suite.class);
    if (isPresent()) {
      candidate.suites().forEach(suite -> lines.put(suite, candidate.serveLine(suite)));
    }
    return lines;
  }

  /**
   * Tries a way of handing packets over.
   *
   * @return why it cannot be measured, in a sentence without a full stop; empty if it can
   */
  public Optional<String> obstacle(Operation operation, int batch) {
    Optional<String> known = absence.get().or(() -> notOffered(operation, batch));
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
