package dev.rosa.client.demo.node;

import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.process.JavaHome;
import dev.rosa.client.process.Program;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Commands that the demo's operator gives to the Authorization Server while it runs. One thread.
 */
public final class Operator {

  private static final List<String> BRIEF =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx96m");

  private final DemoDomain domain;

  public Operator(DemoDomain domain) {
    this.domain = domain;
  }

  /**
   * Runs {@code rosa as --config as.xml ARGUMENTS…}.
   *
   * @throws DemoException with its words if it fails
   */
  public void run(String... arguments) throws DemoException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("--config", domain.file("as.xml").toString()));
    all.addAll(Arrays.asList(arguments));
    List<String> command =
        JavaHome.current().command(BRIEF, domain.jar("rosa-as/target/rosa-as.jar"), all);
    try {
      Program.Outcome outcome = Program.of("operator", command).run();
      if (outcome.exit() != 0) {
        throw new DemoException(
            "rosa as " + String.join(" ", arguments) + " failed: " + outcome.said().strip());
      }
    } catch (IOException e) {
      throw DemoException.ofMachine(e);
    }
  }
}
