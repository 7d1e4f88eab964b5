package dev.rosa.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.AllowListVerifier;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The application that authors copy builds outside of the project, with its jars alone. */
@Tag("jdk")
class TemplateTest {

  private static final Path HOME = Path.of("").toAbsolutePath().getParent();
  private static final Path TEMPLATE = HOME.resolve("examples/template");
  private static final String SOURCE = "src/main/java/net/example/SilenceDropper.java";
  private static final String TEST = "src/test/java/net/example/SilenceDropperTest.java";

  @TempDir Path directory;

  /** The jars of this project that its pom names. */
  private static List<Path> jars() throws Exception {
    String pom = Files.readString(TEMPLATE.resolve("pom.xml"));
    String version = value(pom, "<rosa.version>(.*)</rosa.version>");
    return Pattern.compile("<systemPath>(.*)</systemPath>")
        .matcher(pom)
        .results()
        .map(path -> path.group(1).replace("${rosa.home}", HOME.toString()))
        .map(path -> Path.of(path.replace("${rosa.version}", version)))
        .toList();
  }

  private static String value(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertTrue(matcher.find(), pattern);
    return matcher.group(1);
  }

  private void compile(String classPath, String... sources) {
    List<String> options = List.of("--release", "17", "-cp", classPath, "-d", directory.toString());
    List<String> files =
        Stream.of(sources).map(source -> TEMPLATE.resolve(source).toString()).toList();
    String[] all = Stream.concat(options.stream(), files.stream()).toArray(String[]::new);
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    assertEquals(
        0, ToolProvider.getSystemJavaCompiler().run(null, said, said, all), said::toString);
  }

  @Test
  void shouldBuildABundleThatEveryRouterRunsFromTheApiAlone() throws Exception {
    compile(jars().get(0).toString(), SOURCE);
    String entry = value(Files.readString(TEMPLATE.resolve("pom.xml")), "<Rosa-Entry-Class>(.*)</");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Rosa-Entry-Class", entry);
    ByteArrayOutputStream jar = new ByteArrayOutputStream();
    String file = entry.replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(jar, manifest)) {
      out.putNextEntry(new ZipEntry(file));
      out.write(Files.readAllBytes(directory.resolve(file)));
    }

    CodeBundle bundle = CodeBundle.open(jar.toByteArray(), BundleLimits.defaults());

    new AllowListVerifier().verify(bundle);
    assertEquals(entry, bundle.entryClass());
  }

  @Test
  void shouldFindTheTestKitInTheJarsThatItsPomNames() throws Exception {
    List<Path> jars = jars();
    jars.forEach(jar -> assertTrue(Files.exists(jar), jar + " is missing"));
    compile(jars.get(0) + ":" + jars.get(1) + ":" + jupiter(), SOURCE, TEST);
  }

  /** JUnit as these tests have it: the template's pom takes it from a repository. */
  private static String jupiter() {
    return System.getProperty("java.class.path");
  }

  @Test
  void shouldShowTheSameCodeInItsReadme() throws Exception {
    String readme = Files.readString(HOME.resolve("examples/README.md"));
    assertTrue(readme.contains("```java\n" + Files.readString(TEMPLATE.resolve(SOURCE)) + "```"));
  }
}
