package dev.rosa.bench.firewall.rate;

import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.Shell;
import java.nio.file.Path;

/** CrowdSec with its firewall bouncer. Owned by one thread. */
public final class CrowdSec implements Firewall {

  /** Its name in tables. */
  public static final String NAME = "CrowdSec";

  private final Path folder;

  /** One with its files in a folder. */
  public CrowdSec(Path folder) {
    this.folder = folder;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void open() throws AbsentException {
    if (!Shell.has("crowdsec") || !Shell.has("crowdsec-firewall-bouncer")) {
      throw new AbsentException(
          "is not installed: apt-get install crowdsec crowdsec-firewall-bouncer");
    }
    throw new AbsentException("cannot be started by this bench");
  }

  @Override
  public Path reports() {
    return folder.resolve("service.log");
  }

  @Override
  public boolean isSocket() {
    return false;
  }

  @Override
  public String evidence(String source) {
    return "malformed order of " + source;
  }

  @Override
  public double patienceSeconds() {
    return 60;
  }

  @Override
  public void close() {}
}
