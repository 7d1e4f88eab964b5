package dev.rosa.firewall.plane;

import dev.rosa.evidence.Evidence;
import dev.rosa.evidence.EvidenceSink;
import dev.rosa.evidence.Proof;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Service of a test, TCP and UDP on port 8080: it serves each line but the word {@code bad}, which
 * it reports with the proof that it has.
 */
public final class ReportingService {

  private static final int PORT = 8_080;
  private static final int PATIENCE_MILLIS = 60_000;

  private final EvidenceSink sink;
  private final AtomicLong datagrams = new AtomicLong();

  private ReportingService(EvidenceSink sink) {
    this.sink = sink;
  }

  /** Serves until standard input ends; any line there is answered with the number of datagrams. */
  public static void main(String[] args) throws IOException {
    ReportingService service = new ReportingService(EvidenceSink.open(Path.of(args[0])));
    DatagramSocket udp = new DatagramSocket(PORT);
    ServerSocket tcp = new ServerSocket(PORT);
    start(() -> service.hear(udp));
    start(() -> service.accept(tcp));
    System.out.println("ready");
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      System.out.println(service.datagrams);
    }
    System.exit(0);
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // The client has gone.
                return;
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void hear(DatagramSocket udp) throws IOException {
    DatagramPacket packet = new DatagramPacket(new byte[100], 100);
    while (true) {
      udp.receive(packet);
      datagrams.incrementAndGet();
      report(packet.getAddress(), Proof.NONE);
    }
  }

  private void accept(ServerSocket tcp) throws IOException {
    while (true) {
      Socket client = tcp.accept();
      start(() -> serve(client));
    }
  }

  private void serve(Socket client) throws IOException {
    try (client) {
      client.setSoTimeout(PATIENCE_MILLIS);
      String line =
          new BufferedReader(
                  new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII))
              .readLine();
      if ("bad".equals(line)) {
        report(client.getInetAddress(), Proof.HANDSHAKE);
      } else {
        client.getOutputStream().write("served\n".getBytes(StandardCharsets.US_ASCII));
      }
    }
  }

  private void report(InetAddress source, Proof proof) {
    sink.report(new Evidence(source, "eth0", PORT, "BAD_WORD", proof, "a bad word"));
  }
}
