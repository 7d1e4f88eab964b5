package dev.rosa.client.demo;

import dev.rosa.client.demo.node.ClassArchives;
import dev.rosa.client.process.JavaHome;
import dev.rosa.kernel.process.PrivateJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The jars that a user runs, where the build leaves them, and how tests start them: as the demo
 * does, with what it has kept of their classes if it has run since the build. Stateless.
 */
public final class RoleJars {

  private static final Path HOME =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();

  public static final Path AS = jar("rosa-as", "rosa-as");
  public static final Path CODE_SERVER = jar("rosa-codeserver", "rosa-codeserver");
  public static final Path ROUTER = jar("rosa-router", "rosa-router");
  public static final Path CLIENT = jar("rosa-client", "rosa");

  private RoleJars() {}

  private static Path jar(String module, String name) {
    return HOME.resolve(module).resolve("target/" + name + ".jar");
  }

  /** {@code java -jar JAR ARGUMENTS…} on the Java that runs the tests. */
  public static List<String> command(Path jar, List<String> arguments) {
    return command(jar, archived(jar), arguments);
  }

  /** Options for what a demo has kept of a jar's classes; empty if none has run since the build. */
  public static List<String> archived(Path jar) {
    return new ClassArchives(HOME, false).options(jar);
  }

  /** The same with other options for the archive of its classes. */
  public static List<String> command(Path jar, List<String> archive, List<String> arguments) {
    if (!Files.exists(jar)) {
      throw new IllegalStateException(jar + " is missing; run mvn verify at the root");
    }
    List<String> flags = new ArrayList<>();
    flags.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m"));
    flags.add(PrivateJvm.OPTION);
    flags.addAll(archive);
    return JavaHome.current().command(flags, jar, arguments);
  }
}
