package dev.rosa.metering;

/** Thread that runs active code: its meter is found without a search. */
public final class MeteredThread extends Thread {

  final Meter meter = new Meter();

  /** A thread whose stack holds what {@link Meter#STACK_WORDS} stand for, and a reserve. */
  public MeteredThread(Runnable task, String name) {
    super(null, task, name, Meter.STACK_BYTES);
  }
}
