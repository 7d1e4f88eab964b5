package dev.rosa.router.execution.bytecode;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
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
 * Calls that initialise JDK classes behind those that active code may use: tables, caches, linkage
 * of lambdas. Calls that end in an exception are among them, as its text is made by such classes,
 * too. Results do not matter. Its static methods keep no state.
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

  private static final int REFLECTIVE_CALLS = 20;

  /** Keeps results, so that no compiler leaves a call out. */
  private final AtomicLong seen = new AtomicLong();

  private UsesOfTheJdk() {}

  /** Makes all of them. */
  static void make() {
    UsesOfTheJdk uses = new UsesOfTheJdk();
    uses.numbers();
    uses.mathematics();
    uses.texts();
    uses.codings();
    uses.linkage(EXAMPLE);
    uses.randomness();
    uses.failures();
    uses.reflection();
    new UsesOfTwins(uses::see).make();
  }

  private void see(Object result) {
    seen.lazySet(seen.get() + result.hashCode());
  }

  private void numbers() {
    see(Double.toHexString(1.2345678901234567e300) + Float.toHexString(1.2345678e30f));
    see(Integer.toHexString(-1) + Integer.toString(-1, 7) + Integer.toUnsignedString(-1, 7));
    see(Long.toHexString(-1) + Long.toString(-1, 7) + Long.toBinaryString(-1));
    see(Long.parseUnsignedLong("18446744073709551615") + Long.divideUnsigned(-1, 3));
    see(Long.remainderUnsigned(-1, 3) + Integer.parseInt("-7", 11));
    see(Boolean.parseBoolean("true"));
  }

  private void mathematics() {
    for (double x : new double[] {0.3, 2.5, 1e10}) {
      see(Math.rint(x) + Math.round(x) + Math.floor(x) + Math.sqrt(x) + Math.signum(x));
      see(StrictMath.sin(x) + StrictMath.cos(x) + StrictMath.tan(x) + StrictMath.log(x));
      see(StrictMath.asin(x / 1e11) + StrictMath.acos(x / 1e11) + StrictMath.atan2(x, 2));
      see(StrictMath.sinh(x / 1e9) + StrictMath.cosh(x / 1e9) + StrictMath.tanh(x));
      see(StrictMath.cbrt(x) + StrictMath.expm1(x / 1e9) + StrictMath.log1p(x));
      see(StrictMath.log10(x) + StrictMath.pow(x, 1.1) + StrictMath.hypot(x, 3));
      see(StrictMath.exp(x / 1e10) + StrictMath.sqrt(x) + StrictMath.IEEEremainder(x, 3));
    }
  }

  private void texts() {
    for (String text : List.of("Plain text\n", "Gr\u00f6\u00dfe \u4e00 \ud83d\ude00\n")) {
      see(text.repeat(2) + text.replace('t', 'u') + text.trim() + text.concat("x"));
      see(text.indexOf('e') > text.lastIndexOf('e') || text.regionMatches(0, "Plain", 0, 5));
      for (Charset charset : charsets()) {
        see(new String(text.getBytes(charset), charset));
      }
      see(new StringBuilder(text).reverse().append(1L).append('c').insert(0, 2).deleteCharAt(0));
    }
    see(String.valueOf(new char[] {'a', '\u4e00'}));
  }

  private static List<Charset> charsets() {
    return List.of(StandardCharsets.UTF_8, StandardCharsets.US_ASCII, StandardCharsets.ISO_8859_1);
  }

  private void codings() {
    byte[] bytes = {1, 2, 3, -1};
    HexFormat upper = HexFormat.of().withUpperCase();
    see(upper.formatHex(bytes) + upper.parseHex("01FF").length);
    see(HexFormat.of().toHexDigits(7L) + HexFormat.fromHexDigit('f'));
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
    see(lengths.apply("ab"));
    see(maker.get().toArray(arrays.apply(0)).length);
    switch (Choice.valueOf("ONE")) {
      case ONE -> see(Choice.ONE.equals(Choice.OTHER));
      case OTHER -> see(Choice.OTHER.name());
    }
  }

  private void randomness() {
    Random random = new Random(1);
    SplittableRandom splittable = new SplittableRandom(1);
    see(random.nextInt(7) + random.nextDouble() + random.nextFloat() + random.nextLong());
    see(splittable.nextInt(9) + splittable.split().nextInt() + splittable.nextLong());
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
    fail(() -> Integer.parseInt("x"));
    fail(() -> HexFormat.of().parseHex("xy"));
    fail(() -> Base64.getDecoder().decode("?"));
    fail(() -> "text".substring(9));
    fail(() -> new StringBuilder("x").charAt(9));
    fail(() -> "text".repeat(-1));
    fail(() -> Choice.valueOf("NONE"));
    fail(() -> ByteBuffer.allocate(1).putInt(1));
    fail(() -> ByteBuffer.allocate(1).asReadOnlyBuffer().put((byte) 1));
    fail(() -> ByteBuffer.allocate(1).position(2));
    fail(() -> new Random(1).nextInt(0));
    fail(() -> new SplittableRandom(1).nextInt(0));
    fail(() -> Math.toIntExact(Long.MAX_VALUE));
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
