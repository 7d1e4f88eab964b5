package dev.rosa.bench.path.peer;

import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.namespace.TunnelDevice;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A WireGuard peer in user space as a hub, comparable with a router of authenticated packets. One
 * process with one device and two peers decrypts packets from src, lets the kernel forward them,
 * and encrypts them anew for dst. Programs get their keys over WireGuard's configuration socket.
 * Owned by one thread.
 */
public final class WireGuardHub implements AutoCloseable {

  public static final String BORINGTUN = "boringtun";
  public static final String WIREGUARD_GO = "wireguard-go";

  /** The devices of both ends. */
  public static final String SOURCE_END = "tun-src";

  public static final String DESTINATION_END = "tun-dst";

  private static final String HUB = "tun-hub";
  private static final Path SOCKETS = Path.of("/var/run/wireguard");
  private static final int PATIENCE_MILLIS = 5_000;

  private final String name;
  private final Cores cores;
  private final Peers.Program program;
  private final List<String> options;
  private final Map<String, String> environment;
  private final List<TunnelDevice> devices = new ArrayList<>();

  private WireGuardHub(
      Cores cores,
      String name,
      Peers.Program program,
      List<String> options,
      Map<String, String> environment) {
    this.cores = cores;
    this.name = name;
    this.program = program;
    this.options = options;
    this.environment = environment;
  }

  public static WireGuardHub boringtun(Peers peers, Cores cores) {
    List<String> options =
        List.of(
            "--foreground", "--threads", "1", "--disable-drop-privileges", "--log", "/dev/null");
    return new WireGuardHub(cores, BORINGTUN, peers.boringtun(), options, Map.of());
  }

  public static WireGuardHub wireguardGo(Peers peers, Cores cores) {
    Map<String, String> one = Map.of("GOMAXPROCS", "1", "WG_PROCESS_FOREGROUND", "1");
    return new WireGuardHub(cores, WIREGUARD_GO, peers.wireguardGo(), List.of("-f"), one);
  }

  public String name() {
    return name;
  }

  /**
   * Starts all three and tells them of each other.
   *
   * @throws AbsentException if the program is not there
   */
  public void open() throws IOException, InterruptedException, AbsentException {
    program.requireThere();
    Files.createDirectories(SOCKETS);
    devices.add(start(HUB, "", cores.onRouter(command(HUB))));
    devices.add(start(SOURCE_END, "src", cores.onTraffic(command(SOURCE_END))));
    devices.add(start(DESTINATION_END, "dst", cores.onTraffic(command(DESTINATION_END))));
    for (TunnelDevice device : devices) {
      device.await();
    }
    introduce();
    devices.get(0).up("10.0.9.1");
    devices.get(1).up("10.0.9.2");
    devices.get(2).up(BenchNetwork.TUNNELLED);
    BenchNetwork.ip("route replace " + BenchNetwork.TUNNELLED + "/32 dev " + HUB);
    BenchNetwork.sinkBehind(DESTINATION_END);
  }

  private TunnelDevice start(String device, String namespace, List<String> command)
      throws IOException {
    return TunnelDevice.start(device, namespace, environment, command);
  }

  private List<String> command(String device) {
    List<String> command = new ArrayList<>(List.of(program.file().toString()));
    command.addAll(options);
    command.add(device);
    return command;
  }

  private void introduce() throws IOException, InterruptedException {
    WireGuardKeys hub = WireGuardKeys.make();
    WireGuardKeys source = WireGuardKeys.make();
    WireGuardKeys destination = WireGuardKeys.make();
    tell(SOURCE_END, source, peer(hub, BenchNetwork.NEAR_SOURCE, "0.0.0.0/0"));
    tell(DESTINATION_END, destination, peer(hub, BenchNetwork.NEAR_TUNNEL_END, "0.0.0.0/0"));
    tell(
        HUB,
        hub,
        peer(source, BenchNetwork.SOURCE, BenchNetwork.SOURCE + "/32")
            + peer(destination, BenchNetwork.DESTINATION, BenchNetwork.TUNNELLED + "/32"));
  }

  private static String peer(WireGuardKeys keys, String endpoint, String allowed) {
    return "public_key=%s\nendpoint=%s:%d\nallowed_ip=%s\n"
        .formatted(keys.publicKey(), endpoint, BenchNetwork.WIREGUARD_PORT, allowed);
  }

  private void tell(String device, WireGuardKeys own, String peers)
      throws IOException, InterruptedException {
    String request =
        "set=1\nprivate_key=%s\nlisten_port=%d\nreplace_peers=true\n%s\n"
            .formatted(own.privateKey(), BenchNetwork.WIREGUARD_PORT, peers);
    try (SocketChannel channel = connect(SOCKETS.resolve(device + ".sock"))) {
      channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
      ByteBuffer answer = ByteBuffer.allocate(256);
      channel.read(answer);
      String text = new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII);
      if (!text.contains("errno=0")) {
        throw new IOException(name + " does not take its configuration: " + text.strip());
      }
    }
  }

  private static SocketChannel connect(Path socket) throws IOException, InterruptedException {
    for (int waited = 0; Files.notExists(socket) && waited < PATIENCE_MILLIS; waited += 50) {
      Thread.sleep(50);
    }
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(socket));
    return channel;
  }

  /** The hub's process: its ends are not what is measured. */
  public List<Long> pids() {
    return List.of(devices.get(0).pid());
  }

  @Override
  public void close() throws IOException {
    devices.forEach(TunnelDevice::close);
    devices.clear();
    BenchNetwork.passBehind();
    for (String device : List.of(HUB, SOURCE_END, DESTINATION_END)) {
      Files.deleteIfExists(SOCKETS.resolve(device + ".sock"));
    }
  }
}
