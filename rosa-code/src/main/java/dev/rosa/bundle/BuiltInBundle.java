package dev.rosa.bundle;

import dev.rosa.api.ActiveApplication;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Maker of code bundles from application classes that are part of this build. Stateless. */
public final class BuiltInBundle {

  private BuiltInBundle() {}

  /**
   * A bundle with this one class.
   *
   * @param failurePolicy treatment of packets that the code fails on
   */
  public static byte[] of(
      Class<? extends ActiveApplication> application, FailurePolicy failurePolicy) {
    return of(application, failurePolicy, List.of());
  }

  /** The same with further classes. */
  public static byte[] of(
      Class<? extends ActiveApplication> application,
      FailurePolicy failurePolicy,
      List<Class<?>> others) {
    return of(application, failurePolicy, others, Map.of());
  }

  /** The same with further attributes of the manifest, such as budgets. */
  public static byte[] of(
      Class<? extends ActiveApplication> application,
      FailurePolicy failurePolicy,
      List<Class<?>> others,
      Map<String, String> attributes) {
    Attributes.Name version = Attributes.Name.MANIFEST_VERSION;
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(version, "1.0");
    manifest.getMainAttributes().putValue(CodeBundle.ENTRY_ATTRIBUTE, application.getName());
    manifest
        .getMainAttributes()
        .putValue(CodeBundle.POLICY_ATTRIBUTE, failurePolicy.manifestName());
    attributes.forEach(manifest.getMainAttributes()::putValue);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
      put(jar, application);
      for (Class<?> other : others) {
        put(jar, other);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a class of this build cannot be read", e);
    }
    return bytes.toByteArray();
  }

  private static void put(JarOutputStream jar, Class<?> type) throws IOException {
    String path = type.getName().replace('.', '/') + ".class";
    String file = path.substring(path.lastIndexOf('/') + 1);
    try (InputStream in = type.getResourceAsStream(file)) {
      jar.putNextEntry(new ZipEntry(path));
      in.transferTo(jar);
      jar.closeEntry();
    }
  }
}
