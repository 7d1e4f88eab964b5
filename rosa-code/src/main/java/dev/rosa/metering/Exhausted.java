package dev.rosa.metering;

/**
 * Signal that active code has used up a budget of its {@link Meter}. It ends the code's run: no
 * handler of a bundle sees it. It extends {@link Throwable} itself, so that only handlers of every
 * throwable could take it, and those are instrumented. One per meter and reason, without a trace.
 */
public final class Exhausted extends Throwable {

  private static final long serialVersionUID = 1L;

  /** Budget that is used up. */
  public enum Reason {
    /** Units of fuel (PROTOCOL §4). */
    FUEL,
    /** Bytes that may be allocated. */
    MEMORY,
    /** Words of stack. */
    STACK
  }

  private final transient Reason reason;

  Exhausted(Reason reason) {
    super(reason.name(), null, false, false);
    this.reason = reason;
  }

  /** The budget that is used up. */
  public Reason reason() {
    return reason;
  }
}
