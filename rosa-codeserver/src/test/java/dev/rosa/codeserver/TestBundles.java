package dev.rosa.codeserver;

import example.active.Exiting;
import example.active.PassThrough;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

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
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (entryClass != null) {
      manifest.getMainAttributes().putValue("Rosa-Entry-Class", entryClass);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String path = application.getName().replace('.', '/') + ".class";
    try (JarOutputStream jar = new JarOutputStream(bytes, manifest);
        InputStream code = application.getClassLoader().getResourceAsStream(path)) {
      jar.putNextEntry(new JarEntry(path));
      code.transferTo(jar);
      jar.putNextEntry(new JarEntry("salt.txt"));
      jar.write(salt.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
