package dev.rosa.bench.path;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * OpenVPN between two ends that share a key: AES-256-CBC and HMAC-SHA256, over UDP. Such a process
 * has one peer, so it cannot be a hub: what is measured is the end that encrypts. What comes out at
 * dst's link is counted there, still encrypted.
 */
final class OpenVpnWay implements Way {

  static final String NAME = "OpenVPN, one end (encrypts only)";

  private static final String NEAR = "tun-near";
  private static final String FAR = "tun-far";

  private final Peers.Program program;
  private final Cores cores;
  private final List<TunnelDevice> ends = new ArrayList<>();

  OpenVpnWay(Peers peers, Cores cores) {
    this.program = peers.openVpn();
    this.cores = cores;
  }

  @Override
  public String name() {
    return NAME;
  }

  private static Path key() {
    return Ground.memory("openvpn.key");
  }

  @Override
  public void open() throws IOException, InterruptedException, AbsentException {
    program.requireThere();
    String path = "PATH=/usr/sbin:/usr/bin:/sbin:/bin";
    Shell.run("env", path, "openvpn", "--genkey", "secret", key().toString());
    Ground.dropSealed();
    ends.add(start(NEAR, "", cores.onRouter(command(true))));
    ends.add(start(FAR, "dst", cores.onTraffic(command(false))));
    for (TunnelDevice end : ends) {
      end.await();
    }
    ends.get(0).up("10.0.9.1");
    ends.get(1).up(Ground.TUNNELLED);
    Ground.ip("route replace " + Ground.TUNNELLED + "/32 dev " + NEAR);
  }

  private static TunnelDevice start(String device, String namespace, List<String> command)
      throws IOException {
    return TunnelDevice.start(device, namespace, Map.of(), command);
  }

  private static List<String> command(boolean near) {
    String self = near ? Ground.NEAR_TUNNEL_END : Ground.DESTINATION;
    String other = near ? Ground.DESTINATION : Ground.NEAR_TUNNEL_END;
    String line =
        "openvpn --dev %s --dev-type tun --local %s --remote %s --port 1194 --secret %s"
                .formatted(near ? NEAR : FAR, self, other, key())
            + " --cipher AES-256-CBC --auth SHA256 --tun-mtu 1500 --mssfix 0 --verb 1"
            + " --ifconfig-noexec --ifconfig 10.0.9.1 10.0.9.2";
    return List.of(line.split(" "));
  }

  @Override
  public List<Long> pids() {
    return List.of(ends.get(0).pid());
  }

  @Override
  public String destination() {
    return Ground.TUNNELLED;
  }

  @Override
  public boolean isTunnel() {
    return true;
  }

  @Override
  public void close() throws IOException {
    ends.forEach(TunnelDevice::close);
    ends.clear();
    Ground.passSealed();
  }
}
