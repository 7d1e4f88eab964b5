package dev.rosa.metering.prices;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Time that a unit of fuel buys by instructions at the operands for which a processor or a JVM
 * takes longest: numbers near zero, what is not a number, references that are stored into old
 * objects, types with many supertypes. Stateless.
 */
final class InstructionPrices {

  private static final int RUNS = 200;

  private static final String MEMBERS =
      """
      private static final class Cell { Object value; volatile int seen; }
      private double tiny = 5e-320, least = Double.MIN_VALUE, one = 1, near = 1e-40;
      private double normal = 2.5e-308;
      private float few = 3e-44f, unit = 1;
      private double sum;
      private float total;
      private int count;
      private long much;
      private final Object[] old = new Object[1 << 17];
      private final Object[] cells = new Object[1 << 12];
      private final double[] doubles = new double[64];
      private final float[] floats = new float[64];
      private final double[] odd = {Double.NaN, 1e300, -1e300, Double.POSITIVE_INFINITY};
      public App() {
        for (int i = 0; i < cells.length; i++) cells[i] = new Cell();
        for (int i = 0; i < 64; i++) { doubles[i] = (i + 1) * 1e-44; floats[i] = (float) doubles[i]; }
      }
      """;

  /** A step repeated by a loop; {@code x} and {@code f} keep the result of the step before. */
  private static final String LOOP =
      """
      double x = tiny, y = one, z = near, m = least;
      float f = few, g = unit;
      int k = 0; long l = 0;
      Object[] a = old, c = cells;
      for (int i = 0; i < 1_000; i++) { %s }
      sum += x + z; total += f; count += k; much += l;
      """;

  private InstructionPrices() {}

  private static Map<String, String> steps() {
    Map<String, String> steps = new LinkedHashMap<>();
    steps.put("dadd", "x = x + m + m + m + m + m + m + m + m; if (x > 1e-310) x = m;");
    steps.put("dsub", "z = y + m; z = z - x; sum = normal - (normal + x) + x - (x + normal);");
    steps.put("dmul", "x = x * y * y * y * y * y * y * y * y;");
    steps.put("ddiv", "x = x / y / y / y / y / y / y / y / y;");
    steps.put("drem", "x = m; x = 1e308 % (m * 3) + m;");
    steps.put("fadd", "f = f + few + few + few + few; if (f > 1e-39f) f = few;");
    steps.put("fmul", "f = f * g * g * g * g * g * g * g * g;");
    steps.put("fdiv", "f = f / g / g / g / g / g / g / g / g;");
    steps.put("frem", "f = few; f = 3e38f % (f + f) + few;");
    steps.put("d2f", "f = (float) doubles[i & 63] + (float) doubles[k++ & 63];");
    steps.put("f2d", "x = (double) floats[i & 63] + floats[k++ & 63]; z += x;");
    steps.put("dcmp", "if (doubles[i & 63] < z) k++; if (doubles[k & 63] > x) k++;");
    steps.put("d2i", "k += (int) odd[i & 3]; k ^= (int) odd[k & 3];");
    steps.put("d2l", "l += (long) odd[i & 3]; l ^= (long) odd[(int) l & 3];");
    steps.put("f2i", "k += (int) (float) odd[i & 3];");
    steps.put("lrem", "l = (l ^ much) % (i - 500 | 1);");
    steps.put("aastore", "a[(k = k + 0x4321) & 0x1ffff] = this;");
    steps.put("putfield", "((Cell) c[(k = k + 77) & 0xfff]).value = packet;");
    steps.put("arrays", "int[][][] made = new int[1][9][0]; k += made[0].length;");
    steps.put("volatile", "Cell v = (Cell) c[i]; v.seen = i; v.seen = k; v.seen = i; v.seen = k;");
    return steps;
  }

  /** The same for objects with many supertypes. */
  private static Map<String, String> typed() {
    Map<String, String> steps = new LinkedHashMap<>();
    steps.put("instanceof", "if (many instanceof I70) k++; if (many instanceof I30) k++;");
    steps.put("equals", "if (many.equals(c)) k++; k += many.hashCode();");
    return steps;
  }

  /** Classes with few interfaces, but another one is asked for each time. */
  private static final String CHANGING =
      """
      interface A { } interface B { } interface C { } interface D { }
      static class One implements A, B, C, D { }
      static final class Two extends One { }
      static final class Three implements A, B, C, D { }
      static final class Four implements A, B, C, D { }
      private final Object[] several = {new One(), new Two(), new Three(), new Four()};
      private final Object[] some = new A[8], others = new B[8];
      private Object last;
      """;

  private static Map<String, String> changing() {
    Map<String, String> steps = new LinkedHashMap<>();
    steps.put("checkcast", "last = (D) (C) (B) (A) several[i & 3];");
    steps.put("stores", "Object o = several[i & 3]; some[i & 7] = o; others[i & 7] = o;");
    return steps;
  }

  /** Interfaces, each of which extends the next. */
  private static String interfaces() {
    StringBuilder all = new StringBuilder();
    all.append(
        "static final class Many implements I00 { } private final Object many = new Many();\n");
    for (int i = 0; i < 71; i++) {
      String extended = i == 70 ? "" : "extends I%02d ".formatted(i + 1);
      all.append("interface I%02d %s{ }\n".formatted(i, extended));
    }
    return all.toString();
  }

  /** Measures each; {@code seen} gets it as it is found. */
  static List<PriceSearch.Finding> all(Consumer<PriceSearch.Finding> seen) {
    List<PriceSearch.Finding> findings = new ArrayList<>();
    steps().forEach((name, step) -> findings.add(measured(name, step, MEMBERS)));
    typed().forEach((name, step) -> findings.add(measured(name, step, MEMBERS + interfaces())));
    changing().forEach((name, step) -> findings.add(measured(name, step, MEMBERS + CHANGING)));
    findings.forEach(seen);
    return findings;
  }

  private static PriceSearch.Finding measured(String name, String step, String members) {
    double nanos = MeasuredCode.nanosPerUnit(members, LOOP.formatted(step), RUNS);
    return new PriceSearch.Finding(name, nanos, step, true);
  }
}
