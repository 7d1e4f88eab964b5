package dev.rosa.config;

import java.nio.file.Path;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Place of the key under which a role's database keeps its secrets: {@code file:PATH}, {@code
 * env:NAME} or {@code credential:NAME}. It names the key and never has its bytes.
 *
 * @param source kind of place
 * @param name path of the file, or name of the environment variable or systemd credential
 */
public record StorageKeyLocation(Source source, String name) {

  /** Kind of place. */
  public enum Source {
    /** A file that is its owner's alone. */
    FILE("file"),
    /** A variable of the process's environment. */
    ENVIRONMENT("env"),
    /** A file in the folder that systemd names in {@code CREDENTIALS_DIRECTORY}. */
    CREDENTIAL("credential");

    private final String prefix;

    Source(String prefix) {
      this.prefix = prefix;
    }
  }

  /** As {@code storageKey} in {@code rosa-types.xsd}. */
  private static final Pattern FORM =
      Pattern.compile(
          "file:(?<path>.+)|env:(?<variable>[A-Za-z_][A-Za-z0-9_]*)"
              + "|credential:(?<credential>[A-Za-z0-9_-][A-Za-z0-9._-]*)");

  /** A file. */
  public static StorageKeyLocation of(Path file) {
    return new StorageKeyLocation(Source.FILE, file.toString());
  }

  /**
   * Reads the place as an operator writes it.
   *
   * @param resolve makes a path of a file's name
   * @throws IllegalArgumentException with a sentence for the operator
   */
  public static StorageKeyLocation parse(String text, Function<String, Path> resolve) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "', expected file:PATH, env:NAME or credential:NAME");
    }
    if (form.group("path") != null) {
      return of(resolve.apply(form.group("path")));
    }
    return form.group("variable") != null
        ? new StorageKeyLocation(Source.ENVIRONMENT, form.group("variable"))
        : new StorageKeyLocation(Source.CREDENTIAL, form.group("credential"));
  }

  /** As an operator writes it. */
  @Override
  public String toString() {
    return source.prefix + ":" + name;
  }
}
