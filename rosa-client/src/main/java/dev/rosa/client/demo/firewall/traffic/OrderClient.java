package dev.rosa.client.demo.firewall.traffic;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Client of the web service: an order in each round, over a connection of its own. One thread. */
public final class OrderClient implements HostThread.Work {

  private static final int ITEMS = 18;

  private final URI service;
  private final byte[] order;
  private final Pace pace;
  private final RequestCounts counts;

  /**
   * How fast a client sends.
   *
   * @param pause after each request
   * @param patience time for a connection, and again for the answer
   */
  public record Pace(Duration pause, Duration patience) {}

  private OrderClient(InetSocketAddress service, byte[] order, Pace pace, RequestCounts counts) {
    this.service =
        URI.create(
            "http://%s:%d/order"
                .formatted(service.getAddress().getHostAddress(), service.getPort()));
    this.order = order;
    this.pace = pace;
    this.counts = counts;
  }

  /** A client whose orders are right. */
  public static OrderClient honest(InetSocketAddress service, Pace pace, RequestCounts counts) {
    return new OrderClient(service, order("7"), pace, counts);
  }

  /** A client whose orders the schema refuses. */
  public static OrderClient malicious(InetSocketAddress service, Pace pace, RequestCounts counts) {
    return new OrderClient(service, order("7' OR '1'='1"), pace, counts);
  }

  /** An order of about 1 KB; a wrong count is in its last item. */
  private static byte[] order(String lastCount) {
    StringBuilder text =
        new StringBuilder("<order xmlns=\"urn:rosa:demo:order\"><customer>A</customer>");
    for (int item = 0; item < ITEMS; item++) {
      String count = item == ITEMS - 1 ? lastCount : "7";
      text.append("<item article=\"AB-%04d\" count=\"%s\"/>".formatted(item, count));
    }
    return text.append("</order>").toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void round() throws InterruptedException {
    try {
      counts.countAnswer(send());
    } catch (IOException e) {
      counts.countBlocked();
    }
    TimeUnit.NANOSECONDS.sleep(pace.pause().toNanos());
  }

  private int send() throws IOException {
    HttpURLConnection connection = (HttpURLConnection) service.toURL().openConnection();
    int patience = (int) pace.patience().toMillis();
    connection.setConnectTimeout(patience);
    connection.setReadTimeout(patience);
    connection.setRequestProperty("Connection", "close");
    connection.setDoOutput(true);
    connection.setFixedLengthStreamingMode(order.length);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(order);
    }
    int status = connection.getResponseCode();
    drain(connection, status);
    return status;
  }

  private static void drain(HttpURLConnection connection, int status) throws IOException {
    try (InputStream in =
        status < HttpURLConnection.HTTP_BAD_REQUEST
            ? connection.getInputStream()
            : connection.getErrorStream()) {
      if (in != null) {
        long unused = in.transferTo(OutputStream.nullOutputStream());
      }
    }
  }
}
