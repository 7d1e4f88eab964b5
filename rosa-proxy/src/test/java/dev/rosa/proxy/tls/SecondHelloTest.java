package dev.rosa.proxy.tls;

import static dev.rosa.proxy.tls.Hellos.extension;
import static dev.rosa.proxy.tls.Hellos.message;
import static dev.rosa.proxy.tls.Hellos.messageOf;
import static dev.rosa.proxy.tls.Hellos.name;
import static dev.rosa.proxy.tls.Hellos.ofJdk;
import static dev.rosa.proxy.tls.Hellos.record;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.NormalUrl;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A server of TLS 1.3 may ask a client for another ClientHello (RFC 8446 §4.1.4). */
class SecondHelloTest {
  private static final String VERSIONS = extension(43, "\2\3\4");
  private static final String EARLY = extension(42, "");
  private static final byte[] CIPHERS = record(20, new byte[] {1});
  private static final byte[] ENCRYPTED = record(23, new byte[300]);
  private static final byte[] CLIENT_KEY = record(new byte[] {16, 0, 0, 1, 0});

  private int decisions;

  private final TlsPolicy policy =
      new TlsPolicy() {
        @Override
        public boolean letsNoNamePass() {
          return true;
        }

        @Override
        public boolean letsEncryptedNamePass() {
          return true;
        }

        @Override
        public Judgement decide(NormalUrl url, ClientHello of) {
          decisions++;
          return Judgement.PASS;
        }
      };

  private ClientHelloJudge judge = judge();

  private ClientHelloJudge judge() {
    return new ClientHelloJudge(new ClientHello(), "192.0.2.1", policy);
  }

  private Judgement give(byte[] bytes) {
    return judge.judge(ByteBuffer.wrap(bytes), 0, bytes.length);
  }

  private static byte[] hello(String... extensions) {
    return record(message(extensions));
  }

  private static byte[] of(String host) {
    return hello(extension(0, name(host)), VERSIONS);
  }

  private void assertRefused(byte[] bytes, RefusalReason reason) {
    assertEquals(Judgement.REFUSE, give(bytes));
    assertEquals(reason, judge.reason());
  }

  @Test
  void shouldPassAllThroughBehindAHelloThatOffersNoTls13() {
    assertEquals(Judgement.PASS_THROUGH, give(hello(extension(0, name("a.example")))));
  }

  @Test
  void shouldPassAllThroughOnceTheClientEncrypts() {
    assertEquals(Judgement.PASS, give(of("a.example")));
    assertEquals(Judgement.PASS, give(CIPHERS));
    assertEquals(Judgement.PASS_THROUGH, give(ENCRYPTED));
  }

  @Test
  void shouldPassAllThroughIfTheServerHasChosenTls12() {
    assertEquals(Judgement.PASS, give(of("a.example")));
    assertEquals(Judgement.PASS_THROUGH, give(CLIENT_KEY));
  }

  @Test
  void shouldPassASecondHelloOfTheJdksClient() throws Exception {
    byte[] hello = ofJdk("a.example", "h2");
    assertEquals(Judgement.PASS, give(hello));
    assertEquals(Judgement.PASS, give(CIPHERS));
    assertEquals(Judgement.PASS, give(hello));
    assertEquals(Judgement.PASS_THROUGH, give(ENCRYPTED));
    assertEquals(1, decisions);
  }

  @Test
  void shouldRefuseASecondHelloWithAnotherNameWhereverItIsCut() {
    byte[] other = of("bad.example");
    for (int cut = 6; cut < other.length; cut++) {
      judge = judge();
      give(of("a.example"));
      give(CIPHERS);
      assertEquals(Judgement.HOLD, give(Arrays.copyOf(other, cut)), "cut at " + cut);
      assertRefused(Arrays.copyOfRange(other, cut, other.length), RefusalReason.AMBIGUOUS);
    }
  }

  @Test
  void shouldRefuseASecondHelloInRecordsOfAByte() {
    give(of("a.example"));
    byte[] message = messageOf(of("bad.example"));
    for (int i = 0; i < message.length - 1; i++) {
      assertEquals(Judgement.HOLD, give(record(new byte[] {message[i]})));
    }
    assertRefused(record(new byte[] {message[message.length - 1]}), RefusalReason.AMBIGUOUS);
  }

  @Test
  void shouldRefuseASecondHelloWithoutNameOrWithOtherProtocolsOrOneInside() {
    String name = extension(0, name("a.example"));
    for (byte[] other :
        new byte[][] {
          hello(VERSIONS),
          hello(name),
          hello(name, VERSIONS, extension(16, "\0\3\2h2")),
          hello(name, VERSIONS, extension(0xfe0d, "xx"))
        }) {
      judge = judge();
      give(of("a.example"));
      assertRefused(other, RefusalReason.AMBIGUOUS);
    }
  }

