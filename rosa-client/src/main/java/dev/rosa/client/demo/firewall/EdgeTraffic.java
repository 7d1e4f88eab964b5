package dev.rosa.client.demo.firewall;

import dev.rosa.client.demo.firewall.EdgeHost.Role;
import dev.rosa.client.demo.firewall.traffic.FrameForger;
import dev.rosa.client.demo.firewall.traffic.HostThread;
import dev.rosa.client.demo.firewall.traffic.OrderClient;
import dev.rosa.client.demo.firewall.traffic.OrderClient.Pace;
import dev.rosa.client.demo.firewall.traffic.RequestCounts;
import dev.rosa.client.demo.node.EdgeNodes;
import dev.rosa.config.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Traffic of all hosts of the demo, with its counts. {@link #close} ends it. One thread. */
final class EdgeTraffic implements AutoCloseable {

  /** A slow machine harms no honest client. */
  private static final Pace HONEST = new Pace(Duration.ofMillis(50), Duration.ofMinutes(5));

  /** An attacker does not wait for answers that do not come. */
  private static final Pace ATTACKER = new Pace(Duration.ofMillis(4), Duration.ofSeconds(1));

  private static final long FORGER_PAUSE_MILLIS = 20;
  private static final String LINK = "h0";
  private static final String FORGER_MAC = "02:00:00:07:00:31";
  private static final String EDGE_MAC = "02:00:00:07:00:01";

  private final Map<EdgeHost, RequestCounts> counts = new EnumMap<>(EdgeHost.class);
  private final AtomicLong forged = new AtomicLong();
  private final List<HostThread> threads = new ArrayList<>();

  /** Starts a host. */
  void start(EdgeHost host) {
    counts.put(host, new RequestCounts());
    threads.add(HostThread.start(host.namespace(), work(host)));
  }

  private HostThread.Work work(EdgeHost host) {
    InetSocketAddress web = HostPort.parse(EdgeNodes.WEB).toSocketAddress();
    return switch (host.role()) {
      case HONEST -> OrderClient.honest(web, HONEST, counts.get(host));
      case ATTACKER -> OrderClient.malicious(web, ATTACKER, counts.get(host));
      case FORGER -> new FrameForger(forged(), web, FORGER_PAUSE_MILLIS, forged);
    };
  }

  private static FrameForger.Forged forged() {
    List<InetAddress> honest =
        EdgeHost.of(Role.HONEST).stream().map(EdgeHost::inetAddress).toList();
    return new FrameForger.Forged(LINK, FORGER_MAC, EDGE_MAC, honest);
  }

  /** Counts of a host so far. */
  RequestCounts.Snapshot counts(EdgeHost host) {
    return counts.get(host).now();
  }

  /** Counts of all hosts so far. */
  Map<EdgeHost, RequestCounts.Snapshot> counts() {
    Map<EdgeHost, RequestCounts.Snapshot> now = new EnumMap<>(EdgeHost.class);
    counts.forEach((host, count) -> now.put(host, count.now()));
    return now;
  }

  /** Forged frames so far. */
  long forgedFrames() {
    return forged.get();
  }

  /** Ends all hosts after their present round; their counts stay. */
  void stop() throws IOException {
    IOException failure = null;
    for (HostThread thread : threads) {
      try {
        thread.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    threads.clear();
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public void close() throws IOException {
    stop();
  }
}
