package dev.rosa.bench.path.result;

import dev.rosa.bench.path.peer.KernelForwarder;
import dev.rosa.bench.path.peer.RouterForwarder;
import java.util.Locale;

/**
 * One row of {@code ./rosa bench path}: a way for packets, a payload and a mode, measured in every
 * round.
 *
 * @param way that packets take
 * @param variant what is special about it, e.g. suite and application; empty if nothing is
 * @param payload bytes of payload of the active packets, or of those that the others stand for
 * @param mode how packets are sent
 */
public record PathRow(String way, String variant, int payload, Mode mode) {

  /** Mode of sending packets. */
  public enum Mode {
    /** As many as the sender can send. */
    SATURATED,
    /** Slowly, one at a time, to see how long each takes. */
    PACED,
    /** At a share of what the same way delivers when it is saturated, so that nothing is lost. */
    LOADED,
    /** At twice what the router can do, most of them forged. */
    FLOOD;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The payload that the figures are about. */
  public static final int FIGURE_PAYLOAD = 1_024;

  /** The suite that the figures are about, and its application. */
  private static final String FIGURE_VARIANT = "HMAC-SHA256-128, passing";

  /** The router's row that the figures are about. */
  public static final PathRow ROUTER = saturated(RouterForwarder.NAME, FIGURE_VARIANT);

  /** The same at a part of its capacity. */
  public static final PathRow ROUTER_LOADED =
      new PathRow(RouterForwarder.NAME, FIGURE_VARIANT, FIGURE_PAYLOAD, Mode.LOADED);

  /** Sources whose packets come in turn: no two in a row can leave the router together. */
  public static final int SOURCES = 250;

  /** The router's row without trains. */
  public static final PathRow ROUTER_SOURCES =
      saturated(RouterForwarder.NAME, FIGURE_VARIANT + ", " + SOURCES + " Sources in turn");

  /** Forged packets among valid ones of one Source. */
  public static final PathRow ROUTER_FLOODED = ROUTER.flooded();

  /**
   * Forged packets among valid ones of several sources, of which the sender can send half a
   * capacity.
   */
  public static final PathRow SOURCES_FLOODED = ROUTER_SOURCES.flooded();

  /** Non-active packets while the router runs. */
  public static final PathRow BESIDE_ROUTER =
      saturated(KernelForwarder.NAME, "router's rules in force");

  /** Non-active packets while the router runs, and its rules apply to nothing. */
  public static final PathRow BESIDE_NO_RULES =
      saturated(KernelForwarder.NAME, "router's rules switched off");

  /** The same with so many live sessions in turn. */
  public static PathRow routerMany(int sessions) {
    return saturated(
        RouterForwarder.NAME,
        String.format(Locale.ROOT, "%s, %,d sessions", FIGURE_VARIANT, sessions));
  }

  /** A peer decrypts and encrypts; its ends do nothing. */
  public static PathRow hubAlone(String peer, Mode mode) {
    return new PathRow(peer, "hub alone", FIGURE_PAYLOAD, mode);
  }

  /** A peer's end seals, its hub decrypts and encrypts, another end decrypts. */
  public static PathRow wholePath(String peer) {
    return saturated(peer, "whole path: hub and both ends");
  }

  public static PathRow saturated(String way, String variant) {
    return new PathRow(way, variant, FIGURE_PAYLOAD, Mode.SATURATED);
  }

  /** The row that a flood's capacity is taken from. */
  public PathRow unflooded() {
    return new PathRow(way, variant, payload, Mode.SATURATED);
  }

  private PathRow flooded() {
    return new PathRow(way, variant, payload, Mode.FLOOD);
  }

  /** Without its mode, for tables. */
  public String title() {
    return variant.isEmpty() ? way : way + ", " + variant;
  }

  @Override
  public String toString() {
    return title() + ", " + payload + " bytes, " + mode.label();
  }
}
