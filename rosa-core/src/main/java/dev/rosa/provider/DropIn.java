package dev.rosa.provider;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * Loader of a provider's class, from jars that an operator dropped in or from the class path. Jars
 * are loaded once a process, however often a configuration is read: a native library belongs to one
 * class loader. Thread-safe.
 */
final class DropIn {

  /** A jar as it was when it was loaded; a changed one is another. */
  private record Content(Path jar, long bytes, long modifiedMillis) {}

  /** Never closed: providers load classes from their jars for as long as they serve. */
  private static final Map<List<Content>, ClassLoader> LOADERS = new ConcurrentHashMap<>();

  private final ClassLoader loader;

  private DropIn(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * The jars of a declared provider.
   *
   * @throws AbsentProviderException if a jar is not there
   * @throws ProviderException if one is there and cannot be read
   */
  static DropIn of(ProvidersConfig.Named declared)
      throws ProviderException, AbsentProviderException {
    List<Content> contents = new ArrayList<>();
    for (Path jar : declared.jars()) {
      contents.add(content(declared.name(), jar));
    }
    return new DropIn(
        contents.isEmpty()
            ? DropIn.class.getClassLoader()
            : LOADERS.computeIfAbsent(contents, DropIn::newLoader));
  }

  /**
   * Checks that an unused provider could be used, without loading it. A missing jar is no fault.
   *
   * @throws ProviderException if a jar cannot be read, or the class is nowhere
   */
  static void requireSound(ProvidersConfig.Named declared) throws ProviderException {
    try {
      DropIn place = of(declared);
      String resource = declared.className().replace('.', '/') + ".class";
      boolean optionalPart =
          declared.jar() == null && declared.className().startsWith(KnownProviders.OWN_CLASSES);
      if (!optionalPart && !place.has(resource)) {
        throw new ProviderException(
            declared.name(),
            "provider %s: there is no class %s in %s"
                .formatted(
                    declared.name(),
                    declared.className(),
                    declared.jar() == null ? "ROSA, and no jar is named" : declared.jar()),
            null);
      }
    } catch (AbsentProviderException e) {
      // Declared in advance; its jar is not installed.
    }
  }

  /**
   * The provider's class.
   *
   * @throws ClassNotFoundException also if jars were named and ROSA has a class of that name: it
   *     would silently be loaded in place of the jar's
   */
  Class<?> load(String className) throws ClassNotFoundException {
    Class<?> found = Class.forName(className, false, loader);
    if (loader != DropIn.class.getClassLoader() && found.getClassLoader() != loader) {
      throw new ClassNotFoundException(className + " is part of ROSA and would hide the jar's");
    }
    return found;
  }

  private boolean has(String resource) {
    return loader instanceof URLClassLoader jars
        ? jars.findResource(resource) != null
        : loader.getResource(resource) != null;
  }

  private static Content content(String provider, Path jar)
      throws ProviderException, AbsentProviderException {
    if (Files.notExists(jar)) {
      throw new AbsentProviderException("its jar " + jar + " is not there" + lookalike(jar), true);
    }
    try {
      requireZip(jar);
      BasicFileAttributes attributes = Files.readAttributes(jar, BasicFileAttributes.class);
      return new Content(jar, attributes.size(), attributes.lastModifiedTime().toMillis());
    } catch (IOException e) {
      throw new ProviderException(
          provider,
          "provider " + provider + ": " + jar + " is no jar that can be read: " + words(e),
          e);
    }
  }

  private static void requireZip(Path jar) throws IOException {
    if (!Files.isRegularFile(jar) || !Files.isReadable(jar)) {
      throw new IOException("expected a readable file");
    }
    new ZipFile(jar.toFile()).close();
  }

  private static String words(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /** A jar that begins with the same word, such as one that still has its version in its name. */
  private static String lookalike(Path jar) {
    String stem = lower(jar).replace(".jar", "");
    Path folder = jar.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      return "";
    }
    try (Stream<Path> files = Files.list(folder)) {
      Optional<Path> similar =
          files
              .filter(file -> lower(file).startsWith(stem) && lower(file).endsWith(".jar"))
              .sorted()
              .findFirst();
      return similar.map(file -> ", but " + file.getFileName() + " is: rename it").orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  private static String lower(Path file) {
    return file.getFileName().toString().toLowerCase(Locale.ROOT);
  }

  private static ClassLoader newLoader(List<Content> contents) {
    return new URLClassLoader(
        contents.stream().map(content -> url(content.jar())).toArray(URL[]::new),
        DropIn.class.getClassLoader());
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException("a file always has a URL", e);
    }
  }
}
