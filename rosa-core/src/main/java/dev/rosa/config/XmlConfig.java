package dev.rosa.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reader of an operator's XML file: limited in size, without DTD and external entities, validated
 * by an XSD, bound to immutable records.
 *
 * <p>Elements and attributes are spelled with hyphens ({@code max-window}), record components as in
 * Java ({@code maxWindow}); repeated elements are a {@code List}. Components of type {@link Path}
 * come out resolved against the folder of the file; {@link java.time.Duration}, {@link ByteSize},
 * {@link HostPort} and {@link IpPrefix} are read from their text.
 *
 * <p>Every problem is one line: {@code FILE:LINE: what is wrong, expected what}. All problems of a
 * file are found at once: what is wrong is removed, and the rest is read again (ADR 26).
 */
public final class XmlConfig {
  /** Larger files are refused unread. */
  static final int MAX_BYTES = 1 << 20;

  private XmlConfig() {}

  /**
   * Reads one file.
   *
   * @param xsdResource the schema on the class path of {@code type}, e.g. {@code
   *     dev/rosa/as/as.xsd}; it may include {@code rosa-types.xsd} by that name
   * @throws ConfigException with all that is wrong, when the file cannot be read or is not valid
   */
  public static <T> T load(Path file, String xsdResource, Class<T> type) throws ConfigException {
    return open(file, xsdResource, type).value();
  }

  /**
   * Reads one file as {@link #load} does, to refer to its lines later.
   *
   * @throws ConfigException as {@link #load}
   */
  public static <T> ConfigFile<T> open(Path file, String xsdResource, Class<T> type)
      throws ConfigException {
    Problems problems = new Problems(file);
    Optional<ConfigFile<T>> read = read(file, xsdResource, type, problems);
    problems.requireNoErrors();
    return read.orElseThrow();
  }

  /**
   * Reads one file as {@link #load} does, and reports what is wrong.
   *
   * @return empty if no part of the file can be used, which is reported, too
   */
  public static <T> Optional<ConfigFile<T>> read(
      Path file, String xsdResource, Class<T> type, Problems problems) {
    ConfigSchema schema = ConfigSchema.load(xsdResource, type.getClassLoader());
    return content(file, problems)
        .flatMap(content -> ConfigParser.parse(file, content, problems))
        .filter(root -> new SchemaCheck(file, schema, problems).check(root))
        .flatMap(
            root ->
                new ConfigBinding(file, schema.guide(), problems)
                    .bind(root, type)
                    .map(value -> new ConfigFile<>(file, value, root, problems)));
  }

  /** Resolves a path as a configuration file means it: relative to the folder of that file. */
  public static Path resolve(Path configFile, String path) {
    return configFile.toAbsolutePath().resolveSibling(path).normalize();
  }

  private static Optional<byte[]> content(Path file, Problems problems) {
    if (Files.isDirectory(file)) {
      problems.error(file, "is a folder, expected a file");
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(MAX_BYTES + 1);
      if (content.length <= MAX_BYTES) {
        return Optional.of(content);
      }
      problems.error(
          file, "is larger than " + new ByteSize(MAX_BYTES) + ", expected a smaller file");
    } catch (NoSuchFileException e) {
      problems.error(file, "no such file, expected a configuration");
    } catch (AccessDeniedException e) {
      problems.error(file, "not readable, expected read permission for this user");
    } catch (IOException e) {
      problems.error(file, "cannot be read: " + e.getMessage());
    }
    return Optional.empty();
  }
}
