package dev.rosa.examples.bench.kernel;

import java.nio.charset.StandardCharsets;

/** Text of the payload, cut into words that are joined again. */
public final class TextKernel extends PayloadKernel {

  @Override
  int result(byte[] payload, int length) {
    String text = new String(payload, 0, length, StandardCharsets.ISO_8859_1);
    StringBuilder joined = new StringBuilder();
    int start = 0;
    for (int end = text.indexOf(' '); end >= 0; end = text.indexOf(' ', start)) {
      joined.append(text, start, end).append('-');
      start = end + 1;
    }
    return joined.toString().hashCode();
  }
}