  @Test
  void shouldRefuseAThirdHelloWithAnotherName() {
    give(of("a.example"));
    give(of("a.example"));
    assertRefused(of("bad.example"), RefusalReason.AMBIGUOUS);
  }

  /** A server that asks for another one skips data that it cannot decrypt. */
  @Test
  void shouldRefuseASecondHelloWithAnotherNameBehindEarlyData() {
    give(hello(extension(0, name("a.example")), VERSIONS, EARLY));
    give(CIPHERS);
    assertEquals(Judgement.PASS, give(ENCRYPTED));
    assertRefused(of("bad.example"), RefusalReason.AMBIGUOUS);
  }

  /** OpenSSL takes changes of ciphers within a message for nothing. */
  @Test
  void shouldRefuseASecondHelloAroundChangesOfCiphersOrEarlyData() {
    byte[] message = messageOf(of("bad.example"));
    for (boolean isEarly : new boolean[] {false, true}) {
      byte[] between = isEarly ? ENCRYPTED : CIPHERS;
      for (int cut = 1; cut < message.length; cut++) {
        judge = judge();
        give(isEarly ? hello(extension(0, name("a.example")), VERSIONS, EARLY) : of("a.example"));
        assertEquals(Judgement.HOLD, give(record(Arrays.copyOf(message, cut))));
        assertEquals(Judgement.HOLD, give(between), "cut at " + cut);
        assertRefused(
            record(Arrays.copyOfRange(message, cut, message.length)), RefusalReason.AMBIGUOUS);
      }
    }
  }

  @Test
  void shouldRefuseAnAlertAndTooMuchEarlyDataWithinASecondHello() {
    byte[] begin = record(Arrays.copyOf(messageOf(of("bad.example")), 20));
    give(of("a.example"));
    give(begin);
    assertRefused(record(21, new byte[] {1, 90}), RefusalReason.NOT_TLS);
    judge = judge();
    give(hello(extension(0, name("a.example")), VERSIONS, EARLY));
    give(begin);
    byte[] data = record(23, new byte[16_000]);
    int count = 0;
    while (give(data) == Judgement.HOLD) {
      count++;
    }
    assertEquals(ClientHelloJudge.MOST_EARLY_BYTES / 16_000, count);
    assertEquals(RefusalReason.HEAD_TOO_LONG, judge.reason());
  }

  @Test
  void shouldPassAllThroughBehindMoreEarlyDataThanServersSkip() {
    give(hello(extension(0, name("a.example")), VERSIONS, EARLY));
    byte[] record = record(23, new byte[16_000]);
    int judged = 0;
    while (give(record) == Judgement.PASS) {
      judged += 16_000;
    }
    assertEquals(ClientHelloJudge.MOST_EARLY_BYTES / 16_000, judged / 16_000);
  }

  @Test
  void shouldRefuseWhatNoClientSendsBeforeItEncrypts() {
    give(of("a.example"));
    assertRefused(record(24, new byte[3]), RefusalReason.NOT_TLS);
    judge = judge();
    give(of("a.example"));
    assertRefused(record(Arrays.copyOf(begin(1 << 16), 600)), RefusalReason.HEAD_TOO_LONG);
  }

  /** OpenSSL takes up to 131,396 bytes. */
  @Test
  void shouldRefuseASecondHelloOfAnyLengthThatThereCanBe() {
    for (int length : new int[] {8_189, 131_073, 131_396, ClientHelloJudge.LONGEST_BODY}) {
      judge = judge();
      give(of("a.example"));
      assertEquals(Judgement.HOLD, give(record(begin(length))));
      assertRefused(record(new byte[100]), RefusalReason.HEAD_TOO_LONG);
      judge = judge();
      give(of("a.example"));
      assertRefused(record(Arrays.copyOf(begin(length), 8_000)), RefusalReason.HEAD_TOO_LONG);
    }
  }

  /** A client that resumes a session of TLS 1.2 sends its encrypted end, and then asks. */
  @Test
  void shouldLetAnEncryptedEndPassThatBeginsAsAHelloDoes() {
    for (int length : new int[] {0, 16, 1_000, 8_189, 100_000}) {
      judge = judge();
      give(of("a.example"));
      give(CIPHERS);
      byte[] end = record(Arrays.copyOf(begin(length), 40));
      assertEquals(length < 40 ? Judgement.PASS_THROUGH : Judgement.HOLD, give(end));
      assertEquals(Judgement.PASS_THROUGH, give(ENCRYPTED));
    }
  }

  private static byte[] begin(int length) {
    return new byte[] {1, (byte) (length >> 16), (byte) (length >> 8), (byte) length};
  }

  /** A message of TLS 1.2 that is encrypted may begin as a hello does. */
  @Test
  void shouldTakeNoEncryptedMessageForAHello() {
    give(of("a.example"));
    give(CIPHERS);
    int longer = ClientHelloJudge.LONGEST_BODY + 1;
    assertEquals(Judgement.PASS_THROUGH, give(record(begin(longer))));
  }
}
