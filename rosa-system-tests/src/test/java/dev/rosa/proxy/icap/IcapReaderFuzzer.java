package dev.rosa.proxy.icap;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * What a service of ICAP says: the same verdict wherever it is cut, or none, and no more of it is
 * kept than was allowed.
 */
public final class IcapReaderFuzzer {
  private static final int MOST = 64;

  private IcapReaderFuzzer() {}

  /** Seeds of the corpus. */
  public static List<byte[]> seeds() {
    String head = "HTTP/1.1 403 No\r\nA: b\r\n\r\n";
    String found = "ICAP/1.0 200 OK\r\nX-Infection-Found: x\r\n y\r\nEncapsulated: res-hdr=0, ";
    return List.of(
        bytes("ICAP/1.0 204 No Content\r\nISTag: \"x\"\r\n\r\n"),
        bytes("ICAP/1.0 100 Continue\r\n\r\nICAP/1.0 204 No\r\n\r\n"),
        bytes(found + "res-body=" + head.length() + "\r\n\r\n" + head + "3\r\nabc\r\n0\r\n\r\n"),
        bytes(found + "null-body=" + head.length() + "\r\n\r\n" + head));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) {
    int length = data.consumeInt(1, 40);
    byte[] said = data.consumeRemainingAsBytes();
    String whole = outcome(said, Math.max(1, said.length));
    String pieces = outcome(said, length);
    if (!whole.equals(pieces)) {
      throw new AssertionError(whole + ", " + pieces);
    }
  }

  /** What comes of bytes that come so many at a time. */
  private static String outcome(byte[] said, int length) {
    IcapReader reader = new IcapReader(MOST, true, bytes -> true);
    try {
      for (int at = 0; at < said.length; at += length) {
        ByteBuffer piece = ByteBuffer.wrap(said, at, Math.min(length, said.length - at));
        while (reader.read(piece) && reader.isToContinue()) {
          reader.goOn();
        }
      }
    } catch (IcapException e) {
      return "none";
    }
    return reader.isComplete() ? text(reader.verdict()) : "not complete";
  }

  private static String text(IcapVerdict verdict) {
    if (verdict.body() != null && verdict.body().length > MOST) {
      throw new AssertionError(verdict.body().length + " bytes are kept");
    }
    return verdict.kind()
        + verdict.text()
        + Arrays.toString(verdict.head())
        + Arrays.toString(verdict.body());
  }
}
