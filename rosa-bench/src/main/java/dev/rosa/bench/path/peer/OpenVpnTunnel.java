package dev.rosa.bench.path.peer;

import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.namespace.Shell;
import dev.rosa.bench.namespace.TunnelDevice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** OpenVPN between two ends that share a key: AES-256-CBC and HMAC-SHA256, over UDP. */
public final class OpenVpnTunnel extends OneEndTunnel<TunnelDevice> {

  static final String NAME = "OpenVPN, one end (encrypts only)";

  private static final String NEAR = "tun-near";
  private static final String FAR = "tun-far";

  public OpenVpnTunnel(Peers peers, Cores cores) {
    super(NAME, peers.openVpn(), cores);
  }

  private static Path key() {
    return BenchNetwork.memory("openvpn.key");
  }

  @Override
  void connect() throws IOException, InterruptedException {
    String path = "PATH=/usr/sbin:/usr/bin:/sbin:/bin";
    Shell.run("env", path, "openvpn", "--genkey", "secret", key().toString());
    TunnelDevice near = started(start(NEAR, "", cores().onRouter(command(true))));
    TunnelDevice far = started(start(FAR, "dst", cores().onTraffic(command(false))));
    near.await();
    far.await();
    near.up("10.0.9.1");
    far.up(BenchNetwork.TUNNELLED);
    BenchNetwork.ip("route replace " + BenchNetwork.TUNNELLED + "/32 dev " + NEAR);
  }

  private static TunnelDevice start(String device, String namespace, List<String> command)
      throws IOException {
    return TunnelDevice.start(device, namespace, Map.of(), command);
  }

  private static List<String> command(boolean near) {
    String self = near ? BenchNetwork.NEAR_TUNNEL_END : BenchNetwork.DESTINATION;
    String other = near ? BenchNetwork.DESTINATION : BenchNetwork.NEAR_TUNNEL_END;
    String line =
        "openvpn --dev %s --dev-type tun --local %s --remote %s --port 1194 --secret %s"
                .formatted(near ? NEAR : FAR, self, other, key())
            + " --cipher AES-256-CBC --auth SHA256 --tun-mtu 1500 --mssfix 0 --verb 1"
            + " --ifconfig-noexec --ifconfig 10.0.9.1 10.0.9.2";
    return List.of(line.split(" "));
  }

  @Override
  long pid(TunnelDevice end) {
    return end.pid();
  }

  @Override
  void close(TunnelDevice end) {
    end.close();
  }
}
