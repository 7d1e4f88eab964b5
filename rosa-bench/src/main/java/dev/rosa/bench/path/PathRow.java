package dev.rosa.bench.path;

/**
 * One thing that is measured in every round.
 *
 * @param way that packets take
 * @param variant what is special about it, e.g. suite and application; empty if nothing is
 * @param payload bytes of payload of the active packets, or of those that the others stand for
 * @param mode how packets are sent
 */
record PathRow(String way, String variant, int payload, Mode mode) {

  /** How packets are sent. */
  enum Mode {
    /** As many as the sender can send. */
    SATURATED,
    /** Slowly, one at a time, to see how long each takes. */
    PACED,
    /** At twice what the router can do, three of four forged. */
    FLOOD
  }

  /** The payload that the figures are about. */
  static final int FIGURE_PAYLOAD = 1_024;

  /** The suite that the figures are about. */
  static final String FIGURE_VARIANT = "HMAC-SHA256-128, passing";

  static final String MANY_SESSIONS = FIGURE_VARIANT + ", 10,000 sessions";

  /** Non-active packets while the router runs. */
  static final String BESIDE = "non-active, router running";

  static PathRow saturated(String way, String variant) {
    return new PathRow(way, variant, FIGURE_PAYLOAD, Mode.SATURATED);
  }

  static PathRow paced(String way, String variant) {
    return new PathRow(way, variant, FIGURE_PAYLOAD, Mode.PACED);
  }

  /** Without its mode, for tables. */
  String title() {
    return variant.isEmpty() ? way : way + ", " + variant;
  }

  @Override
  public String toString() {
    return title() + ", " + payload + " bytes, " + mode.name().toLowerCase(java.util.Locale.ROOT);
  }
}
