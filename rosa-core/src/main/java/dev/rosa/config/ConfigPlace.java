package dev.rosa.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A key of a configuration that was read, to report what turns out to be wrong with it, or with the
 * file that it names. Owned by the thread of its {@link Problems}.
 */
public final class ConfigPlace {

  /** Reads what a key names. */
  public interface Reading<V> {
    /** Returns it, or throws a checked exception whose message is one line. */
    V read() throws Exception;
  }

  /** Looks at what a key names. */
  public interface Check {
    /** Returns if it can be used, or throws a checked exception whose message is one line. */
    void run() throws Exception;
  }

  private final Path file;
  private final Key key;
  private final Problems problems;

  ConfigPlace(Path file, Key key, Problems problems) {
    this.file = file;
    this.key = key;
    this.problems = problems;
  }

  /** The element of that name below this one, or the attribute. */
  public ConfigPlace at(String name) {
    return at(name, 0);
  }

  /** One of several elements of that name, by its index from 0. */
  public ConfigPlace at(String name, int index) {
    return new ConfigPlace(file, key.below(name, index), problems);
  }

  /** All elements of that name below this one, in the order of the file. */
  public List<ConfigPlace> each(String name) {
    return key.element().children(name).stream()
        .map(child -> new ConfigPlace(file, new Key(child, null), problems))
        .toList();
  }

  /** Tells whether the file has a key of that name below this one, right or wrong. */
  public boolean gives(String name) {
    return key.element().gives(name);
  }

  /** Tells whether a mistake in this line was reported. */
  public boolean hasMistake() {
    return problems.all().stream().anyMatch(each -> !each.isWarning() && each.line() == key.line());
  }

  /** {@code FILE:LINE}. */
  public String where() {
    return file + ":" + key.line();
  }

  /** Reports a mistake in a sentence that does not need the key. */
  public void mistake(String sentence) {
    problems.add(new Problem(file, key.line(), false, sentence));
  }

  /** Reports the problems of a file that this key names; that it cannot be read, here. */
  public void add(Problems ofNamedFile) {
    for (Problem problem : ofNamedFile.all()) {
      if (problem.line() == 0) {
        mistake(key.words() + ": " + problem);
      } else {
        problems.add(problem);
      }
    }
  }

  /** Reports a mistake; the sentence follows the key: {@code is 2MiB, expected …}. */
  public void error(String sentence) {
    mistake(key.words() + " " + sentence);
  }

  /** Reports what a node starts with all the same. */
  public void warn(String sentence) {
    problems.add(new Problem(file, key.line(), true, key.words() + " " + sentence));
  }

  /**
   * Reads what this key names; empty if that fails, which is reported, or if the key was wrong,
   * which is reported already: the record does not have it.
   */
  public <V> Optional<V> read(Reading<V> reading) {
    if (key.isRemoved()) {
      return Optional.empty();
    }
    try {
      return Optional.of(reading.read());
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      mistake(key.words() + ": " + ConfigException.oneLine(e));
      return Optional.empty();
    }
  }

  /** Looks at what this key names, and reports that it cannot be used. */
  public void check(Check check) {
    Optional<Boolean> unused =
        read(
            () -> {
              check.run();
              return true;
            });
  }
}
