package dev.rosa.bundle;

import dev.rosa.api.ActiveApplication;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * Maker of code bundles from application classes that are part of this build, one class each.
 * Stateless.
 */
public final class BuiltInBundle {

  private BuiltInBundle() {}

  /**
   * A bundle with this one class.
   *
   * @param failurePolicy treatment of packets that the code fails on
   */
  public static byte[] of(
      Class<? extends ActiveApplication> application, FailurePolicy failurePolicy) {
    Attributes.Name version = Attributes.Name.MANIFEST_VERSION;
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(version, "1.0");
    manifest.getMainAttributes().putValue(CodeBundle.ENTRY_ATTRIBUTE, application.getName());
    manifest
        .getMainAttributes()
        .putValue(CodeBundle.POLICY_ATTRIBUTE, failurePolicy.manifestName());
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
