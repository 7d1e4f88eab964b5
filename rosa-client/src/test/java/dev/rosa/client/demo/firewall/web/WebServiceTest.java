package dev.rosa.client.demo.firewall.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(240)
class WebServiceTest {

  private static final String ORDER =
      "<order xmlns=\"urn:rosa:demo:order\"><customer>A</customer>"
          + "<item article=\"AB-0001\" count=\"%s\"/></order>";

  @TempDir Path folder;

  @Test
  void shouldServeAnOrderAndReportAMaliciousOneWithTheProofOfItsHandshake() throws Exception {
    Path socket = folder.resolve("s");
    try (ServerSocketChannel plane = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      plane.bind(UnixDomainSocketAddress.of(socket));
      try (WebService service =
              WebService.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), socket);
          SocketChannel reporter = plane.accept()) {
        reporter.write(StandardCharsets.US_ASCII.encode("rosa-firewall 1\n"));
        assertEquals(200, order(service, "7"));
        assertEquals(400, order(service, "7' OR '1'='1"));

        BufferedReader lines =
            new BufferedReader(Channels.newReader(reporter, StandardCharsets.US_ASCII));
        String told = lines.readLine();
        int port = service.address().getPort();
        assertTrue(told.startsWith("evidence handshake MALFORMED 127.0.0.1 - " + port + " "), told);
      }
    }
  }

  private static int order(WebService service, String count) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + service.address().getPort() + "/order");
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .POST(HttpRequest.BodyPublishers.ofString(ORDER.formatted(count)))
            .build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.ofString())
        .statusCode();
  }
}
