package dev.rosa.router;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.keys.CodeDigest;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The rehearsal's codes, each loaded as any code is when it is asked for first, and by nobody told
 * of. Owned by the thread that runs them.
 */
final class RehearsalCodes implements SlowPath.CodeLoader {

  private final ExecutionEnvironment environment =
      new ExecutionEnvironment("rehearsal", BundleLimits.defaults());
  private final Map<CodeDigest, LoadedCode> loaded = new HashMap<>();
  private final Map<CodeDigest, LoadedCode> guests = new HashMap<>();

  /**
   * The codes of a rehearsal.
   *
   * @param guests the router's own, each of which sends an understudy
   */
  RehearsalCodes(Collection<LoadedCode> guests) {
    guests.forEach(guest -> this.guests.put(guest.digest(), guest));
  }

  @Override
  public LoadedCode load(byte[] bundle, CodeDigest expected) throws BundleException {
    LoadedCode code = loaded.get(expected);
    if (code == null) {
      LoadedCode guest = guests.get(expected);
      code =
          guest == null
              ? environment.load(bundle, expected).withoutReports()
              : environment.understudy(guest);
      loaded.put(expected, code);
    }
    return code;
  }
}
