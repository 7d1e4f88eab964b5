package dev.rosa.firewall.plane;

import dev.rosa.kernel.process.Capability;
import dev.rosa.kernel.process.CapabilitySets;
import dev.rosa.kernel.process.PrivateJvm;
import dev.rosa.kernel.process.Privileges;
import dev.rosa.kernel.process.ProcessOwner;
import dev.rosa.kernel.process.SelfExec;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Surrender of all privileges but the one that the plane needs. */
@FunctionalInterface
interface Confinement {

  /**
   * Gives privileges away; the first time, the process begins again for that, and this does not
   * return.
   *
   * @throws IOException in one line if one is missing, or the system does not let it
   */
  void begin() throws IOException;

  /** Of this process to CAP_NET_ADMIN, also for the programs that it starts. */
  static Confinement ofProcess() {
    return () -> {
      if (!CapabilitySets.ofThisThread().has(Capability.NET_ADMIN)) {
        throw new IOException(
            "the firewall plane needs CAP_NET_ADMIN: " + Capability.NET_ADMIN_NEEDED);
      }
      PrivateJvm.require();
      String variable = "ROSA_CONFINED";
      String pid = Long.toString(ProcessHandle.current().pid());
      if (!pid.equals(System.getenv(variable))) {
        Privileges.keepOnly(EnumSet.of(Capability.NET_ADMIN));
        SelfExec.again(Map.of(variable, pid), Set.of());
      }
      tell();
    };
  }

  private static void tell() throws IOException {
    Logger log = LoggerFactory.getLogger(Confinement.class);
    log.info("capabilities dropped: CAP_NET_ADMIN alone is kept, and no other can be got");
    if (ProcessOwner.isRoot()) {
      log.warn(
          "the plane runs as user 0, who owns the system's files also without capabilities: give it"
              + " a user of its own, with User= and AmbientCapabilities=CAP_NET_ADMIN in the"
              + " systemd unit");
    }
    PrivateJvm.gap().ifPresent(log::warn);
  }
}
