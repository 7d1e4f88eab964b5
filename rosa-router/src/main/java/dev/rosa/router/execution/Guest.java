package dev.rosa.router.execution;

import dev.rosa.bundle.BundleException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Code of the router's own that takes part in a rehearsal, by instances made for it: one for each
 * thread that runs it. Immutable.
 *
 * @param code what is served
 * @param inMemory runs in the rehearsal's own thread
 * @param onLink runs in the thread of its link
 */
public record Guest(LoadedCode code, LoadedCode inMemory, LoadedCode onLink) {

  private static final Logger LOG = LoggerFactory.getLogger(Guest.class);

  /**
   * Those of some codes that bring samples and start further times, each within {@link
   * BoundedLoading#LIMIT}.
   *
   * @param failed gets those that do not start, which the log names
   */
  public static List<Guest> invite(
      Collection<LoadedCode> codes, ExecutionEnvironment environment, Consumer<LoadedCode> failed) {
    List<Guest> guests = new ArrayList<>();
    for (LoadedCode code : codes) {
      if (code.samples().isEmpty()) {
        continue;
      }
      try {
        guests.add(new Guest(code, environment.understudy(code), environment.understudy(code)));
      } catch (BundleException e) {
        LOG.warn("code {} is not rehearsed: {}", code.digest(), e.getMessage());
        failed.accept(code);
      }
    }
    return guests;
  }
}
