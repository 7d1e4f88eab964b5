package dev.rosa.metering;

/**
 * Meter of the active code that one thread runs: what is left of its budgets of fuel, stack and
 * memory. Instrumented code and the metered twins of JDK members charge it before they work. Its
 * fields are public for instrumented code, which no bundle can name. Owned by its thread.
 */
public final class Meter {

  /** Stack that code may use, in words of its frames. */
  public static final int STACK_WORDS = 32 * 1024;

  /** Stack of a thread that runs code: far more than {@link #STACK_WORDS} take, interpreted. */
  static final long STACK_BYTES = 8L << 20;

  private static final ThreadLocal<Meter> OF_OTHER_THREADS = ThreadLocal.withInitial(Meter::new);

  /** Bytes for which one unit of fuel is charged beside the memory. */
  public static final int BYTES_PER_UNIT = 4;

  /**
   * Units for an exception that code catches: the JVM searches its handler, leaves compiled code,
   * which takes it microseconds, and may have made the exception itself.
   */
  public static final int UNITS_PER_CATCH = 24_000;

  /** Units for each array of an array of arrays: the JVM makes them outside of compiled code. */
  private static final int UNITS_PER_INNER_ARRAY = 64;

  /** Words of stack that one unit pays the JVM to note in an exception's trace. */
  private static final int TRACED_WORDS_PER_UNIT = 4;

  /** Memory of an exception that the JVM has made, without its text and its trace. */
  private static final int BYTES_PER_EXCEPTION = 128;

  /** The trace has some 22 bytes for a frame, which has 16 words and more. */
  private static final int BYTES_PER_TRACED_WORD = 2;

  /** Units for each word of stack that an exception has left. */
  private static final int UNITS_PER_LEFT_WORD = 16;

  /** Units of fuel that are left; negative once they are used up. */
  public int fuel;

  /** Words of stack that are left. */
  public int stack;

  /** Bytes that may still be allocated; negative once they are used up. */
  public long memory;

  /** Bytes that were left when more were wanted. */
  private long refused;

  /** Signal that this run has thrown, or null. */
  private Exhausted thrown;

  private final NestedInitialisers initialisers = new NestedInitialisers();

  private final Exhausted noFuel = new Exhausted(Exhausted.Reason.FUEL);
  private final Exhausted noMemory = new Exhausted(Exhausted.Reason.MEMORY);
  private final Exhausted noStack = new Exhausted(Exhausted.Reason.STACK);

  /** The meter of the calling thread. */
  public static Meter current() {
    return Thread.currentThread() instanceof MeteredThread thread
        ? thread.meter
        : OF_OTHER_THREADS.get();
  }

  /** Begins a run with these budgets. */
  public void begin(int fuel, long memory) {
    this.fuel = fuel;
    // Most code leaves the others as they were, and a store costs more than the look.
    if (this.memory != memory) {
      this.memory = memory;
    }
    if (stack != STACK_WORDS) {
      stack = STACK_WORDS;
    }
    if (thrown != null) {
      thrown = null;
    }
  }

  /** Begins a run, as above, in which static initialisers have this fuel together. */
  public void beginInitialisers(int fuel, long memory) {
    begin(fuel, memory);
    initialisers.begin(fuel);
  }

  /** Notes that a static initialiser begins, perhaps within another one. */
  public void enterInitialiser() throws Exhausted {
    if (!initialisers.enter(fuel)) {
      throw noStack();
    }
  }

  /**
   * Charges a static initialiser that ends to the fuel of all. The code that it interrupted goes on
   * with the fuel that it had, as it may keep that in a variable.
   */
  public void leaveInitialiser() throws Exhausted {
    if (!initialisers.leave(fuel)) {
      throw noFuel();
    }
    fuel = initialisers.fuelOfInterrupted();
  }

  /** Bytes that the run may still have allocated; what was refused to it is not used up. */
  public long memoryLeft() {
    return Math.max(0, thrown == noMemory ? refused : memory);
  }

  /** The budget that this run has used up, or null: also if the signal did not come through. */
  public Exhausted.Reason exhausted() {
    return thrown == null ? null : thrown.reason();
  }

