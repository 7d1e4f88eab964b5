package dev.rosa.client.demo.attack;

import java.util.regex.Pattern;

/**
 * Result of one of the demo's attacks: whether it was refused for the right reason, and by which
 * node.
 *
 * @param name of the attack
 * @param what was tried
 * @param refused whether it failed, and for the right reason
 * @param by the node that refused, e.g. {@code r1}
 * @param why a drop reason or the server's own words
 */
public record AttackResult(String name, String what, boolean refused, String by, String why) {

  private static final Pattern DIGEST = Pattern.compile("\\b([0-9a-f]{8})[0-9a-f]{24,56}\\b");

  /** {@link #why} with digests cut to their first eight digits. */
  public String shortWhy() {
    return DIGEST.matcher(why).replaceAll("$1…");
  }
}
