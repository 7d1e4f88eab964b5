package dev.rosa.router.execution;

import dev.rosa.bundle.BundleException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Active code of this router that takes part in prewarming, with an instance for each thread that
 * runs it there. Immutable.
 *
 * @param code what is served
 * @param inMemory runs in the prewarming's own thread
 * @param onLink runs in the thread of its link
 */
public record PrewarmCode(LoadedCode code, LoadedCode inMemory, LoadedCode onLink) {

  private static final Logger LOG = LoggerFactory.getLogger(PrewarmCode.class);
  private static final int SLOW_SECONDS = 2;

  /**
   * Those of some codes that bring samples and start further times, each within {@link
   * BoundedLoading#LIMIT}. Codes that there is no time for are served without prewarming.
   *
   * @param failed gets those that do not start, which the log names
   * @param mayGoOn tells whether there is time for another code
   */
  public static List<PrewarmCode> invite(
      Collection<LoadedCode> codes,
      ExecutionEnvironment environment,
      Consumer<LoadedCode> failed,
      BooleanSupplier mayGoOn) {
    List<LoadedCode> withSamples =
        codes.stream().filter(code -> !code.samples().isEmpty()).toList();
    List<PrewarmCode> prewarmCodes = new ArrayList<>();
    int asked = 0;
    for (LoadedCode code : withSamples) {
      if (!mayGoOn.getAsBoolean()) {
        LOG.warn(
            "{} codes are not prewarmed: starting those before them took all the time",
            withSamples.size() - asked);
        break;
      }
      asked++;
      invite(code, environment, failed).ifPresent(prewarmCodes::add);
    }
    return prewarmCodes;
  }

  private static Optional<PrewarmCode> invite(
      LoadedCode code, ExecutionEnvironment environment, Consumer<LoadedCode> failed) {
    long began = System.nanoTime();
    try {
      return Optional.of(
          new PrewarmCode(
              code, environment.prewarmInstance(code), environment.prewarmInstance(code)));
    } catch (BundleException e) {
      LOG.warn("code {} is not prewarmed: {}", code.digest(), e.getMessage());
      failed.accept(code);
      return Optional.empty();
    } finally {
      long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
      if (seconds >= SLOW_SECONDS) {
        LOG.warn("code {} took {} s to start twice for its prewarming", code.digest(), seconds);
      }
    }
  }
}