  /** Throws the signal again, if this run has thrown one that did not come through. */
  public void check() throws Exhausted {
    if (thrown != null) {
      throw thrown;
    }
  }

  /**
   * Charges fuel before the work that it pays.
   *
   * @param units 0 or more
   */
  public static void charge(int units) throws Exhausted {
    current().spend(units);
  }

  /** Charges fuel as above, any amount. */
  public static void charge(long units) throws Exhausted {
    current().spend(units);
  }

  /** Charges memory before it is allocated, and fuel for its clearing. */
  public static void allocate(long bytes) throws Exhausted {
    current().take(bytes);
  }

  private void spend(long units) throws Exhausted {
    if (units > fuel) {
      throw noFuel();
    }
    fuel -= (int) units;
  }

  private void take(long bytes) throws Exhausted {
    if (bytes > memory) {
      throw noMemory();
    }
    spend(bytes / BYTES_PER_UNIT);
    memory -= bytes;
  }

  /** Takes words of stack for a frame, or for a step of recursion in a twin. */
  public static void enter(int words) throws Exhausted {
    Meter meter = current();
    if (words > meter.stack) {
      throw meter.noStack();
    }
    meter.stack -= words;
  }

  /** Gives back what {@link #enter} took. */
  public static void leave(int words) {
    current().stack += words;
  }

  /**
   * Charges an array before it is made.
   *
   * @param length perhaps negative: then the JVM makes none
   */
  public static void array(int length, int elementBytes) throws Exhausted {
    if (length >= 0) {
      current().take(Sizes.array(length, elementBytes));
    }
  }

  /**
   * Charges an array of arrays before it is made.
   *
   * @param count of all arrays, at most {@link Long#MAX_VALUE} / 64
   * @param bytes of all together
   */
  public static void arrays(long count, long bytes) throws Exhausted {
    Meter meter = current();
    meter.take(bytes);
    meter.spend(count * UNITS_PER_INNER_ARRAY);
  }

  /** Charges a copy of an array, before it is made. */
  public static void copy(Object array) throws Exhausted {
    current().take(Sizes.ofArray(array));
  }

  /**
   * Charges an exception that a handler of instrumented code has caught, and makes the frame of the
   * handler the top of the stack. It is thrown again if it is a signal of this meter, or comes from
   * one, or if it is an error of linkage or of the JVM: which one of these the JVM throws depends
   * on its version and on what is compiled.
   *
   * @param left units that the frame had; callees may have left fewer
   * @param words of stack that are left below the frame
   * @param span units of what the handler repeats
   * @param textBytes memory of the longest text that the JVM may have given it
   * @param exception that was caught
   * @return units that are left
   */
  public int caught(int left, int words, int span, int textBytes, Throwable exception)
      throws Exhausted {
    int exceptionAt = stack;
    stack = words;
    fuel = Math.min(fuel, left);
    check();
    if (exception instanceof LinkageError || exception instanceof VirtualMachineError) {
      throw (Error) exception;
    }
    int traced = STACK_WORDS - exceptionAt;
    long units = (long) UNITS_PER_CATCH + traced / TRACED_WORDS_PER_UNIT;
    spend(units + span + (long) UNITS_PER_LEFT_WORD * Math.max(0, words - exceptionAt));
    take(BYTES_PER_EXCEPTION + textBytes + (long) BYTES_PER_TRACED_WORD * traced);
    return fuel;
  }

  /**
   * Notes fuel as an exception leaves a frame.
   *
   * @param left units that the frame had; callees may have left fewer
   */
  public void left(int left) {
    fuel = Math.min(fuel, left);
  }

  /** The signal for fuel that is used up, to be thrown by instrumented code. */
  public Exhausted noFuel() {
    fuel = -1;
    return signal(noFuel);
  }

  /** The signal for memory that is used up, to be thrown by instrumented code. */
  public Exhausted noMemory() {
    if (thrown != noMemory) {
      refused = memory;
    }
    memory = -1;
    return signal(noMemory);
  }

  /** The signal for stack that is used up, to be thrown by instrumented code. */
  public Exhausted noStack() {
    return signal(noStack);
  }

  private Exhausted signal(Exhausted signal) {
    thrown = signal;
    return signal;
  }
}
