package dev.rosa.proxy;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.telnet.TelnetJudge;
import dev.rosa.proxy.telnet.TelnetLimits;
import dev.rosa.proxy.tls.ClientHello;
import dev.rosa.proxy.tls.ClientHelloJudge;
import dev.rosa.proxy.tls.TlsPolicy;
import dev.rosa.proxy.url.NormalUrl;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What TELNET and TLS clients send: the same verdicts wherever it is cut. */
public final class FirstBytesFuzzer {
  private static final byte[] H2 = "h2".getBytes(StandardCharsets.US_ASCII);

  private static final TlsPolicy ALL =
      new TlsPolicy() {
        @Override
        public boolean letsNoNamePass() {
          return true;
        }

        @Override
        public boolean letsEncryptedNamePass() {
          return false;
        }

        @Override
        public Judgement decide(NormalUrl url, ClientHello hello) {
          boolean isOdd = hello.offers(H2) && url.hostText().isEmpty();
          if (isOdd) {
            throw new AssertionError("a host without a name");
          }
          return Judgement.PASS;
        }
      };

  private FirstBytesFuzzer() {}

  /** Seeds of the corpus. */
  public static List<byte[]> seeds() {
    String name = "\0\0\0\16\0\14\0\0\11a.example";
    String body = "\3\3" + "r".repeat(32) + "\0\0\2\23\1\1\0\0\22" + name;
    String hello =
        "\26\3\1\0" + (char) (body.length() + 4) + "\1\0\0" + (char) body.length() + body;
    String telnet = "\377\373\30\377\372\47\0\0USER\1alice\377\360\377\377x\r\n";
    return List.of(
        hello.getBytes(StandardCharsets.ISO_8859_1), telnet.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) {
    int length = data.consumeInt(1, 40);
    byte[] stream = data.consumeRemainingAsBytes();
    TelnetLimits limits = TelnetLimits.USUAL;
    TelnetJudge telnet = new TelnetJudge(limits);
    TelnetJudge cutTelnet = new TelnetJudge(limits);
    CutStream.requireSame(
        CutStream.whole(telnet, stream),
        telnet,
        CutStream.pieces(cutTelnet, stream, length),
        cutTelnet);
    ClientHelloJudge tls = new ClientHelloJudge(new ClientHello(), "192.0.2.1", ALL);
    ClientHelloJudge cutTls = new ClientHelloJudge(new ClientHello(), "192.0.2.1", ALL);
    Judgement whole = CutStream.whole(tls, stream);
    Judgement pieces = CutStream.pieces(cutTls, stream, length);
    if (stream.length > 0) {
      CutStream.requireSame(whole, tls, pieces, cutTls);
    }
  }
}
