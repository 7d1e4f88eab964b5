package dev.rosa.gcrypt;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Another JVM with the same classes: for decisions that a JVM makes once. */
final class ChildJvm {

  private ChildJvm() {}

  /** Output of the child's main method, and the JVM's complaints. */
  static String run(Class<?> main, String... options) throws IOException, InterruptedException {
    return run(main, Map.of(), options);
  }

  /** The same, with more in its environment. */
  static String run(Class<?> main, Map<String, String> environment, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(main.getName());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process child = builder.start();
    String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = child.waitFor();
    if (code != 0) {
      throw new IOException("the child ended with " + code + ": " + output);
    }
    return output;
  }
}
