package dev.rosa.proxy.policy;

import dev.rosa.proxy.content.FileKind;
import dev.rosa.proxy.http.ResponseHead;
import dev.rosa.proxy.rules.criterion.Content;
import dev.rosa.proxy.stream.AsciiBytes;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Content of a response, as rules ask for it, from its head and first bytes. It makes strings: only
 * responses that rules for content concern are looked at. Stateless.
 */
public final class ResponseContent {
  private static final long PART = 1L << FileKind.PART.ordinal();
  private static final int PARTIAL_CONTENT = 206;
  private static final byte[] CONTENT_RANGE = AsciiBytes.of("content-range");
  private static final byte[] FROM_THE_BEGINNING = AsciiBytes.of("bytes 0-");

  private static final Pattern PLAIN_NAME =
      Pattern.compile("(?i)(?:^|[;\\s])filename\\s*=\\s*(?:\"([^\"]*)\"|([^;\\s]*))");
  private static final Pattern ENCODED_NAME =
      Pattern.compile("(?i)(?:^|[;\\s])filename\\*\\s*=\\s*\"?[\\w-]*'[\\w-]*'([^;\\s\"]*)");

  private ResponseContent() {}

  /**
   * Reads the content.
   *
   * @param path of the request's URL in its normal form: its last part is the name if the head has
   *     none
   * @param body first bytes of the body, without the framing of chunks
   * @param seenBytes bytes of the body that there are; its length if the head does not say one
   */
  public static Content of(ResponseHead head, String path, byte[] body, int seenBytes) {
    String disposition = field(head, head.contentDisposition());
    String named = fileName(disposition);
    long stated = head.statedBytes();
    return new Content(
        mediaType(field(head, head.contentType())),
        withoutFolder(named.isEmpty() ? path : named),
        isPiece(head) ? PART : FileKind.of(body, seenBytes),
        stated < 0 ? seenBytes : stated);
  }

  private static String field(ResponseHead head, int index) {
    return index < 0
        ? ""
        : AsciiBytes.text(
            head.bytes(), head.fields().valueBegin(index), head.fields().valueEnd(index));
  }

  /** A client that asks for a range may leave the first bytes out, or ask for several ranges. */
  private static boolean isPiece(ResponseHead head) {
    int range = head.fields().find(CONTENT_RANGE, 0);
    return head.status() == PARTIAL_CONTENT
        && (range < 0
            || head.fields().find(CONTENT_RANGE, range + 1) >= 0
            || !AsciiBytes.beginsIgnoringCase(
                head.bytes(),
                head.fields().valueBegin(range),
                head.fields().valueEnd(range),
                FROM_THE_BEGINNING));
  }

  private static String mediaType(String field) {
    int semicolon = field.indexOf(';');
    return (semicolon < 0 ? field : field.substring(0, semicolon)).strip();
  }

  /** Browsers prefer the encoded name if both are there (RFC 6266 §4.3). */
  private static String fileName(String disposition) {
    Matcher encoded = ENCODED_NAME.matcher(disposition);
    if (encoded.find()) {
      return decoded(encoded.group(1));
    }
    Matcher plain = PLAIN_NAME.matcher(disposition);
    if (!plain.find()) {
      return "";
    }
    return plain.group(1) == null ? plain.group(2) : plain.group(1);
  }

  private static String decoded(String name) {
    try {
      return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return name;
    }
  }

  /** Windows drops dots and blanks at the end of a name. */
  private static String withoutFolder(String name) {
    int folder = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'));
    return name.substring(folder + 1).replaceFirst("[. ]+$", "");
  }
}
