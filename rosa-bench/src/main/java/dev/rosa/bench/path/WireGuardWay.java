package dev.rosa.bench.path;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A WireGuard peer in user space, told its keys over the socket that all of its kind have. */
final class WireGuardWay extends Tunnel {

  static final String BORINGTUN = "boringtun";
  static final String WIREGUARD_GO = "wireguard-go";

  private static final Path SOCKETS = Path.of("/var/run/wireguard");
  private static final int PORT = 51_820;
  private static final int PATIENCE_MILLIS = 5_000;

  private final String name;
  private final Peers.Program program;
  private final List<String> options;
  private final Map<String, String> environment;

  private WireGuardWay(
      Cores cores,
      String name,
      Peers.Program program,
      List<String> options,
      Map<String, String> environment) {
    super(cores);
    this.name = name;
    this.program = program;
    this.options = options;
    this.environment = environment;
  }

  static WireGuardWay boringtun(Peers peers, Cores cores) {
    List<String> options =
        List.of(
            "--foreground", "--threads", "1", "--disable-drop-privileges", "--log", "/dev/null");
    return new WireGuardWay(cores, BORINGTUN, peers.boringtun(), options, Map.of());
  }

  static WireGuardWay wireguardGo(Peers peers, Cores cores) {
    Map<String, String> one = Map.of("GOMAXPROCS", "1", "WG_PROCESS_FOREGROUND", "1");
    return new WireGuardWay(cores, WIREGUARD_GO, peers.wireguardGo(), List.of("-f"), one);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  Map<String, String> environment() {
    return environment;
  }

  @Override
  void prepare() throws AbsentException, IOException {
    program.requireThere();
    Files.createDirectories(SOCKETS);
  }

  @Override
  List<String> command(boolean near) {
    List<String> command = new java.util.ArrayList<>(List.of(program.file().toString()));
    command.addAll(options);
    command.add(near ? NEAR : FAR);
    return command;
  }

  @Override
  void introduce() throws IOException, InterruptedException {
    WireGuardKeys here = WireGuardKeys.make();
    WireGuardKeys there = WireGuardKeys.make();
    tell(NEAR, here, there, Ground.DESTINATION);
    tell(FAR, there, here, Ground.NEAR_TUNNEL_END);
  }

  private void tell(String device, WireGuardKeys own, WireGuardKeys other, String endpoint)
      throws IOException, InterruptedException {
    String request =
        """
        set=1
        private_key=%s
        listen_port=%d
        replace_peers=true
        public_key=%s
        endpoint=%s:%d
        allowed_ip=0.0.0.0/0

        """
            .formatted(own.privateKey(), PORT, other.publicKey(), endpoint, PORT);
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

  private SocketChannel connect(Path socket) throws IOException, InterruptedException {
    for (int waited = 0; Files.notExists(socket) && waited < PATIENCE_MILLIS; waited += 50) {
      Thread.sleep(50);
    }
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(socket));
    return channel;
  }

  @Override
  public void close() throws IOException {
    super.close();
    Files.deleteIfExists(SOCKETS.resolve(NEAR + ".sock"));
    Files.deleteIfExists(SOCKETS.resolve(FAR + ".sock"));
  }
}
