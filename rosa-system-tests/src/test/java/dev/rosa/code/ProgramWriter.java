package dev.rosa.code;

import dev.rosa.testkit.CompiledBundle;
import java.util.Random;

/**
 * Writer of random programs in Java that end at any payload. Each notes its steps in a field, and
 * steps that only an exception leads to have numbers of their own. The same seed gives the same
 * program. One thread's.
 */
final class ProgramWriter {

  /** Parts of the language and of the list that programs use. */
  enum Style {
    /** Numbers, arrays, calls, loops and exceptions: what {@link CountingInterpreter} takes. */
    PLAIN,
    /** The same with lambdas, records, collections and texts. */
    RICH
  }

  /** Steps from there on are taken after an exception only. */
  static final int EXCEPTIONAL = 5_000;

  private static final int METHODS = 4;
  private static final int DEEPEST = 3;
  private static final String[] NUMBERS = {"a", "b", "c"};
  private static final String[] OPERATORS = {"+", "-", "*", "^", "&", "|"};

  private final Random random;
  private final Style style;
  private final StringBuilder source = new StringBuilder();
  private int steps;
  private int names;

  private ProgramWriter(long seed, Style style) {
    this.random = new Random(seed);
    this.style = style;
  }

  /** The bundle of a program. */
  static CompiledBundle bundle(long seed, Style style) {
    return CompiledBundle.of("net.example.App", new ProgramWriter(seed, style).write());
  }

  private String write() {
    source.append(
        """
        package net.example;
        import dev.rosa.api.*;
        import java.util.*;
        import java.util.function.*;
        public class App implements ActiveApplication {
          static final class Own extends RuntimeException {
            private static final long serialVersionUID = 1;
            final int code;
            Own(int code) { this.code = code; }
          }
          record Pair(int left, int right) {}
          int[] steps = new int[100_000];
          int taken;
          int total;
          final byte[] input = new byte[64];
          private void step(int id) { steps[taken++] = id; total += id; }
          @Override public void onPacket(Packet packet) {
            int length = Math.min(packet.payloadLength(), input.length);
            packet.copyPayload(0, input, 0, length);
            taken = 0;
            total = 0;
            packet.sessionState().set(1, 77);
            int result;
            try {
              result = m0(input[0], length, input[length - 1]);
            } catch (Own e) {
              step(6000);
              result = e.code;
            } catch (RuntimeException e) {
              step(6001);
              result = 1;
            }
            packet.sessionState().set(0, result);
            byte[] out = new byte[12];
            write(out, 0, result);
            write(out, 4, total);
            write(out, 8, taken);
            packet.replacePayload(out, 0, out.length);
          }
          private static void write(byte[] out, int at, int value) {
            for (int i = 0; i < 4; i++) { out[at + i] = (byte) (value >>> (8 * i)); }
          }
        """);
    for (int method = 0; method < METHODS; method++) {
      method(method);
    }
    return source.append("}\n").toString();
  }

  private void method(int number) {
    source.append("  int m%d(int a, int b, int c) {\n".formatted(number));
    source.append("    int[] t = new int[8];\n    int d = a ^ b;\n");
    step();
    int statements = 2 + random.nextInt(4);
    for (int i = 0; i < statements; i++) {
      statement(number, 0);
    }
    if (number < METHODS - 1) {
      source.append("    d += m%d(%s, %s, d);\n".formatted(number + 1, value(), value()));
    }
    source.append("    return d + t[a & 7];\n  }\n");
  }

  private void step() {
    source.append("    step(").append(++steps).append(");\n");
  }

  private void exceptionalStep() {
    source.append("    step(").append(EXCEPTIONAL + ++steps).append(");\n");
  }

  private void block(int method, int depth) {
    source.append("{\n");
    step();
    computation(1 + random.nextInt(3));
    if (random.nextInt(3) == 0) {
      statement(method, depth + 1);
    }
    source.append("}\n");
  }

