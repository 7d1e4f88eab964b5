package dev.rosa.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A lab between a foreign Source and a foreign Destination, with sessions for both of them. */
final class ForeignLab implements AutoCloseable {

  /** Suites of the default policy, by the name a user gives. */
  static final List<String> SUITES =
      List.of("HMAC-SHA256-128", "AES128-CTR+HMAC-SHA256-128", "AES256-GMAC", "AES256-GCM");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SECONDS = 1_800;

  private final ForeignPeer peer;
  private final Lab lab;
  private final Path folder;
  private final Map<String, JsonNode> sessions = new LinkedHashMap<>();

  private ForeignLab(ForeignPeer peer, Lab lab, Path folder) {
    this.peer = peer;
    this.lab = lab;
    this.folder = folder;
  }

  static ForeignLab start(Path folder) throws Exception {
    ForeignPeer peer = ForeignPeer.start(folder);
    Lab lab = Lab.create(folder, peer.address());
    ForeignLab foreign = new ForeignLab(peer, lab, folder);
    try {
      lab.start();
      foreign.openSessions();
      return foreign;
    } catch (Throwable e) {
      System.err.println(lab.tails());
      foreign.close();
      throw e;
    }
  }

  /** For each suite: over IPv4 and IPv6, with the code that counts and with the one that writes. */
  private void openSessions() throws Exception {
    Map<String, RunningProgram> asked = new LinkedHashMap<>();
    for (String suite : SUITES) {
      for (boolean ipv6 : new boolean[] {false, true}) {
        for (String code : List.of("counter", "marker")) {
          asked.put(name(code, suite, ipv6), ask(code, suite, ipv6));
        }
      }
      collect(asked);
    }
  }

  private RunningProgram ask(String code, String suite, boolean ipv6) {
    String seconds = Integer.toString(SECONDS);
    return lab.startRequest(code, suite, ipv6, "--seconds", seconds);
  }

  private void collect(Map<String, RunningProgram> asked) throws Exception {
    for (Map.Entry<String, RunningProgram> request : asked.entrySet()) {
      if (request.getValue().awaitExit() != 0) {
        throw new AssertionError(request.getValue().tail());
      }
      sessions.put(request.getKey(), JSON.readTree(request.getValue().out()));
    }
    asked.clear();
  }

  private static String name(String code, String suite, boolean ipv6) {
    return code + " " + suite + (ipv6 ? " IPv6" : " IPv4");
  }

  /** Output of {@code rosa request --json} for it. */
  JsonNode session(String code, String suite, boolean ipv6) {
    return sessions.get(name(code, suite, ipv6));
  }

  /** All sessions by name. */
  Map<String, JsonNode> sessions() {
    return sessions;
  }

  Lab lab() {
    return lab;
  }

  ForeignPeer peer() {
    return peer;
  }

  Path folder() {
    return folder;
  }

  /** Effect of some packets on a router's counters. */
  record Effect(Map<String, Long> drops, Map<String, Long> packets) {

    long counted(String event) {
      return packets.getOrDefault(event, 0L);
    }
  }

  /** Sends them to r1 and waits until they have met their fate there. */
  Effect send(List<ObjectNode> packets) throws Exception {
    RouterReading before = lab.reading("r1");
    peer.send(lab.at().overlay1(), packets);
    return effect(before, packets.size());
  }

  /** Sends the last so many once more, byte for byte. */
  Effect resend(int count) throws Exception {
    RouterReading before = lab.reading("r1");
    peer.resend(lab.at().overlay1(), count);
    return effect(before, count);
  }

  private Effect effect(RouterReading before, int packets) throws Exception {
    RouterReading after = lab.settled("r1", before, packets);
    return new Effect(after.dropsSince(before), after.packetsSince(before));
  }

  /** Packets that are as they should be, numbered from {@code first}. */
  static List<ObjectNode> genuine(JsonNode session, long first, int count) {
    List<ObjectNode> packets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      packets.add(ForeignPeer.packet(session, first + i, payload(first + i)));
    }
    return packets;
  }

  /** A payload that tells packets apart. */
  static String payload(long sequence) {
    return "c0ffee%08x".formatted(sequence).repeat(5);
  }

  @Override
  public void close() throws IOException {
    lab.close();
    peer.close();
  }
}
