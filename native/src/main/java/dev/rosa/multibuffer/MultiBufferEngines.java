package dev.rosa.multibuffer;

import dev.rosa.crypto.EngineProvider;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.wire.active.Suite;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Provider of intel-ipsec-mb's engines for all suites, found by the ServiceLoader. It loads the
 * library at the first question. Thread-safe; each engine belongs to one thread.
 */
public final class MultiBufferEngines implements EngineProvider {

  private static final long SHA_NI = 1;

  private final Function<String, String> properties;
  private boolean tried;
  private String cause;
  private String description = "";
  private CpuMask mask;

  /** For the ServiceLoader. */
  public MultiBufferEngines() {
    this(System::getProperty);
  }

  MultiBufferEngines(Function<String, String> properties) {
    this.properties = properties;
  }

  @Override
  public String name() {
    return "multi-buffer";
  }

  @Override
  public synchronized Optional<String> unavailabilityCause() {
    if (!tried) {
      cause = MultiBufferLibrary.LIBRARY.unavailabilityCause().orElseGet(this::whyNotHere);
      tried = true;
    }
    return Optional.ofNullable(cause);
  }

  /** Tries every algorithm; null if all of them work. */
  private String whyNotHere() {
    try {
      mask = CpuMask.from(properties);
      for (Suite suite : suites()) {
        tryOut(suite);
      }
      return null;
    } catch (IllegalArgumentException | IllegalStateException e) {
      return e.getMessage();
    }
  }

  private void tryOut(Suite suite) {
    Algorithm algorithm = suite == Suite.AES256_GCM ? Algorithm.AES256_GCM : Algorithm.macOf(suite);
    NativeEngine engine = NativeEngine.create(suite, algorithm, mask);
    description = MultiBufferLibrary.LIBRARY.description() + ", " + instructions(engine);
    engine.discard();
    if (suite.encrypts() && suite != Suite.AES256_GCM) {
      NativeEngine.create(suite, Algorithm.AES128_CTR, mask).discard();
    }
  }

  private String instructions(NativeEngine engine) {
    boolean shaNi = mask.architecture() == Architecture.AUTO && (engine.features() & SHA_NI) != 0;
    return engine.architecture().spoken() + (shaNi ? " and SHA-NI" : "");
  }

  @Override
  public synchronized String description() {
    return unavailabilityCause().isPresent() ? "" : description;
  }

  @Override
  public Set<Suite> suites() {
    return EnumSet.allOf(Suite.class);
  }

  @Override
  public SuiteEngine engineFor(Suite suite) {
    unavailabilityCause()
        .ifPresent(
            why -> {
              throw new IllegalStateException("multi-buffer is not available: " + why);
            });
    if (suite == Suite.AES256_GCM) {
      return SuiteEngine.of(suite, new MultiBufferGcm(engine(suite, Algorithm.AES256_GCM)));
    }
    MultiBufferMac mac = new MultiBufferMac(engine(suite, Algorithm.macOf(suite)));
    return suite.encrypts()
        ? SuiteEngine.of(suite, mac, new MultiBufferCtr(engine(suite, Algorithm.AES128_CTR)))
        : SuiteEngine.of(suite, mac);
  }

  private NativeEngine engine(Suite suite, Algorithm algorithm) {
    return NativeEngine.create(suite, algorithm, mask);
  }
}
