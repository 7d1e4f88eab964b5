package dev.rosa.wireshark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.vectors.Vector;
import dev.rosa.vectors.VectorFile;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Structure;
import dev.rosa.wire.active.Suite;
import java.io.InputStream;
import java.net.Inet4Address;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that docs/wireshark/rosa.lua shows every field, and marks packets that step 1 would drop.
 */
class DissectorTest {

  private static final String FILE = "/vectors/rosa-v1.json";
  private static final HexFormat HEX = HexFormat.of();
  private static final HexFormat COLONS = HexFormat.ofDelimiter(":");
  private static final int HEADER = 80;

  /** Before and since Wireshark 4.2. */
  private static final List<DateTimeFormatter> TIMES =
      List.of(
          DateTimeFormatter.ofPattern("MMM ppd, yyyy HH:mm:ss.SSSSSSSSS 'UTC'", Locale.ROOT),
          DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'", Locale.ROOT));

  @TempDir Path folder;
  private static List<Vector> vectors;

  @BeforeAll
  static void readVectors() throws Exception {
    Assumptions.assumeTrue(Tshark.missing().isEmpty(), Tshark.missing());
    try (InputStream in = DissectorTest.class.getResourceAsStream(FILE)) {
      vectors = VectorFile.parse(FILE, in.readAllBytes());
    }
  }

  private static byte[] datagram(Vector vector) {
    return HEX.parseHex(vector.expected().datagram());
  }

  @Test
  void shouldShowEveryFieldOfEveryVector() throws Exception {
    Path file = folder.resolve("vectors.pcap");
    try (CapturedPackets packets = new CapturedPackets(file)) {
      for (Vector vector : vectors) {
        packets.add(vector.inputs().source(), vector.inputs().destination(), datagram(vector));
      }
    }
    List<Map<String, List<String>>> shown = Tshark.dissect(file);
    assertEquals(80, shown.size());
    for (int i = 0; i < shown.size(); i++) {
      assertEquals(expected(vectors.get(i)), withoutExperts(shown.get(i)), "vector " + i);
    }
  }

  @Test
  void shouldShowTheInnerPacketOfAnOverlayLink() throws Exception {
    Path file = folder.resolve("overlay.pcap");
    try (CapturedPackets packets = new CapturedPackets(file)) {
      for (Vector vector : vectors) {
        packets.addOverlay(
            vector.inputs().source(), vector.inputs().destination(), datagram(vector));
      }
    }
    List<Map<String, List<String>>> shown = Tshark.dissect(file);
    for (int i = 0; i < shown.size(); i++) {
      Map<String, List<String>> fields = withoutExperts(shown.get(i));
      boolean ipv4 = vectors.get(i).inputs().source() instanceof Inet4Address;
      assertEquals(List.of(ipv4 ? "4" : "6"), fields.remove("rosa_overlay.ip_version"));
      assertEquals(expected(vectors.get(i)), fields, "vector " + i);
    }
  }

  @Test
  void shouldNameWhatStepOneWouldDrop() throws Exception {
    Path file = folder.resolve("damaged.pcap");
    List<String> damages = new ArrayList<>();
    List<Structure> structures;
    try (CapturedPackets packets = new CapturedPackets(file)) {
      for (Vector vector : vectors) {
        addDamaged(packets, vector, damages);
      }
      structures = packets.structures();
    }
    List<Map<String, List<String>>> shown = Tshark.dissect(file);
    assertEquals(damages.size(), shown.size());
    for (int i = 0; i < shown.size(); i++) {
      Map<String, List<String>> fields = shown.get(i);
      String what = damages.get(i) + " of packet " + i + ": " + fields;
      assertEquals(
          structures.get(i) == Structure.MALFORMED, fields.containsKey("rosa.malformed"), what);
      assertEquals(
          structures.get(i) == Structure.UNKNOWN_VERSION,
          fields.containsKey("rosa.unknown_version"),
          what);
      assertEquals(damages.get(i).equals("suite"), fields.containsKey("rosa.suite_refused"), what);
    }
  }

  private static void addDamaged(CapturedPackets packets, Vector vector, List<String> damages)
      throws Exception {
    Vector.Inputs inputs = vector.inputs();
    byte[] whole = datagram(vector);
    for (Damage damage : damages(whole.length)) {
      byte[] damaged = Arrays.copyOf(whole, damage.length());
      if (damage.offset() >= 0) {
        damaged[damage.offset()] = (byte) damage.value();
      }
      packets.add(inputs.source(), inputs.destination(), damaged);
      damages.add(damage.name());
    }
    byte[] unreserved = whole.clone();
    unreserved[71] &= (byte) ~Grant.RESERVED;
    for (int more : new int[] {-1, 1, -60}) {
      packets.addWithUdpLength(inputs.source(), inputs.destination(), unreserved, more);
      damages.add("UDP length " + more);
    }
  }

  private record Damage(String name, int length, int offset, int value) {}

  private static List<Damage> damages(int whole) {
    return List.of(
        new Damage("nothing", whole, -1, 0),
        new Damage("magic", whole, 1, 0x4e),
        new Damage("version", whole, 2, 2),
        new Damage("version", 3, 2, 0),
        new Damage("suite", whole, 3, 0x77),
        new Damage("payload length", whole, 7, 0xef),
        new Damage("no reserved permission", whole, 71, 0x27),
        new Damage("reserved permission", whole, 71, 0x08),
        new Damage("reserved permission", whole, 71, 0x10),
        new Damage("a byte more", whole + 1, 71, 0),
        new Damage("a byte less", whole - 1, 71, 0),
        new Damage("half a header", HEADER / 2, -1, 0),
        new Damage("a header alone", HEADER, 71, 0),
        new Damage("two bytes", 2, -1, 0),
        new Damage("nothing at all", 1, -1, 0));
  }

  private static Map<String, List<String>> withoutExperts(Map<String, List<String>> fields) {
    fields.keySet().removeIf(name -> name.startsWith("_ws.") || name.equals("rosa.malformed"));
    fields.computeIfPresent("rosa.sst", (name, values) -> seconds(values));
    fields.computeIfPresent("rosa.set", (name, values) -> seconds(values));
    return fields;
  }

  private static List<String> seconds(List<String> shown) {
    List<String> seconds = new ArrayList<>();
    for (String time : shown) {
      for (DateTimeFormatter format : TIMES) {
        try {
          Instant instant = format.withZone(ZoneOffset.UTC).parse(time, Instant::from);
          seconds.add(Long.toString(instant.getEpochSecond()));
        } catch (DateTimeException e) {
          // The other form, then; none at all shows as a difference.
        }
      }
    }
    return seconds;
  }

  private static Map<String, List<String>> expected(Vector vector) {
    Vector.Inputs inputs = vector.inputs();
    byte[] datagram = datagram(vector);
    Suite suite = Suite.ofId(inputs.suite());
    Map<String, List<String>> fields = new TreeMap<>();
    put(fields, "rosa.magic", "0x524f");
    put(fields, "rosa.version", "1");
    put(fields, "rosa.suite", "0x%02x".formatted(inputs.suite()));
    put(fields, "rosa.service_port", inputs.servicePort());
    put(fields, "rosa.payload_length", inputs.payload().length() / 2);
    put(fields, "rosa.domain", Integer.toUnsignedString(inputs.domain()));
    put(fields, "rosa.epoch", Integer.toUnsignedString(inputs.epoch()));
    put(fields, "rosa.sst", Integer.toUnsignedString(inputs.sst()));
    put(fields, "rosa.set", Integer.toUnsignedString(inputs.set()));
    put(fields, "rosa.session", "0x%016x".formatted(inputs.session()));
    put(fields, "rosa.u", COLONS.formatHex(inputs.user().toBytes()));
    put(fields, "rosa.ci", COLONS.formatHex(inputs.codeDigest().toBytes(), 0, 16));
    put(fields, "rosa.sequence", Long.toUnsignedString(inputs.sequence()));
    putGrant(fields, inputs.grant());
    int payload = HEADER + suite.nonceBytes();
    if (suite.nonceBytes() > 0) {
      put(fields, "rosa.nonce", COLONS.formatHex(datagram, HEADER, payload));
      put(fields, "rosa.nonce.writer", 0);
      put(fields, "rosa.nonce.counter", Long.toUnsignedString(inputs.sequence()));
    }
    int tag = datagram.length - suite.tagBytes();
    if (tag > payload) {
      put(fields, "rosa.payload", COLONS.formatHex(datagram, payload, tag));
    }
    put(fields, "rosa.tag", COLONS.formatHex(datagram, tag, datagram.length));
    return fields;
  }

  private static void putGrant(Map<String, List<String>> fields, long bits) {
    Grant grant = Grant.ofBits(bits);
    put(fields, "rosa.grant", "0x%016x".formatted(bits));
    put(fields, "rosa.grant.rate", Integer.toUnsignedString(grant.packetsPerSecond()));
    put(fields, "rosa.grant.fuel", grant.fuelThousands());
    put(fields, "rosa.grant.permissions", "0x%04x".formatted(grant.permissions()));
    List<String> names = List.of("read", "modify", "drop", "emit", "redirect", "state");
    for (int i = 0; i < names.size(); i++) {
      put(fields, "rosa.grant.permissions." + names.get(i), grant.permissions() >> i & 1);
    }
  }

  private static void put(Map<String, List<String>> fields, String name, Object value) {
    fields.put(name, List.of(value.toString()));
  }
}
