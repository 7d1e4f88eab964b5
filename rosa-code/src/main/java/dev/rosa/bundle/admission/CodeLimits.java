package dev.rosa.bundle.admission;

import java.util.function.Consumer;

/**
 * Limits on the size of a class and of its methods. They keep the work of instrumenting, linking
 * and compiling a bundle in bounds. Stateless.
 */
public final class CodeLimits {

  /** Most methods of one class; interfaces and enums included. */
  public static final int MOST_METHODS = 1_024;

  /**
   * The same for all classes of a bundle together: the first call of each takes a JVM up to a
   * microsecond that no packet pays.
   */
  public static final int MOST_METHODS_OF_BUNDLE = 4_096;

  /** Most bytes of one method: a JVM interprets larger ones for ever, and metering adds some. */
  public static final int MOST_CODE_BYTES = 6_000;

  /**
   * Most bytes of all methods of a bundle: while it is checked, each instruction takes some 60
   * bytes of memory. A jar of a megabyte that compilers wrote has half as much.
   */
  public static final int MOST_CODE_BYTES_OF_BUNDLE = 1 << 19;

  /** Most bytes of a static initialiser, which fills tables and runs once. */
  public static final int MOST_INITIALISER_BYTES = 30_000;

  /** Most words of locals of one method. */
  public static final int MOST_LOCALS = 255;

  /** Most words of one method's operand stack. */
  public static final int MOST_STACK = 255;

  /**
   * Most words of the parameters of one method: the compiler that compiles well takes no method
   * with many, and none that calls one.
   */
  public static final int MOST_PARAMETERS = 40;

  /**
   * Most labels of a method's switches times its words of locals: beyond that a compiler may give
   * the method up, which is then interpreted for ever.
   */
  public static final int MOST_SWITCH_WORK = 16_384;

  /** Most entries of a class's constant pool. */
  public static final int MOST_CONSTANTS = 8_192;

  /** The same for all classes of a bundle together. */
  public static final int MOST_CONSTANTS_OF_BUNDLE = 65_536;

  /**
   * Most constants of a bundle that name a class or a member: a JVM looks each up when code meets
   * it first, which takes up to a microsecond that no packet pays.
   */
  public static final int MOST_REFERENCES_OF_BUNDLE = 8_192;

  /**
   * Most fields and supertypes that a JVM looks through for all of these together. It takes some 3
   * ns for each.
   */
  public static final int MOST_LOOK_UP_STEPS = 1 << 20;

  /** Most lambdas, joined texts and records' methods of one class: a JVM links each apart. */
  public static final int MOST_CALL_SITES = 256;

  /** The same for all classes of a bundle together. */
  public static final int MOST_CALL_SITES_OF_BUNDLE = 512;

  private static final String MOST = "has %d %s, at most %d are taken";

  private CodeLimits() {}

  /** Reports a count above its limit. */
  public static void require(int count, int most, String what, Consumer<String> findings) {
    if (count > most) {
      findings.accept(MOST.formatted(count, what, most));
    }
  }

  /** Most bytes of a method of this name. */
  public static int mostCodeBytes(String method) {
    return method.equals("<clinit>") ? MOST_INITIALISER_BYTES : MOST_CODE_BYTES;
  }
}
