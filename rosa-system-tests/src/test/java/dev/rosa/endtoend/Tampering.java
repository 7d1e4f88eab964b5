package dev.rosa.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A change of a packet, and the protocol's reason to drop the result (PROTOCOL §5).
 *
 * @param change for foreign_source.py
 * @param reason the one counter that must grow
 */
record Tampering(ArrayNode change, String reason) {

  private static final int GMAC = 0x20;

  private static void add(List<Tampering> list, String reason, Object... change) {
    list.add(new Tampering(ForeignPeer.change(change), reason));
  }

  /** The one that makes a packet wait: a catalogue may be about to announce the next epoch. */
  static Tampering nextEpoch() {
    return new Tampering(ForeignPeer.change("add", "epoch", 1), "UNKNOWN_EPOCH");
  }

  /** All of them for packets of this session. */
  static List<Tampering> of(JsonNode session, JsonNode otherCode) {
    List<Tampering> list = new ArrayList<>();
    addHeader(list, otherCode);
    addWindow(list);
    addSuite(list, session.path("suite").asInt());
    addSealed(list, session.path("suite").asInt());
    addLengths(list);
    addUdp(list);
    if (session.path("src").asText().contains(":")) {
      addIpv6(list);
    } else {
      addIpv4(list);
    }
    return list;
  }

  private static void addHeader(List<Tampering> list, JsonNode otherCode) {
    add(list, "MALFORMED", "header", "magic", "5250");
    add(list, "UNKNOWN_VERSION", "header", "version", "00");
    add(list, "UNKNOWN_VERSION", "header", "version", "02");
    add(list, "BAD_TAG", "flip", "servicePort", 1);
    add(list, "FOREIGN_DOMAIN", "flip", "domain", 3);
    add(list, "UNKNOWN_EPOCH", "flip", "epoch", 0);
    list.add(nextEpoch());
    add(list, "BAD_TAG", "flip", "session", 0);
    add(list, "BAD_TAG", "flip", "session", 7);
    add(list, "BAD_TAG", "flip", "user", 0);
    add(list, "BAD_TAG", "flip", "user", 15);
    add(list, "UNKNOWN_CODE", "flip", "code", 0);
    add(list, "UNKNOWN_CODE", "flip", "code", 15);
    String other = otherCode.path("codeDigest").asText().substring(0, 32);
    add(list, "BAD_TAG", "header", "code", other);
    add(list, "BAD_TAG", "flip", "grant", 0);
    add(list, "BAD_TAG", "flip", "grant", 4);
    add(list, "BAD_TAG", "flip", "grant", 7);
    add(list, "MALFORMED", "add", "grant", 8);
    add(list, "MALFORMED", "add", "grant", 16);
    add(list, "BAD_TAG", "add", "sequence", 1);
    add(list, "BAD_TAG", "flip", "sequence", 0);
    add(list, "MALFORMED", "header", "sequence", "0000000000000000");
  }

  private static void addWindow(List<Tampering> list) {
    add(list, "BAD_TAG", "add", "sst", -1);
    add(list, "BAD_TAG", "add", "set", 1);
    add(list, "BAD_TAG", "add", "set", 100_000);
    add(list, "NOT_YET_VALID", "add", "sst", 100_000);
    add(list, "EXPIRED", "add", "set", -100_000);
  }

  private static void addSuite(List<Tampering> list, int suite) {
    add(list, "SUITE_REFUSED", "header", "suite", "7f");
    add(list, "SUITE_REFUSED", "header", "suite", "00");
    switch (suite) {
      case 0x03 -> {
        add(list, "SUITE_REFUSED", "header", "suite", "01");
        add(list, "MALFORMED", "header", "suite", "02");
        add(list, "MALFORMED", "header", "suite", "13");
        add(list, "MALFORMED", "header", "suite", "20");
      }
      case 0x13 -> {
        add(list, "SUITE_REFUSED", "header", "suite", "11");
        add(list, "MALFORMED", "header", "suite", "12");
        add(list, "MALFORMED", "header", "suite", "03");
        add(list, "BAD_TAG", "header", "suite", "21");
      }
      default -> {
        add(list, "BAD_TAG", "header", "suite", suite == GMAC ? "21" : "20");
        add(list, "BAD_TAG", "header", "suite", "13");
        add(list, "MALFORMED", "header", "suite", "03");
      }
    }
  }

