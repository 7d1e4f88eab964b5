package dev.rosa.router.prewarm;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.keys.CodeDigest;
import dev.rosa.router.execution.ExecutionEnvironment;
import dev.rosa.router.execution.LoadedCode;
import dev.rosa.router.execution.bytecode.BytecodeLane;
import dev.rosa.router.pipeline.SlowPath;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Loader of the applications that prewarming runs. Each is loaded on first use through the normal
 * path, without logging. Owned by the thread that runs them.
 */
final class PrewarmCodes implements SlowPath.CodeLoader {

  private final ExecutionEnvironment environment =
      new ExecutionEnvironment("prewarming", BundleLimits.defaults(), new BytecodeLane());
  private final Map<CodeDigest, LoadedCode> loaded = new HashMap<>();

  /**
   * The codes of prewarming.
   *
   * @param instances prewarm instances of the router's own codes, loaded already
   */
  PrewarmCodes(Stream<LoadedCode> instances) {
    instances.forEach(code -> loaded.put(code.digest(), code));
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
