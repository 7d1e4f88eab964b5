package dev.rosa.audit;

import dev.rosa.control.v1.AuditedSession;
import dev.rosa.control.v1.GrantRequest;
import dev.rosa.control.v1.ServiceRequestStatement;
import dev.rosa.wire.active.Grant;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Comparison of a granted request with what its statement asks for. What a statement leaves open is
 * the server's to choose, but a window without a start begins at the time of the row. Stateless.
 */
final class AnswerCheck {

  /** Seconds between the time of a row and the server's now. */
  private static final long MOST_SECONDS_APART = 60;

  private AnswerCheck() {}

  /** True if code, addresses and recipients are those that the statement names. */
  static boolean isServiceAsked(ServiceRequestStatement asked, AuditedSession answer) {
    return asked.getCode().equals(answer.getCode())
        && asked.getSource().equals(answer.getSource())
        && asked.getDestination().equals(answer.getDestination())
        && Set.copyOf(asked.getRecipientsList()).equals(Set.copyOf(answer.getRecipientsList()));
  }

  /**
   * What else of an answer differs from the statement.
   *
   * @param at time of the row
   */
  static List<String> differences(
      ServiceRequestStatement asked, AuditedSession answer, Instant at) {
    List<String> differences = new ArrayList<>();
    if (!isWindowAsked(asked, answer, at.getEpochSecond())) {
      differences.add("window");
    }
    if (!isGrantAsked(asked.getGrant(), Grant.ofBits(answer.getGrant()))) {
      differences.add("grant");
    }
    if (asked.getSuite() != 0 && asked.getSuite() != answer.getSuite()) {
      differences.add("suite");
    }
    return differences;
  }

  private static boolean isWindowAsked(
      ServiceRequestStatement asked, AuditedSession answer, long now) {
    long sst = Integer.toUnsignedLong(answer.getSst());
    long set = Integer.toUnsignedLong(answer.getSet());
    long start = Integer.toUnsignedLong(asked.getServiceStart());
    long end = Integer.toUnsignedLong(asked.getServiceEnd());
    boolean starts = start == 0 ? Math.abs(sst - now) <= MOST_SECONDS_APART : sst == start;
    long expected = end == 0 ? sst + Integer.toUnsignedLong(asked.getSeconds()) : end;
    return starts && set == expected && set > sst;
  }

  private static boolean isGrantAsked(GrantRequest asked, Grant grant) {
    return (!asked.hasPacketsPerSecond() || asked.getPacketsPerSecond() == grant.packetsPerSecond())
        && (!asked.hasFuelThousands() || asked.getFuelThousands() == grant.fuelThousands())
        && (!asked.hasPermissions() || asked.getPermissions() == grant.permissions());
  }
}