  private static void addSealed(List<Tampering> list, int suite) {
    add(list, "BAD_TAG", "payload", 0);
    add(list, "BAD_TAG", "payload", 34);
    add(list, "BAD_TAG", "tag", 0);
    add(list, "BAD_TAG", "tag", 15);
    if (suite > 0x10) {
      add(list, "BAD_TAG", "nonce", 0);
      add(list, "BAD_TAG", "nonce", 3);
      add(list, "BAD_TAG", "nonce", 11);
    }
  }

  private static void addLengths(List<Tampering> list) {
    add(list, "MALFORMED", "add", "payloadLength", 1);
    add(list, "MALFORMED", "add", "payloadLength", -1);
    for (int bytes : new int[] {1, 16, 60}) {
      add(list, "MALFORMED", "shorten", bytes);
      add(list, "MALFORMED", "lengthen", bytes);
      add(list, "MALFORMED", "cut", bytes);
      add(list, "MALFORMED", "grow", bytes);
    }
    for (int bytes : new int[] {0, 1, 19, 20, 23, 24, 28, 32, 39, 40, 47, 48, 56, 60, 80}) {
      add(list, "MALFORMED", "keep", bytes);
    }
    // Longer than any packet that the router takes.
    add(list, "MALFORMED", "grow", 20_000);
  }

  private static void addUdp(List<Tampering> list) {
    add(list, "MALFORMED", "udp", "dport", 3321);
    add(list, "MALFORMED", "udp", "len", 9);
    add(list, "MALFORMED", "udp", "len", 0);
    add(list, "MALFORMED", "no-alert");
    add(list, "MALFORMED", "alert-value", 1);
  }

  private static void addIpv4(List<Tampering> list) {
    add(list, "BAD_TAG", "ip", "src", "10.0.1.2");
    add(list, "BAD_TAG", "ip", "dst", "10.0.2.2");
    add(list, "MALFORMED", "ip", "version", 5);
    add(list, "MALFORMED", "ip", "version", 6);
    add(list, "MALFORMED", "ip", "ihl", 5);
    add(list, "MALFORMED", "ip", "ihl", 15);
    add(list, "MALFORMED", "ip", "len", 24);
    add(list, "MALFORMED", "ip", "proto", 6);
    add(list, "FRAGMENT", "ip", "flags", "MF");
    add(list, "MALFORMED", "ip", "frag", 3);
  }

  private static void addIpv6(List<Tampering> list) {
    add(list, "BAD_TAG", "ip", "src", "fd00:1::2");
    add(list, "BAD_TAG", "ip", "dst", "fd00:2::2");
    add(list, "MALFORMED", "ip", "version", 4);
    add(list, "MALFORMED", "ip", "version", 7);
    add(list, "MALFORMED", "ip", "plen", 8);
    add(list, "MALFORMED", "ip", "nh", 17);
    add(list, "FRAGMENT", "fragment-header");
  }

  /**
   * True if a capture shows it as on an overlay link. There every packet is meant for the router.
   * In a capture, a packet without Router Alert is other traffic and passes, and bytes behind a
   * packet are a link's padding.
   */
  boolean isSameInCapture() {
    String kind = change.path(0).path(0).asText();
    String field = change.path(0).path(1).asText();
    return switch (kind) {
      case "grow", "keep", "no-alert", "alert-value" -> false;
      case "ip", "udp" -> !List.of("version", "ihl", "proto", "frag", "dport").contains(field);
      default -> true;
    };
  }

  @Override
  public String toString() {
    return change + " → " + reason;
  }
}
