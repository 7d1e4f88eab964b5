package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.metering.Exhausted;
import dev.rosa.metering.Exhausted.Reason;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that static initialisers have one budget together, in any order. */
@Tag("jdk")
class InitialisersTest {

  private static final String APP = "public void onPacket(Packet p) { }";
  private static final int ROUNDS = 100_000;

  /** Classes C0 to C(n-1); each but the last asks for the next one before or after its loop. */
  private static String chain(int classes, int rounds, boolean loopFirst) {
    StringBuilder members = new StringBuilder(APP);
    String loop = "for (int i = 0; i < " + rounds + "; i++) n += i ^ n;";
    for (int i = 0; i < classes; i++) {
      String next = i + 1 < classes ? "n += C" + (i + 1) + ".N;" : "";
      members
          .append(" static class C%d { static final int N; static { int n = 1; ".formatted(i))
          .append(loopFirst ? loop + next : next + loop)
          .append(" N = n; } }");
    }
    return members.toString();
  }

  private static void initialise(String members) throws Throwable {
    MeteredBundle.load(MeteredBundle.bundle(members)).initialise(MeteredBundle.LOADING);
  }

  private static Reason reason(String members) {
    return assertThrows(Exhausted.class, () -> initialise(members)).reason();
  }

  @Test
  void shouldAddUpInitialisersThatRunWithinOthers() {
    assertEquals(Reason.FUEL, reason(chain(25, ROUNDS, false)));
  }

  @Test
  void shouldAddUpInitialisersThatRunAfterTheLoopOfOthers() {
    assertEquals(Reason.FUEL, reason(chain(25, ROUNDS, true)));
  }

  @Test
  void shouldAddUpInitialisersThatOneLoopAsksFor() {
    StringBuilder members = new StringBuilder(chain(1, 1, true));
    StringBuilder sum = new StringBuilder();
    for (int i = 0; i < 25; i++) {
      members.append(
          " static class D%d { static final int N; static { int n = 1; for (int i = 0; i < %d; i++)"
                  .formatted(i, ROUNDS)
              + " n += i ^ n; N = n; } }");
      sum.append("n += D%d.N; ".formatted(i));
    }
    members.append(
        " static final int ALL; static { int n = 0; for (int i = 0; i < 2; i++) { %s } ALL = n; }"
            .formatted(sum));
    assertEquals(Reason.FUEL, reason(members.toString()));
  }

  /** Each throws within the other's, once: then no code may ask for it again. */
  @Test
  void shouldChargeInitialiserThatThrowsToTheSum() {
    String members =
        APP
            + " static class B { static final int N; static { int n = A.N; for (int i = 0; i <"
            + " %1$d; i++) n += i ^ n; if (n != 0 || A.N == 0) throw new IllegalStateException(); N"
            + " = n; } } static class A { static final int N; static { int n = 1; for (int i = 0; i"
            + " < %1$d; i++) n += i ^ n; try { n += B.N; } catch (Throwable t) { n++; } N = n; } }";
    assertEquals(Reason.FUEL, reason(members.formatted(6 * ROUNDS)));
  }

  @Test
  void shouldRefuseInitialisersThatAreNestedTooDeep() {
    assertEquals(Reason.STACK, reason(chain(40, 1, true)));
  }

  @Test
  void shouldInitialiseNestedClassesWithinTheBudget() {
    assertDoesNotThrow(() -> initialise(chain(20, 1_000, false)));
    assertDoesNotThrow(() -> initialise(chain(20, 1_000, true)));
  }
}
