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
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Surrender of all privileges but those that the plane needs. */
@FunctionalInterface
interface Confinement {

  /**
   * Gives privileges away; the first time, the process begins again for that, and this does not
   * return.
   *
   * @param isXdpWanted true: CAP_BPF is kept, too, if it is there
   * @throws IOException in one line if one is missing, or the system does not let it
   */
  void begin(boolean isXdpWanted) throws IOException;

  /** Of this process to CAP_NET_ADMIN and CAP_BPF, also for the programs that it starts. */
  static Confinement ofProcess() {
    return isXdpWanted -> {
      if (!CapabilitySets.ofThisThread().has(Capability.NET_ADMIN)) {
        throw new IOException(
            "the firewall plane needs CAP_NET_ADMIN: " + Capability.NET_ADMIN_NEEDED);
      }
      PrivateJvm.require();
      String variable = "ROSA_CONFINED";
      String pid = Long.toString(ProcessHandle.current().pid());
      if (!pid.equals(System.getenv(variable))) {
        Privileges.keepOnly(kept(isXdpWanted));
        SelfExec.again(Map.of(variable, pid), Set.of());
      }
      tell(kept(isXdpWanted));
    };
  }

  private static Set<Capability> kept(boolean isXdpWanted) throws IOException {
    return isXdpWanted && CapabilitySets.ofThisThread().has(Capability.BPF)
        ? EnumSet.of(Capability.NET_ADMIN, Capability.BPF)
        : EnumSet.of(Capability.NET_ADMIN);
  }

  private static void tell(Set<Capability> kept) throws IOException {
    Logger log = LoggerFactory.getLogger(Confinement.class);
    String names = kept.stream().map(Capability::text).collect(Collectors.joining(", "));
    log.info("capabilities dropped: kept are {}, and no other can be got", names);
    if (ProcessOwner.isRoot()) {
      log.warn(
          "the plane runs as user 0, who owns the system's files also without capabilities: give it"
              + " a user of its own, with User= and AmbientCapabilities=CAP_NET_ADMIN in the"
              + " systemd unit");
    }
    PrivateJvm.gap().ifPresent(log::warn);
  }
}
