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
  private static final int BYTES_PER_UNIT = 16;

  /** Units of fuel that are left; negative once they are used up. */
  public int fuel;

  /** Words of stack that are left. */
  public int stack;

  /** Bytes that may still be allocated. */
  public long memory;

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
    this.memory = memory;
    this.stack = STACK_WORDS;
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
    current().spend((int) Math.min(units, Integer.MAX_VALUE));
  }

  /** Charges memory before it is allocated, and fuel for its clearing. */
  public static void allocate(long bytes) throws Exhausted {
    Meter meter = current();
    meter.spend((int) Math.min(bytes / BYTES_PER_UNIT, Integer.MAX_VALUE));
    if (bytes > meter.memory) {
      meter.memory = 0;
      throw meter.noMemory;
    }
    meter.memory -= bytes;
  }

  private void spend(int units) throws Exhausted {
    if (units > fuel) {
      fuel = -1;
      throw noFuel;
    }
    fuel -= units;
  }

  /** Takes words of stack for a frame, or for a step of recursion in a twin. */
  public static void enter(int words) throws Exhausted {
    Meter meter = current();
    if (words > meter.stack) {
      throw meter.noStack;
    }
    meter.stack -= words;
  }

  /** Gives back what {@link #enter} took. */
  public static void leave(int words) {
    current().stack += words;
  }

  /** The signal for fuel that is used up, to be thrown by instrumented code. */
  public Exhausted noFuel() {
    fuel = -1;
    return noFuel;
  }

  /** The signal for stack that is used up, to be thrown by instrumented code. */
  public Exhausted noStack() {
    return noStack;
  }
}
