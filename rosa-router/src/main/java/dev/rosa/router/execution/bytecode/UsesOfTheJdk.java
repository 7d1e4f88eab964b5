package dev.rosa.router.execution.bytecode;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PrimitiveIterator;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * Calls that initialise JDK classes behind those that active code may use: tables, caches,
 * iterators, linkage of lambdas. Calls that end in an exception are among them, as its text is made
 * by such classes, too. Results do not matter. Its static methods keep no state.
 */
final class UsesOfTheJdk {

  /** Any enum that is the router's own. */
  private enum Choice {
    ONE,
    OTHER
  }

  /** Components of all kinds, so that comparing and showing each is linked. */
  private record AllKinds(
      boolean truth,
      byte octet,
      short two,
      char letter,
      int four,
      long eight,
      float single,
      double twice,
      String text) {}

  private static final AllKinds EXAMPLE =
      new AllKinds(true, (byte) 1, (short) 2, 'c', 4, 8L, 1.5f, 2.5, "text");

  private static final int LAST_PLANE = 16;
  private static final int REFLECTIVE_CALLS = 20;
  private static final int[] HARD_EXPONENTS = {-320, -30, -5, 5, 30, 300};

  /** Keeps results, so that no compiler leaves a call out. */
  private final AtomicLong seen = new AtomicLong();

  private UsesOfTheJdk() {}

  /** Makes all of them. */
  static void make() {
    UsesOfTheJdk uses = new UsesOfTheJdk();
    uses.numbers();
    uses.mathematics();
    uses.letters();
    uses.texts();
    uses.codings();
    uses.linkage(EXAMPLE);
    uses.randomness();
    uses.failures();
    uses.reflection();
    new UsesOfCollections(uses::see).make();
  }

  private void see(Object result) {
    seen.lazySet(seen.get() + result.hashCode());
  }

  private void numbers() {
    for (int exponent : HARD_EXPONENTS) {
      double number = Double.parseDouble("1.2345678901234567e" + exponent);
      see(Double.toString(number) + Double.toHexString(number));
      float single = Float.parseFloat("1.2345678e" + exponent);
      see(Float.toString(single) + Float.toHexString(single));
    }
    see(Double.parseDouble("0x1.8p3") + Double.parseDouble("-Infinity"));
    see(Float.parseFloat("0x1.8p3") + Float.parseFloat("NaN"));
    see(Integer.toHexString(-1) + Integer.toString(-1, 7) + Integer.toUnsignedString(-1, 7));
    see(Long.toHexString(-1) + Long.toString(-1, 7) + Long.toUnsignedString(-1, 7));
    see(Long.parseUnsignedLong("18446744073709551615") + Long.divideUnsigned(-1, 3));
    see(Long.remainderUnsigned(-1, 3) + Long.decode("0x10") + Integer.decode("010"));
    see(Byte.valueOf("1") + Short.valueOf("2") + Integer.valueOf("3") + Long.valueOf("4"));
    see(Boolean.parseBoolean("true"));
  }

  private void mathematics() {
    for (double x : new double[] {0.3, 2.5, 1e10}) {
      see(Math.sin(x) + Math.cos(x) + Math.tan(x) + Math.exp(x / 1e10) + Math.log(x));
      see(Math.asin(x / 1e11) + Math.acos(x / 1e11) + Math.atan(x) + Math.atan2(x, 2));
      see(Math.sinh(x / 1e9) + Math.cosh(x / 1e9) + Math.tanh(x) + Math.hypot(x, 3));
      see(Math.cbrt(x) + Math.expm1(x / 1e9) + Math.log1p(x) + Math.log10(x) + Math.pow(x, 1.1));
      see(Math.IEEEremainder(x, 3) + Math.fma(x, x, x) + Math.fma(1.5f, 1.5f, 1.5f));
      see(Math.rint(x) + Math.round(x) + Math.scalb(x, 2) + Math.nextUp(x) + Math.ulp(x));
      see(StrictMath.sin(x) + StrictMath.cos(x) + StrictMath.tan(x) + StrictMath.log(x));
      see(StrictMath.asin(x / 1e11) + StrictMath.acos(x / 1e11) + StrictMath.atan2(x, 2));
      see(StrictMath.sinh(x / 1e9) + StrictMath.cosh(x / 1e9) + StrictMath.tanh(x));
      see(StrictMath.cbrt(x) + StrictMath.expm1(x / 1e9) + StrictMath.log1p(x));
      see(StrictMath.log10(x) + StrictMath.pow(x, 1.1) + StrictMath.hypot(x, 3));
      see(StrictMath.exp(x / 1e10) + StrictMath.sqrt(x) + StrictMath.IEEEremainder(x, 3));
    }
  }

