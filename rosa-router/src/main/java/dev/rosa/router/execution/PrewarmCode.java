package dev.rosa.router.execution;

import dev.rosa.bundle.BundleException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Code of the router's own that takes part in prewarming, by instances made for it: one for each
 * thread that runs it. Immutable.
 *
 * @param code what is served
 * @param inMemory runs in the prewarming's own thread
 * @param onLink runs in the thread of its link
 */
public record PrewarmCode(LoadedCode code, LoadedCode inMemory, LoadedCode onLink) {

  private static final Logger LOG = LoggerFactory.getLogger(PrewarmCode.class);

  /**
   * Those of some codes that bring samples and start further times, each within {@link
   * BoundedLoading#LIMIT}.
   *
   * @param failed gets those that do not start, which the log names
   */
  public static List<PrewarmCode> invite(
      Collection<LoadedCode> codes, ExecutionEnvironment environment, Consumer<LoadedCode> failed) {
    List<PrewarmCode> prewarmCodes = new ArrayList<>();
    for (LoadedCode code : codes) {
      if (code.samples().isEmpty()) {
        continue;
      }
      try {
        prewarmCodes.add(
            new PrewarmCode(
                code, environment.prewarmInstance(code), environment.prewarmInstance(code)));
      } catch (BundleException e) {
        LOG.warn("code {} is not prewarmed: {}", code.digest(), e.getMessage());
        failed.accept(code);
      }
    }
    return prewarmCodes;
  }
}
