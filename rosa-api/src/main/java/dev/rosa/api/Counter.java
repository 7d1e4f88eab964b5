package dev.rosa.api;

/** A number that only grows, shown by the router beside its own counters. */
public interface Counter {

  /**
   * Makes the number larger.
   *
   * @param amount 0 or more
   * @throws IllegalArgumentException if negative
   */
  void add(long amount);
}
