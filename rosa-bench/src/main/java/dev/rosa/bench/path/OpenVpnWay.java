package dev.rosa.bench.path;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** OpenVPN between two ends that share a key: AES-256-CBC and HMAC-SHA256, over UDP. */
final class OpenVpnWay extends Tunnel {

  static final String NAME = "OpenVPN";

  private final Peers.Program program;

  OpenVpnWay(Peers peers, Cores cores) {
    super(cores);
    this.program = peers.openVpn();
  }

  @Override
  public String name() {
    return NAME;
  }

  private static Path key() {
    return Ground.memory("openvpn.key");
  }

  @Override
  void prepare() throws AbsentException, IOException, InterruptedException {
    program.requireThere();
    Shell.run(
        "env",
        "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
        "openvpn",
        "--genkey",
        "secret",
        key().toString());
  }

  @Override
  List<String> command(boolean near) {
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
  void introduce() {}
}
