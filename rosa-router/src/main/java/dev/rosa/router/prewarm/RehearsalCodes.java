package dev.rosa.router.prewarm;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.keys.CodeDigest;
import dev.rosa.router.execution.ExecutionEnvironment;
import dev.rosa.router.execution.LoadedCode;
import dev.rosa.router.pipeline.SlowPath;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Codes of the rehearsal. Each is loaded on first use through the normal path, without logging.
 * Owned by the thread that runs them.
 */
final class RehearsalCodes implements SlowPath.CodeLoader {

  private final ExecutionEnvironment environment =
      new ExecutionEnvironment("rehearsal", BundleLimits.defaults());
  private final Map<CodeDigest, LoadedCode> loaded = new HashMap<>();

  /**
   * The codes of a rehearsal.
   *
   * @param understudies rehearsal instances of the router's own codes, loaded already
   */
  RehearsalCodes(Stream<LoadedCode> understudies) {
    understudies.forEach(code -> loaded.put(code.digest(), code));
  }

  @Override
  public LoadedCode load(byte[] bundle, CodeDigest expected) throws BundleException {
    LoadedCode code = loaded.get(expected);
    if (code == null) {
      code = environment.load(bundle, expected).withoutReports();
      loaded.put(expected, code);
    }
    return code;
  }
}
