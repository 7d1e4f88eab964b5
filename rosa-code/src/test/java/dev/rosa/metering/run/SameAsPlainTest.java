package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.api.ActiveApplication;
import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.BundleClassLoader;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.bundle.RecordingPacket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that metered code does what it does without meters. */
@Tag("jdk")
class SameAsPlainTest {

  private static final int FUEL = 1_000_000;
  private static final long MEMORY = 1 << 20;

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Text
        "out(\"a\" + 1 + 'c' + true + 5L + null + (byte) 3 + new StringBuilder(\"x\"));",
        "String s = \"\"; for (int i = 0; i < 9; i++) s += i; s += s; out(s);",
        "out(\"\\1 \\2 percent % \" + p.sequence() + \"\\u00e4\");",
        "out(\"abc\".length() + \"abc\".substring(1) + \"abc\".indexOf(\"c\") +"
            + " \"b\".equals(\"b\"));",
        "switch (\"two\".trim()) { case \"one\" -> out(\"1\"); case \"two\" -> out(\"2\"); }",
        "int n = p.payloadLength(); String s = new String(switch (n) { case 1 -> new char[1];"
            + " default -> { try { yield new char[n - 1]; } catch (NegativeArraySizeException e) {"
            + " yield new char[] {'a', 'b'}; } } }, 0, 2); out(\"s\" + s + new String(switch (n) {"
            + " case 0 -> { try { yield s.toCharArray(); } finally { n++; } } default ->"
            + " s.toCharArray(); }) + n);",
        "Error e = new AssertionError((Object) switch (p.payloadLength()) { case 1 -> 1; default ->"
            + " { try { yield \"a\".charAt(2); } catch (RuntimeException f) { yield true; } } });"
            + " out(e.getMessage());",
        // Records and enums
        "record P(int x, long y, String z, boolean b, byte c, char d, short e) {}"
            + " P q = new P(1, 2, \"3\", true, (byte) 4, '5', (short) 6);"
            + " out(q.toString() + q.hashCode() + q.equals(new P(1, 2, \"3\", true, (byte) 4, '5',"
            + " (short) 6)) + q.equals(null) + q.equals(new P(1, 2, \"4\", true, (byte) 4, '5',"
            + " (short) 6)));",
        "record N() {} out(new N() + \" \" + new N().hashCode() + new N().equals(new N()));",
        "record F(float a, double b) {} out(\"\" + new F(1, 2).equals(new F(1, 2))"
            + " + new F(0.0f, -0.0).equals(new F(0.0f, 0.0)) + new F(1.5f, 2.5).hashCode());",
        "enum E { A, B { @Override public String toString() { return \"bee\"; } } } String s ="
            + " \"\"; for (E e : E.values()) { s += e + e.name() + e.ordinal(); switch (e) { case"
            + " A: s += \"first\"; break; case B: s += \"second\"; } } out(s + E.valueOf(\"A\"));",
        // Lambdas and references
        "Function<String, Integer> f = String::length; Supplier<List<String>> m = ArrayList::new;"
            + " List<String> l = m.get(); l.add(\"abc\"); l.add(\"d\"); int n = 0;"
            + " for (String s : l) n += f.apply(s); out(n + \"\" + l);",
        "String x = \"abc\"; Predicate<Object> f = x::equals; BiPredicate<Object, Object> g ="
            + " Object::equals; out(\"\" + f.test(\"abc\") + f.test(1) + g.test(1, 1));",
        "Function<Integer, List<Integer>> f = List::of; IntFunction<int[]> g = int[]::new;"
            + " out(f.apply(3) + \"\" + g.apply(4).length);",
        "int[] a = {3, 1, 2}; Function<int[], Object> c = int[]::clone;"
            + " int[] b = (int[]) c.apply(a); Arrays.sort(b); out(a[0] + \"\" + b[0]);",
        "class K { final int v; K(int v) { this.v = v; } int v() { return v; } }"
            + " IntFunction<K> f = K::new; ToIntFunction<K> g = K::v;"
            + " out(\"\" + g.applyAsInt(f.apply(5)));",
        "List<Integer> l = new ArrayList<>(List.of(3, 1, 2)); l.sort(Comparator.reverseOrder());"
            + " Map<String, Integer> m = new TreeMap<>(); for (int i : l) m.merge(\"k\" + i % 2, i,"
            + " Integer::sum); StringBuilder s = new StringBuilder(); m.forEach((k, v) ->"
            + " s.append(k).append(v)); out(s + \"\" + l);",
        // Exceptions
        "String s = \"\"; try { Object o = \"a\"; Integer i = (Integer) o; } catch"
            + " (ClassCastException e) { s += \"c\"; } finally { s += \"f\"; } out(s);",
        "String s = \"\"; for (int i = 0; i < 4; i++) { try { if (i == 1) continue; if (i == 3)"
            + " throw new IllegalStateException(\"m\" + i); s += i; } catch (IllegalStateException"
            + " e) { s += e.getMessage(); } finally { s += \"f\"; } } out(s);",
        "class X extends RuntimeException { X(String m) { super(m); } @Override public String"
            + " getMessage() { return \"<\" + super.getMessage() + \">\"; } }"
            + " try { throw new X(\"m\"); } catch (RuntimeException e) { out(e.getMessage()); }",
        "class R implements AutoCloseable { public void close() { out(\"closed\"); } }"
            + " try (R r = new R()) { p.session(); }",
        "int i = 0; try { try { int[] a = new int[-1]; } finally { i++; } } catch"
            + " (NegativeArraySizeException e) { i += 10; } out(\"\" + i);",
        // Classes
        "class A { int f() { return 1; } int g() { return f(); } } class B extends A { @Override"
            + " int f() { return 2 + super.f(); } } A a = new B(); out(\"\" + a.g() +"
            + " a.equals(a));",
        "class A { final String s; A(int n) { String t = \"\"; while (n-- > 0) t += n; s = t; }"
            + " A(String u) { this(u.length() > 2 ? new A(3).s.length() : 1); } }"
            + " out(new A(\"abc\").s + new A(\"a\").s);",
        "interface I { default int f() { return g() + h(); } int g(); private int h() { return 5; }"
            + " static int s() { return 7; } } I i = () -> I.s(); out(\"\" + i.f());",
        "long[][] a = new long[3][4]; a[1][2] = 5; int[][][] b = new int[2][][]; char[] c = {'x'};"
            + " out(a[1][2] + \"\" + (b[1] == null) + a[2].length + c.clone()[0]);",
        "int n = 0; outer: for (int i = 0; i < 10; i++) { for (int k = 0; k < 10; k++) { if (k =="
            + " 5) continue outer; if (i == 7) break outer; n += i * k; } } out(\"\" + n);",
        "int i = 5; long x = 1; do { x *= i--; } while (i > 0); out(x + \"\" + x / 7 % 5);",
        "Object o = 5; if (o instanceof Integer i && i > 3) out(\"i\" + i);",
        "Random r = new Random(7); int[] a = new int[20]; for (int i = 0; i < 20; i++) a[i] ="
            + " r.nextInt(100); Arrays.sort(a); out(Arrays.toString(a) + Arrays.hashCode(a));",
        "Optional<String> o = Optional.of(\"x\"); out(o.map(s -> s + s).orElse(\"none\"));",
        "Iterator<Integer> it = new Iterator<>() { int n = 3; public boolean hasNext() { return n >"
            + " 0; } public Integer next() { return n--; } }; String s = \"\"; while (it.hasNext())"
            + " s += it.next(); out(s);",
      })
  void shouldAnswerAsPlainCodeDoes(String body) throws Throwable {
    byte[] jar =
        MeteredBundle.bundle(
            """
            Packet p;
            void out(String s) {
              byte[] b = s.getBytes(java.nio.charset.StandardCharsets.UTF_8);
              p.replacePayload(b, 0, b.length);
            }
            @Override public void onPacket(Packet packet) {
              p = packet;
              %s
            }
            """
                .formatted(body));
    RecordingPacket plain = new RecordingPacket(new byte[0]);
    plain(jar).onPacket(plain);
    RecordingPacket metered = new RecordingPacket(new byte[0]);
    MeteredInstance instance = MeteredBundle.start(jar, metered);
    assertNull(instance.run(metered, FUEL, MEMORY));
    assertArrayEquals(
        plain.payload(),
        metered.payload(),
        () -> new String(metered.payload(), StandardCharsets.UTF_8));
    assertTrue(plain.payload().length > 0);
  }

  private static ActiveApplication plain(byte[] jar) throws Exception {
    CodeBundle bundle = CodeBundle.open(jar, BundleLimits.defaults());
    ClassLoader loader = new BundleClassLoader("plain", AllowList.builtIn(), bundle.classes());
    Class<?> type = Class.forName(bundle.entryClass(), true, loader);
    return type.asSubclass(ActiveApplication.class).getConstructor().newInstance();
  }
}
