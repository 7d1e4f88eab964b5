package dev.rosa.testkit;

import dev.rosa.api.ActiveApplication;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Test kit: a code bundle made from Java source text, in memory.
 *
 * <pre>{@code
 * byte[] jar = CompiledBundle.of("net.example.Marker", "package net.example; public class …").jar();
 * }</pre>
 */
public final class CompiledBundle {

  private final Map<String, String> attributes = new LinkedHashMap<>();
  private final Map<String, String> sources = new LinkedHashMap<>();
  private final Map<String, byte[]> files = new LinkedHashMap<>();
  private String release = "17";

  private CompiledBundle() {}

  /** A bundle whose entry class is this one, compiled from {@code source}. */
  public static CompiledBundle of(String className, String source) {
    return new CompiledBundle().attribute("Rosa-Entry-Class", className).source(className, source);
  }

  /** A bundle whose class {@code net.example.App} has {@code body} in its {@code onPacket}. */
  public static CompiledBundle onPacket(String body) {
    return of(
        "net.example.App",
        """
        package net.example;
        import dev.rosa.api.*;
        public class App implements ActiveApplication {
          @Override public void onPacket(Packet packet) {
            %s
          }
        }
        """
            .formatted(body));
  }

  /** Adds a class to compile. */
  public CompiledBundle source(String className, String source) {
    sources.put(className, source);
    return this;
  }

  /** Adds an attribute to the manifest; null takes one out. */
  public CompiledBundle attribute(String name, String value) {
    if (value == null) {
      attributes.remove(name);
    } else {
      attributes.put(name, value);
    }
    return this;
  }

  /** Adds a file that is not compiled, or replaces a compiled one. */
  public CompiledBundle file(String path, byte[] content) {
    files.put(path, content);
    return this;
  }

  /** Compiles for another release of the language than 17. */
  public CompiledBundle release(int newRelease) {
    release = Integer.toString(newRelease);
    return this;
  }

  /** Compiled class files by path. */
  public Map<String, byte[]> classFiles() {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter problems = new StringWriter();
    try (ClassFiles output = new ClassFiles(compiler)) {
      List<JavaFileObject> units = new ArrayList<>();
      sources.forEach((name, text) -> units.add(new SourceText(name, text)));
      List<String> options =
          List.of("--release", release, "-g", "-Xlint:none", "-cp", apiPath(), "-proc:none");
      if (!compiler.getTask(problems, output, null, options, null, units).call()) {
        throw new IllegalArgumentException("the test's source does not compile: " + problems);
      }
      return output.bytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The jar: manifest, classes, other files; the same bytes each time. */
  public byte[] jar() {
    Map<String, byte[]> all = new LinkedHashMap<>();
    StringBuilder manifest = new StringBuilder("Manifest-Version: 1.0\r\n");
    attributes.forEach((name, value) -> manifest.append(name + ": " + value + "\r\n"));
    all.put(
        "META-INF/MANIFEST.MF",
        manifest.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
    all.putAll(classFiles());
    all.putAll(files);
    return zip(all);
  }

  /** A jar of these files. */
  public static byte[] zip(Map<String, byte[]> files) {
    return zip(files, Deflater.DEFAULT_COMPRESSION);
  }

  /** A jar of these files that is not compressed, and so made fast. */
  public static byte[] zipUncompressed(Map<String, byte[]> files) {
    return zip(files, Deflater.NO_COMPRESSION);
  }

  private static byte[] zip(Map<String, byte[]> files, int level) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.setLevel(level);
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        ZipEntry entry = new ZipEntry(file.getKey());
        entry.setTimeLocal(LocalDateTime.of(2026, 1, 1, 0, 0));
        zip.putNextEntry(entry);
        zip.write(file.getValue());
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static String apiPath() {
    try {
      URI place =
          ActiveApplication.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      return Path.of(place).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class SourceText extends SimpleJavaFileObject {
    private final String text;

    SourceText(String className, String text) {
      super(URI.create("string:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static final class ClassFile extends SimpleJavaFileObject {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    ClassFile(String className) {
      super(URI.create("bytes:///" + className.replace('.', '/') + ".class"), Kind.CLASS);
    }

    @Override
    public OutputStream openOutputStream() {
      return bytes;
    }
  }

  private static final class ClassFiles extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ClassFile> files = new LinkedHashMap<>();

    ClassFiles(JavaCompiler compiler) {
      super(compiler.getStandardFileManager(null, null, null));
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject at) {
      if (location != StandardLocation.CLASS_OUTPUT) {
        throw new IllegalStateException("unexpected output to " + location);
      }
      return files.computeIfAbsent(className.replace('.', '/') + ".class", ClassFile::new);
    }

    Map<String, byte[]> bytes() {
      Map<String, byte[]> bytes = new LinkedHashMap<>();
      files.forEach((path, file) -> bytes.put(path, file.bytes.toByteArray()));
      return bytes;
    }
  }
}
