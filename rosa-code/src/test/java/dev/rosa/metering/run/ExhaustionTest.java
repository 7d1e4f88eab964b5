package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.rosa.bundle.RecordingPacket;
import dev.rosa.metering.Exhausted;
import dev.rosa.metering.Exhausted.Reason;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that code cannot go on beyond its budgets. */
@Tag("jdk")
class ExhaustionTest {

  private static final int FUEL = 200_000;
  private static final int MEMORY = 1 << 20;

  private final RecordingPacket packet = new RecordingPacket(new byte[] {1, 2, 3, 4});

  private Reason run(String members) throws Throwable {
    return MeteredBundle.app(members).run(packet, FUEL, MEMORY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "while (true) { }",
        "for (;;) { try { packet.payloadByte(-1); } catch (RuntimeException e) { } }",
        "for (;;) { try { packet.payloadByte(0); } finally { continue; } }",
        "for (;;) { try { while (true) { } } catch (Throwable t) { } }",
        "for (;;) { try { int[] a = null; a[0]++; } catch (NullPointerException e) { } }",
        "int i = 0; do { i ^= 1; } while (i < 2);",
        "int i = 0; for (;;) { switch (i) { case 0: i = 5; break; case 5: i = 0; } }",
        "int i = 0; for (;;) { switch (i) { case 0: i = 500000; continue; default: i = 0; } }",
        "Runnable r = () -> { while (true) { } }; r.run();",
        "Runnable r = () -> { throw new IllegalStateException(); };"
            + " for (;;) try { r.run(); } catch (IllegalStateException e) { }",
        "a: for (;;) { b: for (int i = 0; i < 10; i++) { continue a; } }",
        "Supplier<Object> s = Object::new; for (;;) s.get();",
      })
  void shouldStopLoopWithoutEnd(String body) throws Throwable {
    assertEquals(Reason.FUEL, run("public void onPacket(Packet packet) { " + body + " }"), body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "void down() { down(); } public void onPacket(Packet p) { down(); }",
        "int n; void down(long a, long b, double c) { n++; down(a + 1, b, c); n--; }"
            + " public void onPacket(Packet p) { down(1, 2, 3); }",
        "void down() { try { down(); } catch (Throwable t) { down(); } }"
            + " public void onPacket(Packet p) { down(); }",
        "void down() { try { down(); } finally { down(); } }"
            + " public void onPacket(Packet p) { down(); }",
        "static class C { C c; C() { c = new C(); } } public void onPacket(Packet p) { new C(); }",
        "Runnable r; public void onPacket(Packet p) { r = () -> r.run(); r.run(); }",
        "public void onPacket(Packet p) { onPacket(p); }",
        "interface R { void run(); } public void onPacket(Packet p) { R r = () -> { }; for (int i ="
            + " 0; i < 2_000; i++) r = r::run; r.run(); }",
        "interface A { default void run() { } } interface B extends A { void run(); }"
            + " public void onPacket(Packet p) { A a = new A() { }; for (int i = 0;"
            + " i < 2_000; i++) { B b = a::run; a = b; } a.run(); }",
        "static class C { final int a; C(int n) { this(new C(n + 1).a, 5); } C(int n, int m) { a ="
            + " n; } } public void onPacket(Packet p) { new C(1); }",
      })
  void shouldStopDeepRecursion(String members) throws Throwable {
    assertEquals(Reason.STACK, run(members), members);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "public void onPacket(Packet p) { byte[] b = new byte[1 << 21]; }",
        "public void onPacket(Packet p) { long[][] b = new long[1 << 10][1 << 10]; }",
        "public void onPacket(Packet p) { byte[][][] b ="
            + " new byte[0x7fffffff][0x7fffffff][0x7fffffff]; }",
        "public void onPacket(Packet p) { Object[][] b = new Object[1 << 20][]; }",
        "Object[] kept; public void onPacket(Packet p) { for (;;) kept = new Object[] {kept}; }",
        "static class Link { Link next; } Link kept;"
            + " public void onPacket(Packet p) { for (;;) { Link l = new Link(); l.next = kept;"
            + " kept = l; } }",
        "static class Link { Link next; Link(Link n) { next = n; } } Link kept;"
            + " public void onPacket(Packet p) { for (;;) kept = new Link(kept); }",
        "record Link(Object next) { } Object kept;"
            + " public void onPacket(Packet p) { for (;;) kept = new Link(kept); }",
        "Supplier<Object> kept; public void onPacket(Packet p) { kept = () -> null;"
            + " for (;;) { Supplier<Object> k = kept; kept = () -> k; } }",
        "public void onPacket(Packet p) { int[] a = new int[10_000];"
            + " for (;;) { int[] b = a.clone(); } }",
        "Object[] kept = new Object[1 << 14]; public void onPacket(Packet p) { for (int i = 0;;"
            + " i++) { try { int[] a = null; a[0]++; } catch (NullPointerException e) { kept[i] ="
            + " e; } } }",
        "int[][] kept = new int[100][]; public void onPacket(Packet p) {"
            + " for (int i = 0; i < 100; i++) kept[i] = new int[4096]; }",
      })
  void shouldStopAllocation(String members) throws Throwable {
    assertEquals(
        Reason.MEMORY, MeteredBundle.app(members).run(packet, 1_000 * FUEL, MEMORY), members);
  }

  @Test
  void shouldEndInitialiserWithoutEndWhenItIsLoaded() throws Throwable {
    MeteredClasses classes =
        MeteredBundle.load(
            MeteredBundle.bundle(
                "static final int N; static { int n = 1; while (n > 0) { n = 1; } N = n; }"
                    + " public void onPacket(Packet p) { }"));
    Exhausted end = assertThrows(Exhausted.class, () -> classes.initialise(MeteredBundle.LOADING));
    assertEquals(Reason.FUEL, end.reason());
  }

  @Test
  void shouldEndLoadingWhenInitialiserHidesExhaustionOfAnother() throws Throwable {
    MeteredClasses classes =
        MeteredBundle.load(
            MeteredBundle.bundle(
                "static class Endless { static final int N; static { int n = 1;"
                    + " while (n > 0) { n = 1; } N = n; } }"
                    + " static final int N; static { int n = 0; try { n = Endless.N; }"
                    + " catch (Throwable t) { } N = n; } public void onPacket(Packet p) { }"));
    assertThrows(Exhausted.class, () -> classes.initialise(MeteredBundle.LOADING));
  }

  @Test
  void shouldEndConstructorWithoutEnd() throws Throwable {
    MeteredClasses classes =
        MeteredBundle.load(
            MeteredBundle.bundle(
                "int n; public App() { while (n < 5) { n = 1; } }"
                    + " public void onPacket(Packet p) { }"));
    classes.initialise(MeteredBundle.LOADING);
    assertThrows(Exhausted.class, () -> classes.start(packet, MeteredBundle.LOADING));
  }

  @Test
  void shouldEndStartWithoutEnd() throws Throwable {
    MeteredClasses classes =
        MeteredBundle.load(
            MeteredBundle.bundle(
                "public void start(RouterContext r) { for (;;) { } }"
                    + " public void onPacket(Packet p) { }"));
    classes.initialise(MeteredBundle.LOADING);
    assertThrows(Exhausted.class, () -> classes.start(packet, MeteredBundle.LOADING));
  }

  @Test
  void shouldRunNothingOfHandlersWhenFuelIsUsedUp() throws Throwable {
    String code =
        "public void onPacket(Packet p) { SessionState s = p.sessionState();"
            + " try { for (;;) { } } catch (Throwable t) { s.set(0, 1); }"
            + " finally { s.set(1, 1); } }";
    assertEquals(Reason.FUEL, run(code));
    assertEquals(0, packet.get(0));
    assertEquals(0, packet.get(1));
  }

  @Test
  void shouldTakeFuelThatCalleesHavePaidWhenTheyThrow() throws Throwable {
    String code =
        "int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i;"
            + " if (s >= 0) throw new IllegalStateException(); return s; }"
            + " public void onPacket(Packet p) { int s = 0; for (int i = 0; i < 4; i++) s += i;"
            + " try { s += sum(1000); } catch (IllegalStateException e) { s++; }"
            + " for (int i = 0; i < 4; i++) s += i; }";
    MeteredInstance app = MeteredBundle.app(code);
    assertNull(app.run(packet, FUEL, MEMORY));
    assertTrue(app.fuelUsed() > 6 * 1000, "paid " + app.fuelUsed());
  }

  /** Callers pay for small methods, if nothing else can reach them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "interface I { int m(int n); } static class A { public final int m(int n) { return n * n -"
            + " n + 1; } } static class B extends A implements I { } I i = new B();",
        "interface I { int m(int n); } static final class A implements I { public int m(int n) {"
            + " return n * n - n + 1; } } I i = new A();",
        "IntUnaryOperator i = n -> n * n - n + 1;",
        "static int square(int n) { return n * n - n + 1; } IntUnaryOperator i = App::square;",
        "static final class C implements Comparator<Integer> { public int compare(Integer a,"
            + " Integer b) { return a * a - b * b; } } C c = new C(); final class M { int m(int n)"
            + " { return c.compare(n, n); } } M i = new M();",
      })
  void shouldChargeSmallMethodsThatAreReachedInOtherWays(String members) throws Throwable {
    String call = members.contains("IntUnaryOperator") ? "applyAsInt" : "m";
    MeteredInstance app =
        MeteredBundle.app(
            members
                + " public void onPacket(Packet p) { int s = 0; for (int n = 0; n < 1000; n++) s +="
                + " i."
                + call
                + "(n); p.sessionState().set(0, s); }");
    assertNull(app.run(packet, FUEL, MEMORY));
    // The loop has 10 instructions, the method 8.
    assertTrue(app.fuelUsed() > 16_000, "paid " + app.fuelUsed());
  }

  @Test
  void shouldGoOnAfterExhaustionOfAnotherPacket() throws Throwable {
    MeteredInstance app =
        MeteredBundle.app(
            "public void onPacket(Packet p) { while (p.payloadByte(0) == 1) { }"
                + " p.sessionState().set(2, 7); }");
    assertEquals(Reason.FUEL, app.run(packet, FUEL, MEMORY));
    assertNull(app.run(new RecordingPacket(new byte[] {2}), FUEL, MEMORY));
  }

  @Test
  void shouldChargeTheSameTwice() throws Throwable {
    MeteredInstance app =
        MeteredBundle.app(
            "public void onPacket(Packet p) { int n = 0; for (int i = 0; i < 100; i++) {"
                + " for (int k = 0; k < i; k++) n += k; } p.sessionState().set(0, n); }");
    assertNull(app.run(packet, FUEL, MEMORY));
    int first = app.fuelUsed();
    assertNull(app.run(packet, FUEL, MEMORY));
    assertEquals(first, app.fuelUsed());
  }

  /** They would tell the object's address. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "interface H extends Runnable { int hashCode(); } H h = () -> { }; int n = h.hashCode();",
        "interface H { int hashCode(); } enum E implements H { A } H h = E.A; int n ="
            + " h.hashCode();",
        "enum E { A } ToIntFunction<E> f = E::hashCode; int n = f.applyAsInt(E.A);",
        "interface H extends Runnable { int hashCode(); } H h = () -> { };"
            + " ToIntFunction<H> f = H::hashCode; int n = f.applyAsInt(h);",
        "abstract class A { } int n = new A() { }.hashCode();",
        "int n = new Object().hashCode();",
        "int n = new int[3].hashCode();",
        "int n = new RuntimeException().hashCode();",
        "int n = super.hashCode();",
        "Runnable r = () -> { }; int n = r.hashCode() + Objects.hash(r) + List.of(r).hashCode() -"
            + " 31 - 31;",
        "int n = 0; try { int[] a = null; n = a[0]; } catch (NullPointerException e) { n ="
            + " e.hashCode(); }",
      })
  void shouldShowNoHashOfIdentity(String body) throws Throwable {
    MeteredInstance app =
        MeteredBundle.app(
            "public void onPacket(Packet p) { " + body + " p.sessionState().set(3, n + 1); }");
    assertNull(app.run(packet, FUEL, MEMORY));
    assertEquals(1, packet.get(3), body);
  }

  @Test
  void shouldAllocateNothingOfItsOwn() throws Throwable {
    MeteredInstance app =
        MeteredBundle.app(
            "int kept; int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }"
                + " public void onPacket(Packet p) { int n = f(8);"
                + " for (int i = 0; i < p.payloadLength(); i++) n ^= p.payloadByte(i);"
                + " p.sessionState().set(0, n); kept += n; }");
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    run(app, 1_000);
    long before = threads.getCurrentThreadAllocatedBytes();
    run(app, 10_000);
    assertTrue(threads.getCurrentThreadAllocatedBytes() - before < 10_000, "less than a byte each");
  }

  private void run(MeteredInstance app, int times) {
    for (int i = 0; i < times; i++) {
      assertNull(app.run(packet, FUEL, MEMORY));
    }
  }
}