  /** Lines that neither branch nor call, as most of a program's are. */
  private void computation(int lines) {
    for (int i = 0; i < lines; i++) {
      switch (random.nextInt(3)) {
        case 0 -> source.append("    d = %s;\n".formatted(expression()));
        case 1 -> source.append("    t[(%s) & 7] += %s;\n".formatted(value(), expression()));
        default -> source.append("    %s = %s;\n".formatted(number(), expression()));
      }
    }
  }

  private void statement(int method, int depth) {
    computation(2 + random.nextInt(4));
    if (depth >= DEEPEST) {
      step();
      return;
    }
    int draw = random.nextInt(style == Style.RICH ? 130 : 100);
    if (draw < 35) {
      counted(method, depth);
    } else if (draw < 55) {
      endless(method, depth);
    } else if (draw < 73) {
      choice(method, depth);
    } else if (draw < 80) {
      selection(method, depth);
    } else if (draw < 100) {
      exceptions(draw, method, depth);
    } else {
      library(draw);
    }
  }

  private void exceptions(int draw, int method, int depth) {
    if (draw < 87) {
      guarded(method, depth);
    } else if (draw < 93) {
      guardedByAll(method, depth);
    } else {
      finished(method, depth);
    }
  }

  private void library(int draw) {
    switch (draw % 5) {
      case 0 -> lambda();
      case 3 -> fractions();
      case 1 -> list();
      case 2 -> map();
      default -> text();
    }
  }

  private void choice(int method, int depth) {
    source.append("    if ((%s) %s %s) ".formatted(value(), compare(), value()));
    block(method, depth);
    if (random.nextBoolean()) {
      source.append("    else ");
      block(method, depth);
    }
  }

  private void counted(int method, int depth) {
    String name = "i" + names++;
    int times = 3 + random.nextInt(8);
    source.append("    for (int %1$s = 0; %1$s < %2$d; %1$s++) {\n".formatted(name, times));
    source.append("    t[%s & 7] += d;\n".formatted(name));
    if (random.nextInt(3) == 0) {
      source.append("    if ((d & 15) == %d) continue;\n".formatted(random.nextInt(16)));
    }
    statement(method, depth + 1);
    source.append("}\n");
  }

  private void endless(int method, int depth) {
    String name = "w" + names++;
    source.append("    int %s = %d;\n    while (true) {\n".formatted(name, 3 + random.nextInt(6)));
    source.append("    if (%s-- == 0) break;\n".formatted(name));
    statement(method, depth + 1);
    source.append("}\n");
  }

  private void selection(int method, int depth) {
    int width = random.nextBoolean() ? 1 : 1_000;
    source.append("    switch ((%s & 3) * %d) {\n".formatted(value(), width));
    for (int i = 0; i < 3; i++) {
      source.append("    case %d: ".formatted(i * width));
      block(method, depth);
      source.append(random.nextInt(3) == 0 ? "" : "    break;\n");
    }
    source.append("    default: d++;\n    }\n");
  }

  private void mayThrow() {
    source.append(
        switch (random.nextInt(4)) {
          case 0 -> "    if ((%s & 3) == 1) throw new Own(d);\n".formatted(value());
          case 1 -> "    d = %s / (%s & 1);\n".formatted(value(), value());
          case 2 -> "    d += t[%s & 15];\n".formatted(value());
          default -> "    if (d == 3) throw new IllegalStateException();\n";
        });
  }

  private void guarded(int method, int depth) {
    source.append("    try ");
    source.append("{\n");
    mayThrow();
    statement(method, depth + 1);
    source.append("} catch (Own e) {\n    d ^= e.code;\n");
    exceptionalStep();
    source.append("} catch (RuntimeException e) {\n");
    exceptionalStep();
    source.append("}\n");
  }

  private void guardedByAll(int method, int depth) {
    source.append("    try {\n");
    mayThrow();
    statement(method, depth + 1);
    source.append("} catch (Throwable e) {\n");
    exceptionalStep();
    source.append("    d--;\n}\n");
  }

