package dev.rosa.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.router.setup.RouterSetup;
import dev.rosa.testkit.Await;
import java.io.BufferedReader;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A whole router that its configuration makes a reporter. */
@Timeout(300)
class RouterEvidenceTest extends RouterCommandRig {

  @Test
  void shouldReportADroppedPacketToThePlaneThatItsConfigurationNames() throws Exception {
    Path config = config("");
    String text = Files.readString(config);
    Files.writeString(config, text.replace("<prewarm", "<firewall socket=\"plane.s\"/>\n<prewarm"));
    try (ServerSocketChannel plane = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        DatagramSocket sender = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      plane.bind(UnixDomainSocketAddress.of(directory.resolve("plane.s")));
      try (RunningRouter router = RunningRouter.start(RouterSetup.load(config), null, () -> {});
          SocketChannel reporter = plane.accept()) {
        reporter.write(StandardCharsets.US_ASCII.encode("rosa-firewall 1\n"));
        // Long ended: the flow's times are those of a bench.
        flow.sst = 1_000;
        flow.set = 1_060;
        byte[] packet = flow.next("hello");
        sender.send(new DatagramPacket(packet, packet.length, router.overlayAddress()));

        BufferedReader lines =
            new BufferedReader(Channels.newReader(reporter, StandardCharsets.US_ASCII));
        assertEquals("evidence none EXPIRED 10.0.1.2 - 3322 1 packet", lines.readLine());
        Await.until("it is counted", () -> page(router, "/status").contains("\"sent\":1"));
        String metrics = page(router, "/metrics");
        assertTrue(metrics.contains("rosa_firewall_evidence{kind=\"reported\"} 1.0"), metrics);
      }
    }
  }

  private static String page(RunningRouter router, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + router.statusAddress().getPort() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