  private void letters() {
    for (int plane = 0; plane <= LAST_PLANE; plane++) {
      for (int c : new int[] {0x41, 0xe9, 0x4e00, 0xf000}) {
        int letter = (plane << Short.SIZE) + c;
        see(Character.getType(letter) + Character.getDirectionality(letter));
        see(Character.toLowerCase(letter) + Character.toUpperCase(letter));
        see(Character.toTitleCase(letter) + Character.digit(letter, 10));
        see(Character.isMirrored(letter) || Character.isIdeographic(letter));
        see(Character.isLetterOrDigit(letter) || Character.isWhitespace(letter));
        see(Character.isUnicodeIdentifierStart(letter) || Character.isJavaIdentifierPart(letter));
        see(
            Character.toString(letter).codePointAt(0)
                + Character.digit(letter, Character.MAX_RADIX));
      }
    }
    see(Character.forDigit(7, 10));
  }

  private void texts() {
    for (String text : List.of("Plain text\n", "Gr\u00f6\u00dfe \u4e00 \ud83d\ude00\n")) {
      see(text.strip() + text.indent(2) + text.stripIndent() + text.translateEscapes());
      see(text.repeat(2) + text.replace("t", "u") + text.replace('t', 'u') + text.trim());
      see(text.equalsIgnoreCase("plain") || text.indexOf("e") > text.lastIndexOf("e"));
      see(text.regionMatches(true, 0, "PLAIN", 0, 5) || text.contentEquals("plain"));
      see(String.join(",", text, text) + String.join(",", List.of(text)) + text.substring(1));
      see(text.transform(UsesOfTheJdk::first) + text.concat("x") + text.subSequence(1, 2));
      see(String.CASE_INSENSITIVE_ORDER.compare(text, "plain") > 0);
      for (Charset charset : charsets()) {
        see(new String(text.getBytes(charset), charset));
      }
      see(new String(text.getBytes(Charset.defaultCharset()), Charset.defaultCharset()));
      see(new StringBuilder(text).reverse().append(1.5).append(1.5f).append(1L).append('c'));
      see(new StringBuilder(text).insert(0, 2.5).deleteCharAt(0).toString());
      see(new StringJoiner(",", "<", ">").add(text).merge(new StringJoiner("")).toString());
    }
    see(new String(new int[] {0x1f600}, 0, 1) + String.valueOf(new char[] {'a', '\u4e00'}));
  }

  private static List<Charset> charsets() {
    return List.of(StandardCharsets.UTF_8, StandardCharsets.US_ASCII, StandardCharsets.ISO_8859_1);
  }

  private static char first(String text) {
    return text.charAt(0);
  }

  private void codings() {
    byte[] bytes = {1, 2, 3, -1};
    HexFormat upper = HexFormat.ofDelimiter(":").withUpperCase().withPrefix("x").withSuffix("y");
    see(upper.formatHex(bytes) + upper.parseHex("x01y:xFFy").length + upper);
    see(HexFormat.of().toHexDigits(7L) + HexFormat.fromHexDigitsToLong("ff"));
    see(Base64.getDecoder().decode(Base64.getEncoder().encodeToString(bytes)).length);
    see(
        Base64.getUrlDecoder()
            .decode(Base64.getUrlEncoder().withoutPadding().encode(bytes))
            .length);
    for (Checksum sum : List.of(new CRC32(), new CRC32C(), new Adler32())) {
      sum.update(bytes);
      sum.update(ByteBuffer.wrap(bytes));
      see(sum.getValue());
    }
  }

