package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.RecordingPacket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Instructions that may take a processor long, at some operands, cost more than one unit. */
class InstructionWeightsTest {

  private static int fuel(String statement) throws Throwable {
    MeteredInstance app =
        MeteredBundle.app(
            """
            double d;
            float f;
            Object kept;
            final Object[] all = new Object[1];
            interface Own { }
            static class First { }
            static class Second extends First { }
            static class Third extends Second { }
            static class Fourth extends Third { }
            static class Fifth extends Fourth { }
            static class Sixth extends Fifth { }
            static class Seventh extends Sixth { }
            static class Eighth extends Seventh { }
            static class Ninth extends Eighth { }
            static void small() { }
            static class Chosen { void overridable() { } }
            Chosen chosen;
            Chosen chosen() { return chosen == null ? chosen = new Chosen() : chosen; }
            public void onPacket(Packet packet) { %s }
            """
                .formatted(statement));
    assertNull(app.run(new RecordingPacket(new byte[0]), 1_000_000, 1 << 20));
    return app.fuelUsed();
  }

  @ParameterizedTest
  @CsvSource({
    "d = d * d * d * d * d;, d = d + d + d + d + d;, 120",
    "f = f * f * f * f * f;, f = f + f + f + f + f;, 120",
    "d = d / d / d / d / d;, d = d + d + d + d + d;, 150",
    "f = f / f / f / f / f;, f = f + f + f + f + f;, 150",
  })
  void shouldChargeMoreForProductsThanForSums(String product, String sum, int least)
      throws Throwable {
    int more = fuel(product) - fuel(sum);
    assertTrue(more >= least, () -> "more: " + more);
  }

  @ParameterizedTest
  @CsvSource({"all[0] = this;", "kept = this;"})
  void shouldChargeReferencesThatOldObjectsMayKeep(String store) throws Throwable {
    int more = fuel(store) - fuel("");
    assertTrue(more >= 10, () -> "more: " + more);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "d = kept instanceof Runnable ? 1 : 2; # 30",
        "d = kept instanceof Comparable[] ? 1 : 2; # 30",
        "d = kept instanceof Own ? 1 : 2; # 30",
        "d = kept instanceof Own[][] ? 1 : 2; # 30",
        "d = kept instanceof Ninth ? 1 : 2; # 30",
        "Object o = (Own) kept; # 30",
        "d = kept instanceof Integer || kept instanceof int[] ? 1 : 2; # 0",
        "d = kept instanceof Object[] || kept instanceof Sixth ? 1 : 2; # 0",
      })
  void shouldChargeSearchesAmongSupertypes(String test, int least) throws Throwable {
    int more = fuel(test) - fuel("");
    assertTrue(more >= least, () -> "more: " + more);
    assertTrue(least > 0 || more < 30, () -> "more: " + more);
  }

  @ParameterizedTest
  @CsvSource({
    "kept = new int[100][0];, 100",
    "kept = new int[10][10][0];, 111",
    "kept = new int[1][1][1][1][1][1][1][0];, 8",
    "kept = new Object[10][10][];, 11",
  })
  void shouldChargeEachArrayOfAnArrayOfArrays(String arrays, int made) throws Throwable {
    int more = fuel(arrays) - fuel("kept = new int[0];");
    assertTrue(more >= 64 * made, () -> "more: " + more);
  }

  /** An interpreter takes a tenth of a microsecond for each, and twice that for charges. */
  @ParameterizedTest
  @CsvSource({"small();, 12", "chosen().overridable();, 44"})
  void shouldChargeCallsByTheirTimeInAnInterpreter(String call, int least) throws Throwable {
    int more = fuel(call + call) - fuel(call);
    assertTrue(more >= least, () -> "more: " + more);
  }

  @Test
  void shouldChargeASwitchByItsCases() throws Throwable {
    int more = fuel(switchOf(200)) - fuel(switchOf(2));
    assertTrue(more >= 90, () -> "more: " + more);
  }

  private static String switchOf(int cases) {
    StringBuilder text = new StringBuilder("int n = all.length; switch (n) {");
    for (int i = 0; i < cases; i++) {
      text.append(" case %d: n = %d; break;".formatted(i, i + 7));
    }
    return text.append(" default: n = 3; } f = n;").toString();
  }
}
