package dev.rosa.client.command;

import dev.rosa.client.link.DatagramLink;
import dev.rosa.serving.PeerText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Outlet of the payloads that {@code rosa receive} delivers: to a local application, onto standard
 * output, or both.
 */
final class PayloadOutlet implements AutoCloseable {

  /** Null: none. */
  private final DatagramLink application;

  /** Null: nothing is printed. */
  private final PrintWriter printed;

  PayloadOutlet(DatagramLink application, PrintWriter printed) {
    this.application = application;
    this.printed = printed;
  }

  void deliver(ByteBuffer payload) throws IOException {
    if (printed != null) {
      printed.println(text(payload.duplicate()));
      printed.flush();
    }
    if (application != null) {
      application.send(payload);
    }
  }

  /** A payload on one line: itself if it is printable UTF-8, else hex digits. */
  static String text(ByteBuffer payload) {
    byte[] bytes = new byte[payload.remaining()];
    payload.get(bytes);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (PeerText.isPrintable(text)) {
        return text;
      }
    } catch (CharacterCodingException e) {
      return HexFormat.of().formatHex(bytes);
    }
    return HexFormat.of().formatHex(bytes);
  }

  @Override
  public void close() throws IOException {
    if (application != null) {
      application.close();
    }
  }
}
