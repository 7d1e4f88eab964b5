package dev.rosa.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Foreign verifier of audit logs, {@code lab/audit-check}, on libraries of Go. Its modules come
 * from Go's cache or proxy, in the versions and with the checksums of its {@code go.sum}.
 */
public final class AuditCheck {

  private static final Path MODULE = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
  private static final Path SOURCE = MODULE.resolveSibling("lab/audit-check");
  private static final Path PROGRAM = MODULE.resolve("target/audit-check");

  private final List<String> options;

  private AuditCheck(List<String> options) {
    this.options = options;
  }

  /** Builds it; a test is skipped where there is no Go, or where its modules cannot be had. */
  public static AuditCheck built() throws IOException, InterruptedException {
    try {
      Outcome modules = go("mod", "download");
      assumeTrue(modules.exit() == 0, () -> "needs go: " + modules.said());
    } catch (IOException e) {
      assumeTrue(false, "needs go: " + e.getMessage());
    }
    Files.createDirectories(PROGRAM.getParent());
    Outcome build = go("build", "-mod=readonly", "-buildvcs=false", "-o", PROGRAM.toString(), ".");
    assertEquals(0, build.exit(), build::said);
    return new AuditCheck(List.of());
  }

  private static Outcome go(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("go"));
    command.addAll(List.of(arguments));
    return run(command);
  }

  private static Outcome run(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder program = new ProcessBuilder(command).redirectErrorStream(true);
    // Another version of Go is not fetched.
    program.directory(SOURCE.toFile()).environment().put("GOTOOLCHAIN", "local");
    Process process = program.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), said.strip());
  }

  /** Result of a run. */
  private record Outcome(int exit, String said) {}

  /** The same with another option, such as {@code --key}. */
  public AuditCheck with(String option, Object value) {
    List<String> more = new ArrayList<>(options);
    more.addAll(List.of(option, value.toString()));
    return new AuditCheck(List.copyOf(more));
  }

  private Outcome run(Object... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(PROGRAM.toString()));
    command.addAll(options);
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return run(command);
  }

  /** Requires that all holds; returns the lines that it prints. */
  public List<String> accept(Object... arguments) throws IOException, InterruptedException {
    Outcome outcome = run(arguments);
    assertEquals(0, outcome.exit(), outcome::said);
    return outcome.said().lines().toList();
  }

  /** Requires that something does not hold. */
  public void refuse(Object... arguments) throws IOException, InterruptedException {
    Outcome outcome = run(arguments);
    assertEquals(1, outcome.exit(), outcome::said);
    assertTrue(outcome.said().contains("refused: "), outcome::said);
  }
}
