package dev.rosa.firewall.keeper;

/**
 * Report of a keeper process on its firewall rules: whether they lead packets to workers, and
 * counts of repairs and bypasses. Immutable.
 *
 * @param active whether its workers are alive and its rules lead to them; else they are bypassed
 * @param remade times that rules or link were made again after another program had changed them
 * @param bypasses how often workers began to be bypassed, the start not counted
 */
public record PlanReport(boolean active, long remade, long bypasses) {

  private static final String ACTIVE = "active";
  private static final String BYPASS = "bypass";

  /** As one word and two numbers; {@link #parse} is the inverse. */
  public String text() {
    return (active ? ACTIVE : BYPASS) + " " + remade + " " + bypasses;
  }

  /** Reads one. */
  public static PlanReport parse(String text) {
    String[] words = text.split(" ");
    return new PlanReport(
        words[0].equals(ACTIVE), Long.parseLong(words[1]), Long.parseLong(words[2]));
  }
}
