package dev.rosa.proxy.tls;

import static dev.rosa.proxy.tls.Hellos.extension;
import static dev.rosa.proxy.tls.Hellos.message;
import static dev.rosa.proxy.tls.Hellos.messageOf;
import static dev.rosa.proxy.tls.Hellos.name;
import static dev.rosa.proxy.tls.Hellos.ofJdk;
import static dev.rosa.proxy.tls.Hellos.record;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.NormalUrl;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientHelloJudgeTest {
  private static final byte[] H2 = "h2".getBytes(StandardCharsets.US_ASCII);

  private final ClientHello hello = new ClientHello();
  private final List<String> asked = new ArrayList<>();
  private boolean letsNoNamePass;
  private boolean letsEncryptedNamePass;

  private final TlsPolicy policy =
      new TlsPolicy() {
        @Override
        public boolean letsNoNamePass() {
          return letsNoNamePass;
        }

        @Override
        public boolean letsEncryptedNamePass() {
          return letsEncryptedNamePass;
        }

        @Override
        public Judgement decide(NormalUrl url, ClientHello of) {
          asked.add(url + (of.offers(H2) ? " h2" : ""));
          return url.hostText().startsWith("bad") ? Judgement.REFUSE : Judgement.PASS;
        }
      };

  private ClientHelloJudge judge = judge();

  private ClientHelloJudge judge() {
    return new ClientHelloJudge(hello, "192.0.2.1", policy);
  }

  @Test
  void shouldReadNameAndProtocolsOfTheJdksClient() throws Exception {
    assertEquals(Judgement.PASS, give(ofJdk("a.example", "h2", "http/1.1")));
    assertEquals(List.of("https://a.example/ h2"), asked);
  }

  @Test
  void shouldRefuseANameByRule() throws Exception {
    assertEquals(Judgement.REFUSE, give(ofJdk("bad.example")));
    assertEquals(RefusalReason.RULE, judge.reason());
  }

  @Test
  void shouldReadAMessageWhereverSegmentsCutIt() throws Exception {
    byte[] all = ofJdk("A.Example");
    for (int cut = 1; cut < all.length; cut++) {
      judge = judge();
      assertEquals(Judgement.HOLD, give(Arrays.copyOf(all, cut)), "cut at " + cut);
      assertEquals(Judgement.PASS, give(Arrays.copyOfRange(all, cut, all.length)));
    }
    assertTrue(asked.stream().allMatch("https://a.example/"::equals));
  }

  @Test
  void shouldReadAMessageInSeveralRecords() throws Exception {
    byte[] message = messageOf(ofJdk("a.example"));
    for (int cut = 1; cut < message.length; cut += 7) {
      judge = judge();
      ByteArrayOutputStream records = new ByteArrayOutputStream();
      records.write(record(Arrays.copyOf(message, cut)));
      records.write(record(Arrays.copyOfRange(message, cut, message.length)));
      assertEquals(Judgement.PASS, give(records.toByteArray()), "cut at " + cut);
    }
  }

  @Test
  void shouldRefuseAMessageWithoutNameUnlessItMayPass() throws Exception {
    assertEquals(Judgement.REFUSE, give(ofJdk(null)));
    assertEquals(RefusalReason.NO_NAME, judge.reason());
    letsNoNamePass = true;
    judge = judge();
    assertEquals(Judgement.PASS, give(ofJdk(null)));
    assertEquals(List.of("https://192.0.2.1/"), asked);
  }

  @Test
  void shouldRefuseAnEncryptedMessageUnlessItMayPass() {
    byte[] bytes = record(message(extension(0, name("a.example")), extension(0xfe0d, "xx")));
    assertEquals(Judgement.REFUSE, give(bytes));
    assertEquals(RefusalReason.ENCRYPTED_NAME, judge.reason());
    letsEncryptedNamePass = true;
    judge = judge();
    assertEquals(Judgement.PASS_THROUGH, give(bytes));
  }

  @Test
  void shouldRefuseNamesThatServersReadDifferently() {
    ambiguous(extension(0, name("a.example")), extension(0, name("bad.example")));
    ambiguous(extension(0, name("a.example") + name("b.example")));
    ambiguous(extension(0, name("a.example") + "x"));
    ambiguous(extension(0, name("a.example:443")));
    ambiguous(extension(0, name("a\0.example")));
    ambiguous(extension(0, name("")));
    ambiguous(extension(0, name("[::1]")));
    ambiguous(extension(16, "\0\4\2h2x"));
    ambiguous(extension(0, name("a.example")), "\0\20\0");
  }

  @Test
  void shouldRefuseWhatIsNoTls() {
    for (String bytes :
        List.of(
            "GET / HTTP/1.1\r\n",
            "SSH-2.0",
            "\26\2\1",
            "\26\3\1\0\0",
            "\26\3\1\0\4\2\0\0\0",
            "\25\3\1\0\2")) {
      judge = judge();
      assertEquals(Judgement.REFUSE, give(bytes.getBytes(StandardCharsets.ISO_8859_1)), bytes);
      assertEquals(RefusalReason.NOT_TLS, judge.reason());
    }
  }

  @Test
  void shouldRefuseAMessageThatIsTooLong() {
    byte[] begin = record("\1\1\0\0".getBytes(StandardCharsets.ISO_8859_1));
    assertEquals(Judgement.REFUSE, give(begin));
    assertEquals(RefusalReason.HEAD_TOO_LONG, judge.reason());
  }

  private void ambiguous(String... extensions) {
    judge = judge();
    assertEquals(Judgement.REFUSE, give(record(message(extensions))));
    assertEquals(RefusalReason.AMBIGUOUS, judge.reason());
  }

  private Judgement give(byte[] bytes) {
    return judge.judge(ByteBuffer.wrap(bytes), 0, bytes.length);
  }
}
