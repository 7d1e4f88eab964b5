package dev.rosa.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;

/**
 * Collector of the mistakes and warnings of one configuration and of the files that it names.
 * Readers report here and go on, so that a person reads all of them at once. Owned by one thread.
 */
public final class Problems {

  /** More than a person mends at a time. */
  public static final int MOST = 100;

  private final Path file;
  private final Set<Problem> found = new LinkedHashSet<>();

  /** An empty collection for a configuration; problems of other files come after its own. */
  public Problems(Path file) {
    this.file = file;
  }

  /**
   * Reads a configuration, and what it names, for a node that is about to run; logs warnings.
   *
   * @param reader reports here; empty only after a mistake
   * @throws ConfigException with a line for each mistake
   */
  public static <T> T load(Path file, Function<Problems, Optional<T>> reader, Logger log)
      throws ConfigException {
    Problems problems = new Problems(file);
    Optional<T> read = reader.apply(problems);
    problems.requireNoErrors();
    problems.logWarnings(log);
    return read.orElseThrow();
  }

  /** Adds a problem; false if it was known already, or {@value #MOST} are. */
  public boolean add(Problem problem) {
    return !isFull() && found.add(problem);
  }

  /** Adds a mistake of a file as a whole. */
  public void error(Path of, String sentence) {
    add(new Problem(of, 0, false, sentence));
  }

  /** Tells whether there is no use in looking for more. */
  boolean isFull() {
    return found.size() >= MOST;
  }

  /** Tells whether the configuration cannot be used. */
  public boolean hasErrors() {
    return found.stream().anyMatch(problem -> !problem.isWarning());
  }

  /** Everything found, in the order of the file. */
  public List<Problem> all() {
    return found.stream()
        .sorted(
            Comparator.comparing((Problem problem) -> !problem.file().equals(file))
                .thenComparing(Problem::file)
                .thenComparingInt(Problem::line))
        .toList();
  }

  /**
   * Refuses a configuration with mistakes.
   *
   * @throws ConfigException with a line for each problem, warnings among them
   */
  public void requireNoErrors() throws ConfigException {
    if (!hasErrors()) {
      return;
    }
    List<String> lines = new ArrayList<>(all().stream().map(Problem::toString).toList());
    if (isFull()) {
      lines.add(file + ": there may be more, expected these " + MOST + " to be mended first");
    }
    throw new ConfigException(lines);
  }

  /** Logs every warning as WARN; what a node does when it starts. */
  void logWarnings(Logger log) {
    all().stream()
        .filter(Problem::isWarning)
        .forEach(
            warning -> log.warn("{}:{}: {}", warning.file(), warning.line(), warning.sentence()));
  }

  /** {@code valid}, or {@code valid, 2 warnings}, of a configuration without mistakes. */
  public String verdict() {
    int warnings = found.size();
    return "valid"
        + (warnings == 0 ? "" : ", " + warnings + (warnings == 1 ? " warning" : " warnings"));
  }
}
