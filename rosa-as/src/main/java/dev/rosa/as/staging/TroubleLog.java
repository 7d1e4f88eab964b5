package dev.rosa.as.staging;

import dev.rosa.serving.MinuteRates;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * Log of the trouble with one Code Server: one line when it changes, and a bounded number of them a
 * minute, as the Code Server chooses the text. What does not fit is told later if it lasts. Owned
 * by one thread.
 */
final class TroubleLog {

  static final int LINES_PER_MINUTE = 6;

  private final MinuteRates<String> rates = new MinuteRates<>();
  private final InstantSource clock;
  private String told = "";

  TroubleLog(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Tells of trouble that was not told last, if there is room for a line.
   *
   * @param log takes the line's end: nothing, or how many lines were left out
   */
  void tell(String trouble, Consumer<String> log) {
    if (!trouble.equals(told)) {
      rates
          .take("lines", LINES_PER_MINUTE, clock.instant())
          .ifPresent(
              leftOut -> {
                log.accept(leftOut == 0 ? "" : " (%d left out)".formatted(leftOut));
                told = trouble;
              });
    }
  }

  /** The trouble is over: the same one is news again. */
  void over() {
    told = "";
  }
}