  /** Uses that javac writes as invokedynamic: joined texts, lambdas, methods of records. */
  private void linkage(AllKinds all) {
    see("a" + all.truth + all.octet + all.two + all.letter + all.four + all.eight + all.text);
    see(all.single + " " + all.twice + all.text + null + '\u4e00');
    see(all.toString() + all.hashCode() + all.equals(EXAMPLE));
    int four = all.four;
    long eight = all.eight;
    double twice = all.twice;
    IntSupplier ints = () -> four + 1;
    LongSupplier longs = () -> eight + four;
    DoubleSupplier doubles = () -> twice + eight;
    Supplier<String> texts = () -> all.text + four;
    Function<String, Integer> lengths = String::length;
    Supplier<List<String>> maker = ArrayList::new;
    IntFunction<String[]> arrays = String[]::new;
    see(ints.getAsInt() + longs.getAsLong() + doubles.getAsDouble() + texts.get());
    see(lengths.andThen(Integer::bitCount).compose(Object::toString).apply("ab"));
    see(maker.get().toArray(arrays.apply(0)).length);
    walk("ab".chars().iterator());
    switch (Choice.valueOf("ONE")) {
      case ONE -> see(Choice.ONE.equals(Choice.OTHER));
      case OTHER -> see(Choice.OTHER.name());
    }
  }

  /** As an iterator of ints and as one of objects. */
  private void walk(PrimitiveIterator.OfInt numbers) {
    see(numbers.nextInt());
    numbers.forEachRemaining((Consumer<Integer>) this::see);
  }

  private void randomness() {
    Random random = new Random(1);
    SplittableRandom splittable = new SplittableRandom(1);
    see(
        random.nextGaussian()
            + random.nextGaussian(1, 2)
            + random.nextInt(7)
            + random.nextDouble()
            + random.nextFloat());
    see(splittable.nextInt(1, 9) + splittable.nextLong(9) + splittable.split().nextInt());
    splittable.nextBytes(new byte[9]);
    random.nextBytes(new byte[9]);
  }

  /** The JDK replaces a reflective call by generated code after some 15 uses, up to Java 17. */
  private void reflection() {
    try {
      Method values = Choice.class.getDeclaredMethod("values");
      Constructor<?> text = String.class.getConstructor(String.class);
      for (int i = 0; i < REFLECTIVE_CALLS; i++) {
        see(values.invoke(null));
        see(text.newInstance("text"));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the router's own class cannot be called", e);
    }
  }

  private void failures() {
    AllKinds[] none = new AllKinds[1];
    fail(() -> Objects.checkIndex(1, 0));
    fail(() -> Objects.checkFromToIndex(2, 1, 0));
    fail(() -> Objects.checkFromIndexSize(2, 1, 0));
    fail(() -> new ArrayList<>(List.of()).get(1));
    fail(() -> new ArrayDeque<>().getFirst());
    fail(() -> List.of().set(0, null));
    fail(() -> Map.of("a", 1).put("b", 2));
    fail(() -> Integer.parseInt("x"));
    fail(() -> Double.parseDouble("x"));
    fail(() -> HexFormat.of().parseHex("xy"));
    fail(() -> Base64.getDecoder().decode("?"));
    fail(() -> "text".substring(9));
    fail(() -> new StringBuilder("x").charAt(9));
    fail(() -> "text".translateEscapes().repeat(-1));
    fail(() -> "\\q".translateEscapes());
    fail(() -> Choice.valueOf("NONE"));
    fail(() -> ByteBuffer.allocate(1).putInt(1));
    fail(() -> ByteBuffer.allocate(1).asReadOnlyBuffer().put((byte) 1));
    fail(() -> ByteBuffer.allocate(1).position(2));
    fail(() -> new Random(1).nextInt(0));
    fail(() -> new SplittableRandom(1).nextInt(0));
    fail(() -> Math.toIntExact(Long.MAX_VALUE));
    fail(() -> Character.toChars(-1));
    fail(() -> (Integer) (Object) EXAMPLE.text);
    fail(() -> none[9].text);
    fail(() -> none[0].text);
  }

  private void fail(Supplier<?> use) {
    try {
      see(use.get());
    } catch (RuntimeException e) {
      see(e.toString() + e.getStackTrace().length);
    }
  }
}
