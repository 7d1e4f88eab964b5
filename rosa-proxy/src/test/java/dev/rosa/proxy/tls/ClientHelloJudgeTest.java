package dev.rosa.proxy.tls;

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
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
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
    assertEquals(Judgement.PASS_THROUGH, give(ofJdk("a.example", "h2", "http/1.1")));
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
      assertEquals(Judgement.PASS_THROUGH, give(Arrays.copyOfRange(all, cut, all.length)));
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
      assertEquals(Judgement.PASS_THROUGH, give(records.toByteArray()), "cut at " + cut);
    }
  }

  @Test
  void shouldRefuseAMessageWithoutNameUnlessItMayPass() throws Exception {
    assertEquals(Judgement.REFUSE, give(ofJdk(null)));
    assertEquals(RefusalReason.NO_NAME, judge.reason());
    letsNoNamePass = true;
    judge = judge();
    assertEquals(Judgement.PASS_THROUGH, give(ofJdk(null)));
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

  private static byte[] ofJdk(String name, String... protocols) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, null, null);
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    if (name != null) {
      parameters.setServerNames(List.of(new SNIHostName(name)));
    }
    parameters.setApplicationProtocols(protocols);
    engine.setSSLParameters(parameters);
    ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), out);
    return Arrays.copyOf(out.array(), out.position());
  }

  private static byte[] messageOf(byte[] record) {
    return Arrays.copyOfRange(record, 5, record.length);
  }

  private static byte[] record(byte[] part) {
    ByteBuffer record = ByteBuffer.allocate(5 + part.length);
    record.put((byte) 22).putShort((short) 0x0301).putShort((short) part.length).put(part);
    return record.array();
  }

  private static byte[] message(String... extensions) {
    String all = String.join("", extensions);
    String body =
        "\3\3" + "r".repeat(32) + "\0" + "\0\2\23\1" + "\1\0" + shortText(all.length()) + all;
    String message = "\1\0" + shortText(body.length()) + body;
    return message.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String extension(int type, String content) {
    return shortText(type) + shortText(content.length()) + content;
  }

  private static String name(String host) {
    return shortText(host.length() + 3) + "\0" + shortText(host.length()) + host;
  }

  private static String shortText(int number) {
    return "" + (char) (number >> 8) + (char) (number & 0xff);
  }

  private Judgement give(byte[] bytes) {
    return judge.judge(ByteBuffer.wrap(bytes), 0, bytes.length);
  }
}
