package dev.rosa.proxy.ftp.relay;

import dev.rosa.config.IpLiteral;
import dev.rosa.kernel.process.Privileges;
import dev.rosa.kernel.socket.TransparentPool;
import dev.rosa.kernel.socket.TransparentSocket;
import dev.rosa.proxy.ftp.FtpPolicy;
import dev.rosa.proxy.relay.Relay;
import dev.rosa.proxy.relay.RelayLimits;
import dev.rosa.proxy.relay.RelaySockets;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.NormalUrl;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Scenes of the relay between a real client and a real server; each prints what it saw. */
final class FtpRelayScene {
  private final AtomicBoolean loggedIn = new AtomicBoolean(true);
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());

  private FtpRelayScene() {}

  public static void main(String[] args) throws Exception {
    try (FtpNetwork network = new FtpNetwork(Path.of(args[1]))) {
      if (args[0].equals("pool")) {
        pool();
      } else {
        new FtpRelayScene().relay(network, args[2]);
      }
    }
  }

  /** Rules: nothing is uploaded, and {@code /secret} is nobody's. */
  private final class Policy implements SessionPolicy {
    @Override
    public FtpPolicy.Decision decide(String verb, NormalUrl url) {
      if (verb.equals("NOOP")) {
        loggedIn.set(false);
      }
      boolean isRefused = verb.equals("STOR") || url.pathText().startsWith("/secret");
      return new FtpPolicy.Decision(isRefused ? Judgement.REFUSE : Judgement.PASS, "no-put", false);
    }

    @Override
    public Optional<String> refusal() {
      return Optional.empty();
    }

    @Override
    public boolean isInForce() {
      return loggedIn.get();
    }

    @Override
    public void refused(RefusalReason reason) {
      events.add(reason.name());
    }

    @Override
    public void ended(long bytesToServer, long bytesToClient) {
      events.add("ended " + (bytesToServer > 0) + " " + (bytesToClient > 0));
    }
  }

  private void relay(FtpNetwork network, String program) throws Exception {
    RelaySockets sockets = sockets("127.0.0.1", 0);
    int port = sockets.port();
    Relay relay = started(network, sockets);
    Relay relay6 = started(network, sockets("::1", port));
    network.divertTo(port);
    System.out.print(network.python(program));
    relay.close();
    relay6.close();
    System.out.println("holes " + network.holes().size() + "-" + network.closed() + " " + events);
  }

  private static RelaySockets sockets(String host, int port) throws Exception {
    InetSocketAddress address = new InetSocketAddress(IpLiteral.parse(host), port);
    return RelaySockets.open(address, RelayLimits.USUAL.sessions());
  }

  private Relay started(FtpNetwork network, RelaySockets sockets) {
    FtpRelay protocol = new FtpRelay((client, server) -> new Policy(), network, RelayLimits.USUAL);
    return Relay.start(sockets, protocol, RelayLimits.USUAL);
  }

  /** Two connections of one socket from the client's address, without any capability. */
  private static void pool() throws Exception {
    TransparentPool pool = TransparentPool.open(1, true);
    // The server's answers to the client's address are for this machine.
    FtpNetwork.run("ip", "rule", "add", "iif", "s0", "lookup", "100");
    FtpNetwork.run("ip", "route", "add", "local", "default", "dev", "lo", "table", "100");
    Privileges.renounce();
    for (int i = 0; i < 2; i++) {
      TransparentSocket socket = pool.take().orElseThrow();
      socket.connect(
          new InetSocketAddress(IpLiteral.parse(FtpNetwork.CLIENT), 0),
          new InetSocketAddress(IpLiteral.parse(FtpNetwork.SERVER), 21),
          10_000);
      byte[] greeting = new byte[100];
      boolean unused = socket.awaitReadable(10_000);
      int length = socket.read(greeting);
      System.out.println(
          socket.local().getAddress().getHostAddress()
              + " "
              + new String(greeting, 0, length, StandardCharsets.US_ASCII).strip());
      pool.giveBack(socket);
    }
    pool.close();
  }
}
