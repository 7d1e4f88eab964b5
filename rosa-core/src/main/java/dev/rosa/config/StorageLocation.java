package dev.rosa.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Database of a role, as its configuration names it: a file, or a PostgreSQL server's database by
 * its JDBC URL. It carries no password: those are read from {@code ~/.pgpass} or the file that
 * {@code PGPASSFILE} names.
 *
 * @param file the SQLite file; empty with a URL
 * @param url {@code jdbc:postgresql://HOST[:PORT]/DATABASE[?PARAMETERS]}; empty with a file
 * @param key place of the key of its secrets, for a file {@code FILE.key} unless another is named;
 *     empty: a URL without one
 */
public record StorageLocation(
    Optional<Path> file, Optional<String> url, Optional<StorageKeyLocation> key) {

  private static final String JDBC = "jdbc:";
  private static final String POSTGRESQL = "postgresql";
  private static final String VERIFIED = "sslmode=verify-full";
  private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");

  /** Parameters that change neither the server nor the check of it. */
  private static final List<String> PARAMETERS =
      List.of(
          "user",
          "sslmode",
          "sslrootcert",
          "sslcert",
          "sslkey",
          "requireAuth",
          "connectTimeout",
          "loginTimeout",
          "socketTimeout",
          "tcpKeepAlive",
          "ApplicationName");

  private static final String EXPECTED =
      "expected a file or jdbc:postgresql://HOST/DATABASE, such as"
          + " jdbc:postgresql://db.example.net/rosa?user=rosa";

  /** An SQLite file. */
  public static StorageLocation of(Path file) {
    return new StorageLocation(
        Optional.of(file), Optional.empty(), Optional.of(StorageKeyLocation.of(keyBeside(file))));
  }

  private static Path keyBeside(Path file) {
    return file.resolveSibling(file.getFileName() + ".key");
  }

  /** The same database with the key of its secrets at that place; null: where it was. */
  public StorageLocation keyedBy(StorageKeyLocation place) {
    return place == null ? this : new StorageLocation(file, url, Optional.of(place));
  }

  /**
   * Reads a file's name or a JDBC URL.
   *
   * @param resolve makes a path of a file's name
   * @throws IllegalArgumentException with a sentence for the operator
   */
  public static StorageLocation parse(String text, Function<String, Path> resolve) {
    if (!text.startsWith(JDBC)) {
      return of(resolve.apply(text));
    }
    requireDatabase(text);
    return new StorageLocation(Optional.empty(), Optional.of(text), Optional.empty());
  }

  private static void requireDatabase(String text) {
    URI uri = uriOf(text);
    String path = uri.getPath();
    boolean complete = uri.getHost() != null && path != null && path.length() > 1;
    if (!POSTGRESQL.equals(uri.getScheme()) || !complete) {
      throw new IllegalArgumentException("'" + withoutParameters(text) + "', " + EXPECTED);
    }
    if (uri.getUserInfo() != null || String.valueOf(uri.getRawQuery()).contains("password=")) {
      throw new IllegalArgumentException(
          "a URL with a password, expected the password in ~/.pgpass or in a file that PGPASSFILE"
              + " names");
    }
    if (uri.getRawFragment() != null) {
      // The driver knows no fragments: it would take what follows for parameters.
      throw new IllegalArgumentException("a URL with '#', expected none");
    }
    requireKnownParameters(uri);
    if (!isLoopback(uri) && !usesOnly(uri, VERIFIED)) {
      throw new IllegalArgumentException(
          "a server of another machine with another sslmode, expected "
              + VERIFIED
              + ", which holds without it");
    }
  }

  /** One of the driver's others could name another server, or another class that checks it. */
  private static void requireKnownParameters(URI uri) {
    if (uri.getRawQuery() == null) {
      return;
    }
    for (String parameter : uri.getRawQuery().split("&")) {
      String name = parameter.split("=", 2)[0];
      if (!PARAMETERS.contains(name)) {
        throw new IllegalArgumentException(
            "a URL with the parameter '" + name + "', expected " + String.join(", ", PARAMETERS));
      }
    }
  }

  private static boolean usesOnly(URI uri, String mode) {
    return Arrays.stream(String.valueOf(uri.getRawQuery()).split("&"))
        .filter(parameter -> parameter.startsWith("sslmode"))
        .allMatch(mode::equals);
  }

  private static boolean isLoopback(URI uri) {
    return LOOPBACK.matcher(uri.getHost()).matches();
  }

  /** True if connections leave this machine: they are encrypted, and the server is verified. */
  public boolean isRemote() {
    return url.map(text -> !isLoopback(uriOf(text))).orElse(false);
  }

  private static URI uriOf(String text) {
    try {
      return URI.create(text.substring(JDBC.length()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'" + withoutParameters(text) + "', " + EXPECTED, e);
    }
  }

  private static String withoutParameters(String url) {
    int end = url.indexOf('?');
    return end < 0 ? url : url.substring(0, end);
  }

  /** For messages: the file, or the URL without its parameters. */
  @Override
  public String toString() {
    return file.map(Path::toString).orElseGet(() -> withoutParameters(url.orElse("")));
  }
}
