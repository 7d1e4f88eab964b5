package dev.rosa.proxy.rules.criterion;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Content of a response, as far as it is known.
 *
 * @param type media type without parameters, in lower case; empty if the server does not say
 * @param file name of the file, in lower case: that of Content-Disposition, else the path's last
 *     part
 * @param kinds bits of the kinds of files that the first bytes are of
 * @param length bytes; those that were seen, if the server does not say
 */
public record Content(String type, String file, long kinds, long length) {

  /** No content is known. */
  public static final Content NONE = new Content("", "", 0, 0);

  /** Types and names have no case. */
  public Content {
    type = type.toLowerCase(Locale.ROOT);
    file = file.toLowerCase(Locale.ROOT);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
