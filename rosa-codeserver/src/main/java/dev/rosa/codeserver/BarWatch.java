package dev.rosa.codeserver;

import dev.rosa.keys.CodeDigest;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch over the storage for codes that the operator bars or allows by command, for the server's
 * log. One thread.
 */
final class BarWatch {

  private static final Logger LOG = LoggerFactory.getLogger(BarWatch.class);

  private final CodeRepository codes;
  private Set<CodeDigest> known;

  /** A watch that tells of changes from now on. */
  BarWatch(CodeRepository codes) {
    this.codes = codes;
    this.known = codes.barred();
  }

  /** Logs a line for each code that was barred or allowed since the last look. */
  void look() {
    Set<CodeDigest> now = codes.barred();
    for (CodeDigest digest : now) {
      if (!known.contains(digest)) {
        LOG.info("barred code={} by=operator", digest.hex());
      }
    }
    for (CodeDigest digest : known) {
      if (!now.contains(digest)) {
        LOG.info("allowed code={} by=operator", digest.hex());
      }
    }
    known = now;
  }
}
