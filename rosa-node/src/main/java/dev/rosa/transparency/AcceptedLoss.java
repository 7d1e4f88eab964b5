package dev.rosa.transparency;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Loss of leaves that the operator of a log has accepted: the log was set back, and goes on from
 * there. Its line in a checkpoint is {@code accepted-loss NUMBER SIZE}. A witness that keeps a
 * checkpoint of at most that size, from before that acceptance, may let it go.
 *
 * @param number grows with each acceptance; 0: none yet
 * @param size number of leaves of the largest lost state that the operator knew of
 */
public record AcceptedLoss(long number, long size) {

  /** A log that has lost nothing. */
  public static final AcceptedLoss NONE = new AcceptedLoss(0, 0);

  private static final String NAME = "accepted-loss ";
  private static final Pattern LINE =
      Pattern.compile(NAME + "([1-9][0-9]{0,17}) (0|[1-9][0-9]{0,17})");

  /** Finds it among the extension lines of a checkpoint. */
  static AcceptedLoss among(List<String> lines) throws TransparencyException {
    AcceptedLoss found = NONE;
    for (String line : lines) {
      if (line.startsWith(NAME)) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches() || found.number() != 0) {
          throw new TransparencyException(
              "the checkpoint's accepted loss is not one, expected one line with two numbers");
        }
        found = new AcceptedLoss(Long.parseLong(parts.group(1)), Long.parseLong(parts.group(2)));
      }
    }
    return found;
  }

  /** Tells whether a checkpoint from before this acceptance may be let go. */
  public boolean covers(Checkpoint lost) {
    return covers(lost.loss().number(), lost.size());
  }

  /**
   * The same of a checkpoint by its figures.
   *
   * @param lossNumber of the loss that the checkpoint names
   * @param lostSize its number of leaves
   */
  public boolean covers(long lossNumber, long lostSize) {
    return number > lossNumber && size >= lostSize;
  }

  String line() {
    return number == 0 ? "" : NAME + number + " " + size + "\n";
  }
}
