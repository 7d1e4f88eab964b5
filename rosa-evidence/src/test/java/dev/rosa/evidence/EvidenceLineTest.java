package dev.rosa.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Evidence as text: the inverse of each other, and bounded. */
class EvidenceLineTest {

  private static final long SEED = 20_261_126;
  private static final int ROUNDS = 20_000;
  private static final String KIND_CHARS = "ABCXYZ019_";
  private static final String NAME_CHARS = "abzAZ09._@-";

  private final Random random = new Random(SEED);

  @Test
  void shouldReadWhatItWrote() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      Evidence evidence = anyEvidence();

      String line = EvidenceLine.write(evidence);

      assertEquals(evidence, EvidenceLine.read(line), line);
      assertTrue(line.length() < EvidenceLine.MOST_BYTES, line);
    }
  }

  /** A locale such as LANG=fa_IR.UTF-8, which sudo and systemd hand on. */
  @ParameterizedTest
  @ValueSource(strings = {"fa-IR", "ar-EG", "ne-NP", "bn-BD", "my-MM"})
  void shouldReadWhatItWroteWhereTheLanguageHasDigitsOfItsOwn(String language) throws Exception {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag(language));
    try {
      Evidence evidence =
          new Evidence(
              InetAddress.getByName("192.0.2.7"), "eth0", 80, "SCAN", Proof.HANDSHAKE, "in /login");

      assertEquals(evidence, EvidenceLine.read(EvidenceLine.write(evidence)));
    } finally {
      Locale.setDefault(before);
    }
  }

  private Evidence anyEvidence() throws Exception {
    byte[] address = new byte[random.nextBoolean() ? 4 : 16];
    random.nextBytes(address);
    StringBuilder reason = new StringBuilder();
    random.ints(random.nextInt(200), 0, 0x180).forEach(c -> reason.append((char) c));
    return new Evidence(
        InetAddress.getByAddress(address),
        random.nextInt(4) == 0 ? "" : "e" + any(NAME_CHARS, random.nextInt(15)),
        random.nextInt(65_536),
        "K" + any(KIND_CHARS, random.nextInt(40)),
        Proof.values()[random.nextInt(Proof.values().length)],
        reason.toString());
  }

  private String any(String alphabet, int length) {
    StringBuilder text = new StringBuilder();
    random.ints(length, 0, alphabet.length()).forEach(i -> text.append(alphabet.charAt(i)));
    return text.toString();
  }

  @Test
  void shouldReadOrRefuseAnyMutatedLine() throws Exception {
    int read = 0;
    for (int i = 0; i < ROUNDS; i++) {
      String line = mutated(EvidenceLine.write(anyEvidence()));
      try {
        Evidence evidence = EvidenceLine.read(line);
        assertEquals(evidence, EvidenceLine.read(EvidenceLine.write(evidence)), line);
        read++;
      } catch (IllegalArgumentException e) {
        assertTrue(e.getMessage().lines().count() == 1, line);
      }
    }
    assertTrue(read > 0 && read < ROUNDS, read + " lines were read");
  }

  private String mutated(String line) {
    StringBuilder text = new StringBuilder(line);
    for (int i = random.nextInt(4); i >= 0 && text.length() > 0; i--) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(3)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.setCharAt(at, (char) random.nextInt(0x100));
        default -> text.insert(at, " -:./%09af".charAt(random.nextInt(10)));
      }
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "evidence",
        "evidence handshake SCAN 192.0.2.7 eth0",
        "evidence handshake SCAN 192.0.2.7 eth0 65536",
        "evidence handshake SCAN 192.0.2.7 eth0 080",
        "evidence handshake SCAN 192.0.2.256 eth0 80",
        "evidence handshake SCAN 192.0.2.07 eth0 80",
        "evidence handshake SCAN localhost eth0 80",
        "evidence handshake SCAN ::1::2 eth0 80",
        "evidence handshake SCAN fe80::1%1 eth0 80",
        "evidence handshake SCAN 192.0.2.0/24 eth0 80",
        "evidence handshake scan 192.0.2.7 eth0 80",
        "evidence sworn SCAN 192.0.2.7 eth0 80",
        "evidence handshake SCAN 192.0.2.7 an-interface-too-long 80",
        "evidence  handshake SCAN 192.0.2.7 eth0 80",
        "evidence handshake SCAN 192.0.2.7 eth0 80 a\ttab",
        "ban 192.0.2.7 60"
      })
  void shouldRefuseWhatIsNoEvidence(String line) {
    assertThrows(IllegalArgumentException.class, () -> EvidenceLine.read(line));
  }

  @Test
  void shouldRefuseALineThatIsTooLong() {
    String line = "evidence none SCAN 192.0.2.7 - 80 ";

    assertThrows(IllegalArgumentException.class, () -> EvidenceLine.read(line + "a".repeat(512)));
  }

  @Test
  void shouldTakeAMappedAddressForIpv4() {
    Evidence evidence = EvidenceLine.read("evidence session SCAN ::ffff:192.0.2.7 - 0");

    assertEquals("evidence session SCAN 192.0.2.7 - 0", EvidenceLine.write(evidence));
  }
}
