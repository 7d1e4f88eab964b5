package dev.rosa.api;

/**
 * Router as an application sees it: the router's name, and counters of the application that the
 * router shows.
 */
public interface RouterContext {

  /** The router's name in its domain, e.g. {@code r1}. */
  String routerName();

  /**
   * A counter of this application that the router shows with its own.
   *
   * @param name 1–40 of {@code a–z}, {@code 0–9} and {@code _}, starting with a letter; the same
   *     name gives the same counter
   * @throws IllegalArgumentException if the name is another, or there are more than 32
   */
  Counter counter(String name);
}
