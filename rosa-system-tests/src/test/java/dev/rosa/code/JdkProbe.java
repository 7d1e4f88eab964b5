package dev.rosa.code;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;

/**
 * Uses of JDK classes whose static initialisers fail for ever where a stack or a heap ends.
 * Stateless.
 */
final class JdkProbe {

  private enum Kind {
    ONE,
    TWO
  }

  private JdkProbe() {}

  /** The same text each time, as long as no class is broken. */
  static String answer() {
    StringBuilder text = new StringBuilder();
    text.append(new SplittableRandom(5).nextInt()).append(' ');
    text.append(HexFormat.of().formatHex(new byte[] {1, -1})).append(' ');
    text.append(Base64.getUrlEncoder().encodeToString(new byte[] {1, 2})).append(' ');
    EnumMap<Kind, String> kinds = new EnumMap<>(Kind.class);
    kinds.put(Kind.TWO, "two");
    text.append(kinds).append(Double.parseDouble("1.25e-7")).append(1e22).append(' ');
    text.append(StrictMath.sin(1e6) + StrictMath.pow(3, 0.3)).append(' ');
    for (int plane = 0; plane <= 16; plane++) {
      text.append(Character.getType((plane << 16) + 0x4e00)).append(' ');
    }
    CRC32C sum = new CRC32C();
    sum.update("rosa".getBytes(StandardCharsets.UTF_8));
    text.append(sum.getValue()).append(' ').append(String.format("%05d", 42));
    text.append(new TreeMap<>(new ConcurrentHashMap<>(java.util.Map.of("a", 1))));
    return text.toString();
  }
}
