package dev.rosa.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * Version and commit that a program was built from, for {@code --version} and status pages.
 *
 * @param version the jar's, or {@code development} outside a jar
 * @param commit the commit that it was made from, with {@code -dirty} if files had changed since;
 *     empty if the build did not know
 */
public record Build(String version, Optional<String> commit) {

  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{7,40}(-dirty)?");

  /** Build of the jar that a class came from. */
  public static Build of(Class<?> anchor) {
    String version = anchor.getPackage().getImplementationVersion();
    return new Build(version == null ? "development" : version, commit(written()));
  }

  /** Both, as far as they are known, such as {@code 1.0, commit 9cb4f9c01234}. */
  public String text() {
    return version + commit.map(known -> ", commit " + known).orElse("");
  }

  /** Commit in the text that the build wrote, which has a placeholder where it knew none. */
  static Optional<String> commit(String written) {
    return Optional.ofNullable(written).filter(COMMIT.asMatchPredicate());
  }

  private static String written() {
    Properties properties = new Properties();
    try (InputStream in = Build.class.getResourceAsStream("build.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("commit");
  }
}
