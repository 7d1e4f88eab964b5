package dev.rosa.nativecode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Loader of one of ROSA's native libraries, which keeps the reason if the library cannot be used
 * here. It is found beside the role's jar, or in the platform jar and extracted to a private
 * directory. Once loaded, it must be the one that was built with these classes, on a foreign
 * library of the version that it was built for. A failure is a sentence, not an exception: without
 * native code everything runs, slower. Loads at the first question. Thread-safe.
 */
public final class NativeLibrary {

  /** System property: {@code off} keeps all native code out. */
  public static final String SWITCH = "rosa.native";

  /**
   * System property: the directory to extract to, private to this user. Default: a fresh one below
   * {@code java.io.tmpdir}. What is extracted is removed as soon as it is loaded.
   */
  public static final String DIRECTORY = "rosa.native.dir";

  /**
   * System property: a folder that has the libraries as files already, under the names that they
   * have in the jar. Then none is extracted. A role sets it if its jar has such a folder beside it.
   */
  static final String UNPACKED = "rosa.native.libraries";

  private static final String TEMPORARY = "java.io.tmpdir";
  private static final String PLATFORM = "linux-x86_64";

  private final String name;
  private final String foreign;
  private final Supplier<String> versions;
  private final Function<String, String> properties;
  private boolean tried;
  private String cause;
  private String foreignVersion = "";

  /**
   * A library that is not loaded yet.
   *
   * @param name as in {@code librosa_gcrypt.so}: {@code rosa_gcrypt}
   * @param foreign the foreign library in it or below it, e.g. {@code libgcrypt}
   * @param versions asks the loaded library, by a native method of the caller: build stamp, version
   *     of the foreign library's header, version of the foreign library now, a line each; the last
   *     is empty if it is not one to work with
   */
  public NativeLibrary(String name, String foreign, Supplier<String> versions) {
    this(name, foreign, versions, System::getProperty);
  }

  NativeLibrary(
      String name, String foreign, Supplier<String> versions, Function<String, String> properties) {
    this.name = name;
    this.foreign = foreign;
    this.versions = versions;
    this.properties = properties;
  }

  /**
   * Reason why it cannot be used here, in a sentence without a full stop; empty if it is loaded.
   */
  public synchronized Optional<String> unavailabilityCause() {
    if (!tried) {
      tried = true;
      try {
        load();
      } catch (UnusableException e) {
        cause = e.getMessage();
      }
    }
    return Optional.ofNullable(cause);
  }

  /** The foreign library and its version, e.g. {@code libgcrypt 1.10.1}; empty if unavailable. */
  public synchronized String description() {
    return unavailabilityCause().isPresent() ? "" : foreign + " " + foreignVersion;
  }

  private void load() throws UnusableException {
    if ("off".equals(properties.apply(SWITCH))) {
      throw new UnusableException("switched off by " + SWITCH + "=off");
    }
    requirePlatform();
    String stamp = stamp();
    String unpacked = properties.apply(UNPACKED);
    if (unpacked == null) {
      loadExtracted(NativeDirectory.open(properties.apply(DIRECTORY), temporary()));
    } else {
      loadUnpacked(Path.of(unpacked));
    }
    requireVersions(stamp);
  }

  private Path temporary() {
    String said = properties.apply(TEMPORARY);
    return Path.of(said == null ? System.getProperty(TEMPORARY) : said);
  }

  private static void requirePlatform() throws UnusableException {
    String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    if (!system.toLowerCase(Locale.ROOT).equals("linux amd64")) {
      throw new UnusableException("there is no native code for " + system);
    }
  }

  private String stamp() throws UnusableException {
    String stamp = text(".stamp");
    if (stamp != null) {
      return stamp;
    }
    String absent = text(".absent");
    throw new UnusableException(
        absent == null
            ? "lib" + name + ".so is not on the class path (it is in rosa-native's platform jar)"
            : absent);
  }

  /** A one-line resource beside the library, or null. */
  private String text(String suffix) throws UnusableException {
    try (InputStream resource = resource(suffix)) {
      return resource == null
          ? null
          : new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UnusableException("lib" + name + suffix + " cannot be read: " + e.getMessage(), e);
    }
  }

  private InputStream resource(String suffix) {
    return NativeLibrary.class.getResourceAsStream(PLATFORM + "/lib" + name + suffix);
  }

  private void loadUnpacked(Path folder) throws UnusableException {
    String place = NativeLibrary.class.getPackageName().replace('.', '/') + "/" + PLATFORM;
    Path file = folder.resolve(place).resolve("lib" + name + ".so");
    try {
      loadChecked(file);
    } catch (IOException e) {
      throw new UnusableException("lib" + name + ".so cannot be read: " + e, e);
    }
  }

  private void loadExtracted(NativeDirectory directory) throws UnusableException {
    try (directory;
        InputStream library = resource(".so")) {
      if (library == null) {
        throw new UnusableException("lib" + name + ".so is not on the class path");
      }
      loadChecked(directory.extract("lib" + name, library));
    } catch (IOException e) {
      throw new UnusableException(
          "lib" + name + ".so cannot be extracted to " + directory.path() + ": " + e.getMessage(),
          e);
    }
  }

  private void loadChecked(Path file) throws IOException, UnusableException {
    requireSum(NativeDirectory.sum(file));
    try {
      System.load(file.toString());
    } catch (UnsatisfiedLinkError e) {
      throw new UnusableException(LinkFailure.sentence(name, file.getParent(), e.getMessage()), e);
    }
  }

  /**
   * Compares checksums before loading: the dynamic linker trusts a file, and a truncated one ends
   * the JVM. The sum is that of the file that is loaded. It finds damage, and fast. An attacker who
   * can change the library in the jar can change its sum there, too.
   */
  private void requireSum(long sum) throws UnusableException {
    if (!HexFormat.of().toHexDigits((int) sum).equals(text(".crc32"))) {
      throw new UnusableException(
          "lib" + name + ".so is damaged: it is not the file that was built");
    }
  }

  private void requireVersions(String stamp) throws UnusableException {
    String[] found;
    try {
      found = versions.get().split("\n", -1);
    } catch (UnsatisfiedLinkError e) {
      throw new UnusableException("lib" + name + ".so does not belong to these classes", e);
    }
    if (found.length != 3 || !found[0].equals(stamp)) {
      throw new UnusableException(
          "lib" + name + ".so is of another build than the classes that came with it");
    }
    if (found[2].isEmpty()) {
      throw new UnusableException(
          "lib%s.so needs %s %s and found another version".formatted(name, foreign, found[1]));
    }
    foreignVersion = found[2];
  }
}
