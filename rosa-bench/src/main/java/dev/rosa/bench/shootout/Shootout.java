package dev.rosa.bench.shootout;

import dev.rosa.bench.display.Progress;
import dev.rosa.bench.shootout.result.Findings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Loop of the shootout: it runs the tasks round by round, within a budget of time. Owned by one
 * thread; what it finds may be read by others at any time.
 */
final class Shootout {

  private final Scope scope;
  private final Findings findings;
  private final Progress progress;
  private final LongSupplier nanoTime;
  private long startNanos;
  private int done;

  Shootout(Scope scope, Findings findings, Progress progress, LongSupplier nanoTime) {
    this.scope = scope;
    this.findings = findings;
    this.progress = progress;
    this.nanoTime = nanoTime;
  }

  /**
   * Measures.
   *
   * @param plan the tasks of each round
   */
  void run(List<List<Task>> plan) {
    startNanos = nanoTime.getAsLong();
    boolean inTime = true;
    int round = 1;
    for (int rounds = plan.size(); inTime && round <= rounds; round++) {
      inTime = runRound(plan, round, rounds);
      rounds = affordable(plan, round + 1);
    }
    int complete = inTime ? round - 1 : round - 2;
    if (complete > 0 && complete < plan.size()) {
      findings.addRemark(
          "The time was enough for %d of %d rounds".formatted(complete, plan.size()));
    }
    findings.end(
        elapsed(),
        complete > 0 ? Optional.empty() : Optional.of("the time was over within the first round"));
    progress.end();
  }

  /** Runs a round; true if it ended in time. */
  private boolean runRound(List<List<Task>> plan, int round, int rounds) {
    int total = taskCount(plan, rounds);
    for (Task task : plan.get(round - 1)) {
      if (elapsed().compareTo(scope.budget()) >= 0) {
        return false;
      }
      show("round %d of %d: %s".formatted(round, rounds, task.title()), total);
      task.run(round);
      done++;
    }
    return true;
  }

  private void show(String part, int total) {
    double taken = elapsed().toNanos();
    Duration left = shorter(perTask().multipliedBy(total - done), timeLeft());
    progress.show(part, taken / Math.max(1, taken + left.toNanos()), left.toMillis() / 1_000.0);
  }

  /** Count of all rounds if those from {@code next} on are to end within the budget. */
  private int affordable(List<List<Task>> plan, int next) {
    int rounds = plan.size();
    while (rounds >= next && neededFor(plan, rounds).compareTo(timeLeft()) > 0) {
      rounds--;
    }
    return rounds;
  }

  private Duration neededFor(List<List<Task>> plan, int rounds) {
    return perTask().multipliedBy(taskCount(plan, rounds) - done);
  }

  private static int taskCount(List<List<Task>> plan, int rounds) {
    return plan.stream().limit(rounds).mapToInt(List::size).sum();
  }

  /** Average time of a task so far; a guess before the first. */
  private Duration perTask() {
    return done == 0 ? Duration.ofMillis(1_500) : elapsed().dividedBy(done);
  }

  private Duration timeLeft() {
    return scope.budget().minus(elapsed());
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  private Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - startNanos);
  }
}
