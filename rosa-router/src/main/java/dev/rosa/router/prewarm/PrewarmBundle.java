package dev.rosa.router.prewarm;

import dev.rosa.api.ActiveApplication;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Bundle of an application of {@code dev.rosa.examples.prewarm}. Stateless. */
final class PrewarmBundle {

  private PrewarmBundle() {}

  /**
   * A bundle with this one class.
   *
   * @param failurePolicy treatment of packets that the code fails on: {@code drop} or {@code
   *     forward}
   */
  static byte[] of(Class<? extends ActiveApplication> application, String failurePolicy) {
    Attributes.Name version = Attributes.Name.MANIFEST_VERSION;
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(version, "1.0");
    manifest.getMainAttributes().putValue("Rosa-Entry-Class", application.getName());
    manifest.getMainAttributes().putValue("Rosa-Failure-Policy", failurePolicy);
    String file = application.getSimpleName() + ".class";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (InputStream type = application.getResourceAsStream(file);
        JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
      jar.putNextEntry(new ZipEntry(application.getName().replace('.', '/') + ".class"));
      type.transferTo(jar);
      jar.closeEntry();
    } catch (IOException e) {
      throw new UncheckedIOException("a class of this build cannot be read: " + file, e);
    }
    return bytes.toByteArray();
  }
}
