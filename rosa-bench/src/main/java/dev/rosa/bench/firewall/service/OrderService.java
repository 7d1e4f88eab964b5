package dev.rosa.bench.firewall.service;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rosa.bench.firewall.plane.BenchPlane;
import dev.rosa.evidence.Evidence;
import dev.rosa.evidence.EvidenceSink;
import dev.rosa.evidence.Proof;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Main class of the attacked web service: the JDK's HTTP server, which validates each order and
 * answers with 1 KB. Who sends an invalid one is reported to the firewall plane, if there is one; a
 * source that the plane has banned is answered without validation.
 */
public final class OrderService {

  /** Port that it listens at. */
  public static final int PORT = 8080;

  /** Path that tells whether it talks to a plane now: {@code true} or {@code false}. */
  public static final String PLANE = "/plane";

  private static final int BACKLOG = 4_096;
  private static final int THREADS = 4;
  private static final int MOST_BYTES = 65_536;
  private static final int OK = 200;
  private static final int BAD_REQUEST = 400;
  private static final int FORBIDDEN = 403;

  /** As usual, but it looks for a plane that comes later ten times a second. */
  private static final EvidenceSink.Bounds BOUNDS =
      new EvidenceSink.Bounds(
          4_096, Duration.ofSeconds(10), Duration.ofMillis(100), Duration.ofMillis(100));

  private static final byte[] ANSWER = Orders.honest();

  private final ThreadLocal<Orders> orders = ThreadLocal.withInitial(Orders::new);
  private final EvidenceSink sink;

  private OrderService(EvidenceSink sink) {
    this.sink = sink;
  }

  /**
   * Serves until the process is ended.
   *
   * @param args the address to listen at, and the plane's socket for reporters
   */
  public static void main(String[] args) throws IOException {
    OrderService service = new OrderService(EvidenceSink.open(Path.of(args[1]), BOUNDS));
    HttpServer server = HttpServer.create(new InetSocketAddress(args[0], PORT), BACKLOG);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    server.setExecutor(threads);
    server.createContext("/orders", service::handle);
    server.createContext(PLANE, service::tellPlane);
    server.start();
    System.out.println("ready");
  }

  private void handle(HttpExchange exchange) throws IOException {
    InetAddress source = exchange.getRemoteAddress().getAddress();
    if (sink.isBanned(source)) {
      answer(exchange, FORBIDDEN, new byte[0]);
      return;
    }
    byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES);
    if (orders.get().isValid(body)) {
      answer(exchange, OK, ANSWER);
    } else {
      sink.report(
          new Evidence(source, "", PORT, BenchPlane.KIND, Proof.HANDSHAKE, "order is not valid"));
      answer(exchange, BAD_REQUEST, new byte[0]);
    }
  }

  private void tellPlane(HttpExchange exchange) throws IOException {
    String connected = Boolean.toString(sink.counts().connected());
    answer(exchange, OK, connected.getBytes(StandardCharsets.US_ASCII));
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
