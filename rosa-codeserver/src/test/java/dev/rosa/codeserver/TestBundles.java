package dev.rosa.codeserver;

import dev.rosa.testkit.CompiledBundle;
import example.active.Exiting;
import example.active.PassThrough;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarFile;

/** Bundles for tests. */
final class TestBundles {

  private TestBundles() {}

  /** A bundle that is admitted; another {@code salt} gives another digest. */
  static byte[] admissible(String salt) {
    return bundle(PassThrough.class, PassThrough.class.getName(), salt);
  }

  /** A bundle that calls {@code System.exit}. */
  static byte[] forbidden() {
    return bundle(Exiting.class, Exiting.class.getName(), "");
  }

  static byte[] withoutEntryClass() {
    return bundle(PassThrough.class, null, "");
  }

  private static byte[] bundle(Class<?> application, String entryClass, String salt) {
    String manifest = "Manifest-Version: 1.0\n";
    if (entryClass != null) {
      manifest += "Rosa-Entry-Class: " + entryClass + "\n";
    }
    String path = application.getName().replace('.', '/') + ".class";
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put(JarFile.MANIFEST_NAME, manifest.getBytes(StandardCharsets.UTF_8));
    files.put(path, classFile(application, path));
    files.put("salt.txt", salt.getBytes(StandardCharsets.UTF_8));
    return CompiledBundle.zip(files);
  }

  private static byte[] classFile(Class<?> application, String path) {
    try (InputStream code = application.getClassLoader().getResourceAsStream(path)) {
      return code.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
