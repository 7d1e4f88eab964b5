package dev.rosa.metering.twin;

import static dev.rosa.metering.twin.Comparison.result;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Twins of texts and codings against the JDK, by random arguments. */
@SuppressWarnings("ReturnValueIgnored")
class TextsLikeTheJdkTest {

  private static final int RUNS = 3_000;

  @BeforeEach
  void unlimited() {
    Comparison.unlimited();
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    String letters = random.nextInt(4) == 0 ? "ab\u4e00" : "abAB ";
    for (int i = random.nextInt(9); i > 0; i--) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }

  private static void same(Supplier<?> expected, Supplier<?> found) {
    assertEquals(result(expected), result(found));
  }

  @Test
  void shouldReadTextsAsStringDoes() {
    for (int run = 0; run < RUNS; run++) {
      Random r = new Random(run);
      String s = text(r);
      String t = r.nextBoolean() ? text(r) : s.substring(0, r.nextInt(s.length() + 1));
      int i = r.nextInt(11) - 1;
      int j = r.nextInt(11) - 1;
      char c = "abA\u4e00".charAt(r.nextInt(4));
      same(() -> s.indexOf(t), () -> TextSearch.indexOf(s, t));
      same(() -> s.indexOf(t, i), () -> TextSearch.indexOf(s, t, i));
      same(() -> s.lastIndexOf(t), () -> TextSearch.lastIndexOf(s, t));
      same(() -> s.indexOf(c), () -> TextSearch.indexOf(s, c));
      same(() -> s.indexOf(c, i), () -> TextSearch.indexOf(s, c, i));
      same(() -> s.lastIndexOf(c), () -> TextSearch.lastIndexOf(s, c));
      same(() -> s.lastIndexOf(c, i), () -> TextSearch.lastIndexOf(s, c, i));
      same(() -> s.contains(t), () -> TextSearch.contains(s, t));
      same(() -> s.startsWith(t), () -> TextSearch.startsWith(s, t));
      same(() -> s.startsWith(t, i), () -> TextSearch.startsWith(s, t, i));
      same(() -> s.endsWith(t), () -> TextSearch.endsWith(s, t));
      same(() -> s.equals(t), () -> Texts.equals(s, t));
      same(() -> s.compareTo(t), () -> Texts.compareTo(s, t));
      same(() -> s.hashCode(), () -> Texts.hashCode(s));
      same(() -> s.contentEquals(t), () -> Texts.contentEquals(s, t));
      same(() -> s.equalsIgnoreCase(t), () -> Texts.equalsIgnoreCase(s, t));
      same(() -> s.compareToIgnoreCase(t), () -> Texts.compareToIgnoreCase(s, t));
      same(
          () -> s.regionMatches(true, i, t, j, 3),
          () -> TextSearch.regionMatches(s, true, i, t, j, 3));
      same(() -> s.regionMatches(i, t, j, 2), () -> TextSearch.regionMatches(s, i, t, j, 2));
      same(() -> s.codePointCount(i, j), () -> Texts.codePointCount(s, i, j));
    }
  }

  /** From some JDK on, the JDK looks at the other text only if the region lies within this one. */
  @Test
  void shouldRefuseNoTextWhereverTheRegionBegins() {
    assertThrows(NullPointerException.class, () -> TextSearch.regionMatches("aba", 1, null, 0, 1));
    assertThrows(NullPointerException.class, () -> TextSearch.regionMatches("aba", 9, null, 0, 1));
    assertThrows(NullPointerException.class, () -> TextSearch.regionMatches("aba", -1, null, 0, 1));
  }

  @Test
  void shouldMakeTextsAsStringDoes() {
    for (int run = 0; run < RUNS; run++) {
      Random r = new Random(run);
      String s = text(r);
      String t = text(r);
      String u = text(r);
      int i = r.nextInt(11) - 1;
      int j = r.nextInt(11) - 1;
      char[] letters = s.toCharArray();
      byte[] bytes = s.getBytes(StandardCharsets.UTF_8);
      same(() -> s.substring(i), () -> Texts.substring(s, i));
      same(() -> s.substring(i, j), () -> Texts.substring(s, i, j));
      same(() -> s.subSequence(i, j), () -> Texts.subSequence((CharSequence) s, i, j));
      same(() -> s.replace("a", t), () -> TextSearch.replace(s, "a", t));
      same(() -> s.replace(t, u), () -> TextSearch.replace(s, t, u));
      same(() -> s.replace("", t), () -> TextSearch.replace(s, "", t));
      same(() -> s.replace('a', 'x'), () -> TextSearch.replace(s, 'a', 'x'));
      same(() -> s.concat(t), () -> Texts.concat(s, t));
      same(() -> s.repeat(i), () -> Texts.repeat(s, i));
      same(s::trim, () -> Texts.trim(s));
      same(s::toCharArray, () -> Texts.toCharArray(s));
      same(
          () -> s.getBytes(StandardCharsets.UTF_8),
          () -> Texts.getBytes(s, StandardCharsets.UTF_8));
      same(
          () -> new String(bytes, i, j, StandardCharsets.UTF_8),
          () -> Texts.make(bytes, i, j, StandardCharsets.UTF_8));
      same(() -> new String(letters, i, j), () -> Texts.make(letters, i, j));
      same(() -> String.valueOf(i), () -> Texts.valueOf(i));
      same(() -> String.join(t, s, u, null), () -> Texts.join(t, new CharSequence[] {s, u, null}));
      same(() -> String.join(t, List.of(s, u)), () -> Texts.join(t, List.of(s, u)));
    }
  }