  private void finished(int method, int depth) {
    String name = "ok" + names++;
    source.append("    boolean %s = false;\n    try {\n".formatted(name));
    if (random.nextBoolean()) {
      mayThrow();
    }
    statement(method, depth + 1);
    source.append("    %s = true;\n} finally {\n".formatted(name));
    int id = ++steps;
    source.append("    step(%s ? %d : %d);\n}\n".formatted(name, id, EXCEPTIONAL + id));
  }

  private void lambda() {
    String name = "f" + names++;
    int id = ++steps;
    source.append(
        "    final int k%1$s = d;\n    IntUnaryOperator %1$s = x -> { step(%2$d); return x * k%1$s; };\n"
            .formatted(name, id));
    source.append("    d += %s.applyAsInt(%s);\n".formatted(name, value()));
  }

  /**
   * Some of what is computed is not a number: its bits differ by compiler, where code sees them.
   */
  private void fractions() {
    String name = "q" + names++;
    source.append(
        "    double %1$s = (d & 3) / ((%2$s & 1) * 0.0) + Double.longBitsToDouble(0x7ff0L << 48 | d);\n"
            .formatted(name, value()));
    source.append(
        "    java.nio.ByteBuffer b%1$s = java.nio.ByteBuffer.allocate(32).putDouble(%1$s * -0.5)\n"
            .formatted(name));
    source.append(
        "        .putFloat((float) -%1$s).putDouble(Math.copySign(d, %1$s)).putFloat(%2$s / 7f);\n"
            .formatted(name, value()));
    source.append("    d += b%s.flip().hashCode();\n".formatted(name));
  }

  private void list() {
    String name = "l" + names++;
    source.append("    List<Integer> %s = new ArrayList<>();\n".formatted(name));
    source.append(
        "    for (int v = 0; v < %d; v++) { %s.add((v * 7 + d) %% 5); }\n"
            .formatted(2 + random.nextInt(8), name));
    int id = ++steps;
    source.append(
        "    %s.sort((x, y) -> { step(%d); return Integer.compare(y, x); });\n"
            .formatted(name, id));
    source.append("    for (int v : %s) { d = d * 3 + v; }\n".formatted(name));
    source.append("    d += %1$s.indexOf(3) + %1$s.hashCode();\n".formatted(name));
  }

  private void map() {
    String name = "p" + names++;
    source.append("    Map<Object, Integer> %s = new HashMap<>();\n".formatted(name));
    source.append(
        "    for (int v = 0; v < %d; v++) { %s.merge(new Pair(v & 3, d & 1), v, Integer::sum); }\n"
            .formatted(2 + random.nextInt(8), name));
    int id = ++steps;
    source.append(
        "    for (Map.Entry<Object, Integer> e : %s.entrySet()) { step(%d); d = d * 5 +"
            .formatted(name, id));
    source.append(" e.getKey().hashCode() + e.getValue(); }\n");
  }

  private void text() {
    String name = "s" + names++;
    source.append("    String %s = \"d=\" + d + ':' + t[%s & 7];\n".formatted(name, value()));
    source.append(
        "    d += %1$s.hashCode() + new StringBuilder(%1$s).append(d).reverse().length();\n"
            .formatted(name));
  }

  private String number() {
    return NUMBERS[random.nextInt(NUMBERS.length)];
  }

  private String value() {
    return switch (random.nextInt(4)) {
      case 0 -> Integer.toString(random.nextInt(20));
      case 1 -> "d";
      default -> number();
    };
  }

  private String compare() {
    return new String[] {"<", ">", "==", "!="}[random.nextInt(4)];
  }

  private String expression() {
    String operator = OPERATORS[random.nextInt(OPERATORS.length)];
    return "(%s %s %s) + t[%s & 7]".formatted(value(), operator, value(), value());
  }
}
