package dev.rosa.bench.path.run;

import dev.rosa.api.ActiveApplication;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Packs an application of {@code dev.rosa.examples.bench} as a bundle. Stateless. */
final class BenchBundle {

  private BenchBundle() {}

  /** Writes a bundle with this one class. */
  static void write(Class<? extends ActiveApplication> application, Path file) throws IOException {
    Attributes.Name version = Attributes.Name.MANIFEST_VERSION;
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(version, "1.0");
    manifest.getMainAttributes().putValue("Rosa-Entry-Class", application.getName());
    String classFile = application.getSimpleName() + ".class";
    try (InputStream type = application.getResourceAsStream(classFile);
        OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out, manifest)) {
      jar.putNextEntry(new ZipEntry(application.getName().replace('.', '/') + ".class"));
      type.transferTo(jar);
      jar.closeEntry();
    }
  }
}