  @Test
  void shouldBuildTextsAsStringBuilderDoes() {
    for (int run = 0; run < RUNS; run++) {
      Random r = new Random(run);
      StringBuilder expected = new StringBuilder(text(r));
      TextBuilder found = new TextBuilder(expected.toString());
      for (int step = 0; step < 12; step++) {
        String t = text(r);
        int i = r.nextInt(12) - 1;
        int j = r.nextInt(12) - 1;
        switch (r.nextInt(18)) {
          case 0 -> same(() -> expected.append(t), () -> found.append(t));
          case 1 -> same(() -> expected.append(i), () -> found.append(i));
          case 2 -> same(() -> expected.append((long) i), () -> found.append((long) i));
          case 3 -> same(() -> expected.append('x'), () -> found.append('x'));
          case 4 -> same(() -> expected.append(i > 2), () -> found.append(i > 2));
          case 5 -> same(() -> expected.append(t, i, j), () -> found.append(t, i, j));
          case 6 -> same(() -> expected.insert(i, t), () -> found.insert(i, t));
          case 7 -> same(() -> expected.insert(i, j), () -> found.insert(i, j));
          case 8 -> same(() -> expected.delete(i, j), () -> found.delete(i, j));
          case 9 -> same(() -> expected.deleteCharAt(i), () -> found.deleteCharAt(i));
          case 10 -> same(() -> expected.replace(i, j, t), () -> found.replace(i, j, t));
          case 11 -> same(expected::reverse, found::reverse);
          case 12 -> same(() -> expected.charAt(i), () -> found.charAt(i));
          case 13 -> same(() -> expected.substring(i, j), () -> found.substring(i, j));
          case 14 -> same(() -> expected.indexOf(t), () -> found.indexOf(t));
          case 15 -> same(() -> length(expected, i), () -> length(found, i));
          case 16 ->
              same(() -> expected.append(t.toCharArray()), () -> found.append(t.toCharArray()));
          default -> same(() -> expected.append((Object) null), () -> found.append((Object) null));
        }
        assertEquals(expected.toString(), found.toString());
      }
    }
  }

  private static String length(StringBuilder builder, int length) {
    builder.setLength(length);
    return builder.toString();
  }

  private static String length(TextBuilder builder, int length) {
    builder.setLength(length);
    return builder.toString();
  }

  @Test
  void shouldReadNumbersAsTheJdkDoes() {
    String[] texts = {
      "0",
      "-1",
      "+7",
      "",
      "-",
      "12x",
      "2147483647",
      "2147483648",
      "-2147483648",
      "ff",
      "zz",
      "9223372036854775807",
      "18446744073709551615",
      " 1",
      "1_000",
      "00000000000000000000001"
    };
    for (String text : texts) {
      for (int radix : new int[] {0, 2, 10, 16, 36}) {
        same(() -> Integer.parseInt(text, radix), () -> Numbers.parseInt(text, radix));
        same(() -> Long.parseLong(text, radix), () -> Numbers.parseLong(text, radix));
        same(
            () -> Integer.parseUnsignedInt(text, radix),
            () -> Numbers.parseUnsignedInt(text, radix));
        same(
            () -> Long.parseUnsignedLong(text, radix),
            () -> Numbers.parseUnsignedLong(text, radix));
      }
    }
    assertThrows(NumberFormatException.class, () -> Numbers.parseInt(null));
    assertThrows(NumberFormatException.class, () -> Numbers.parseInt("\u0661"));
  }

  @Test
  void shouldKnowLettersOfAsciiAsTheJdkDoes() {
    for (char c = 0; c < 128; c++) {
      char letter = c;
      assertEquals(Character.isLetter(c), Letters.isLetter(c));
      assertEquals(Character.isDigit(c), Letters.isDigit(c));
      assertEquals(Character.isLetterOrDigit(c), Letters.isLetterOrDigit(c));
      assertEquals(Character.isUpperCase(c), Letters.isUpperCase(c));
      assertEquals(Character.isLowerCase(c), Letters.isLowerCase(c));
      assertEquals(Character.isWhitespace(c), Letters.isWhitespace(c));
      assertEquals(Character.toUpperCase(c), Letters.toUpperCase(c));
      assertEquals(Character.toLowerCase(c), Letters.toLowerCase(c));
      for (int radix : new int[] {1, 2, 10, 16, 36, 37}) {
        same(() -> Character.digit(letter, radix), () -> Letters.digit(letter, radix));
      }
    }
    assertFalse(Letters.isLetter('\u00e9'));
    assertEquals('\u00e9', Letters.toUpperCase('\u00e9'));
  }

  @Test
  void shouldCodeBytesAsTheJdkDoes() {
    HexFormat hex = HexFormat.of();
    for (int run = 0; run < 300; run++) {
      Random r = new Random(run);
      byte[] bytes = new byte[r.nextInt(40)];
      Codings.nextBytes(new Random(run), bytes);
      byte[] expected = new byte[bytes.length];
      new Random(run).nextBytes(expected);
      assertEquals(Arrays.toString(expected), Arrays.toString(bytes));
      String digits = hex.formatHex(bytes);
      assertEquals(digits, Codings.formatHex(hex, bytes));
      same(() -> hex.parseHex(digits), () -> Codings.parseHex(hex, digits));
      String coded = Base64.getEncoder().encodeToString(bytes);
      assertEquals(coded, Codings.encodeToString(Base64.getEncoder(), bytes));
      same(
          () -> Base64.getDecoder().decode(coded),
          () -> Codings.decode(Base64.getDecoder(), coded));
    }
    assertThrows(IllegalArgumentException.class, () -> Codings.parseHex(hex, "0"));
    assertThrows(IllegalArgumentException.class, () -> Codings.decode(Base64.getDecoder(), "?"));
  }
}
