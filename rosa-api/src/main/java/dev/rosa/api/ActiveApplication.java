package dev.rosa.api;

/**
 * Interface that the entry class of an active application implements.
 *
 * <p>A router makes one instance per worker with the public constructor that takes no argument and
 * calls {@link #start} once; then, from the worker's one thread, {@link #onPacket} for every packet
 * whose tag has been verified and whose user was granted this code. No two calls to an instance
 * overlap. What several packets of a session share belongs into {@link Packet#sessionState()}, not
 * into fields: fields are shared by all sessions, and a router may start a fresh instance between
 * two packets. Arrays in static fields are shared by all instances in a router, and outlive them.
 * They are for tables: code that writes to them while it has packets gets other results on other
 * routers.
 */
public interface ActiveApplication {

  /** Called once, before the first packet; the place to obtain {@linkplain Counter counters}. */
  default void start(RouterContext router) {}

  /**
   * Looks at one packet. A packet that is neither {@linkplain Packet#replacePayload changed} nor
   * {@linkplain Packet#drop dropped} leaves the router with the bytes it came with.
   *
   * @param packet valid during this call only
   */
  void onPacket(Packet packet);
}
