package dev.rosa.proxy.tls;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** First messages of TLS clients. */
final class Hellos {

  private Hellos() {}

  static byte[] ofJdk(String name, String... protocols) throws Exception {
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

  static byte[] messageOf(byte[] record) {
    return Arrays.copyOfRange(record, 5, record.length);
  }

  static byte[] record(byte[] part) {
    return record(22, part);
  }

  static byte[] record(int type, byte[] part) {
    ByteBuffer record = ByteBuffer.allocate(5 + part.length);
    record.put((byte) type).putShort((short) 0x0301).putShort((short) part.length).put(part);
    return record.array();
  }

  static byte[] message(String... extensions) {
    String all = String.join("", extensions);
    String body =
        "\3\3" + "r".repeat(32) + "\0" + "\0\2\23\1" + "\1\0" + shortText(all.length()) + all;
    String message = "\1\0" + shortText(body.length()) + body;
    return message.getBytes(StandardCharsets.ISO_8859_1);
  }

  static String extension(int type, String content) {
    return shortText(type) + shortText(content.length()) + content;
  }

  static String name(String host) {
    return shortText(host.length() + 3) + "\0" + shortText(host.length()) + host;
  }

  static String shortText(int number) {
    return "" + (char) (number >> 8) + (char) (number & 0xff);
  }
}
