package dev.rosa.client.command.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.client.command.CommandContext;
import dev.rosa.client.command.CommandFailedException;
import dev.rosa.client.command.CommandFrame;
import dev.rosa.client.command.OutputOptions;
import dev.rosa.client.demo.DemoFiles;
import dev.rosa.client.demo.node.LabNodes;
import dev.rosa.client.demo.progress.DemoException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Internal command of {@code ./rosa lab}: it runs the lab's nodes, in network namespaces that the
 * script has made.
 */
@Command(
    name = "lab-nodes",
    hidden = true,
    description =
        "Starts the nodes of ./rosa lab in its namespaces, prints their pids, and ends them when"
            + " standard input ends.")
public final class LabNodesCommand implements Callable<Integer> {

  @Option(
      names = "--dir",
      required = true,
      paramLabel = "DIR",
      description = "an empty folder for identities, configurations and logs")
  private Path directory;

  @Option(
      names = "--bundle",
      paramLabel = "NAME=FILE",
      description = "a further code to publish; may be repeated")
  private Map<String, Path> bundles = new TreeMap<>();

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "1",
      description = "of each router (default: ${DEFAULT-VALUE})")
  private int workers;

  @Option(
      names = "--servers",
      paramLabel = "N",
      defaultValue = "1",
      description = "of each role: 1, or 2 on PostgreSQL (default: ${DEFAULT-VALUE})")
  private int servers;

  @Option(names = "--no-routers", description = "r1 and r2 only forward")
  private boolean noRouters;

  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws Exception {
    if (servers != 1 && servers != 2) {
      throw CommandFailedException.usage("--servers is %d, expected 1 or 2".formatted(servers));
    }
    Map<String, Path> codes = codes();
    try {
      LabNodes.Settings settings =
          new LabNodes.Settings(
              directory.toAbsolutePath(),
              DemoFiles.builtHome(),
              codes,
              !noRouters,
              workers,
              servers);
      run(settings);
      return CommandFrame.OK;
    } catch (DemoException e) {
      if (!e.details().isEmpty()) {
        output.err().println(e.details());
      }
      throw CommandFailedException.failed(e.getMessage());
    }
  }

  private Map<String, Path> codes() throws CommandFailedException {
    Map<String, Path> codes = new TreeMap<>();
    for (Map.Entry<String, Path> bundle : bundles.entrySet()) {
      if (!Files.isRegularFile(bundle.getValue())) {
        throw CommandFailedException.usage(
            "--bundle %s=%s: no such file, expected a jar"
                .formatted(bundle.getKey(), bundle.getValue()));
      }
      codes.put(bundle.getKey(), bundle.getValue().toAbsolutePath());
    }
    return codes;
  }

  private void run(LabNodes.Settings settings)
      throws DemoException, IOException, InterruptedException {
    try (LabNodes nodes = LabNodes.start(settings, output.err())) {
      Thread atExit = new Thread(nodes::close, "end-nodes");
      Runtime.getRuntime().addShutdownHook(atExit);
      ObjectNode pids = CommandContext.JSON.createObjectNode();
      nodes.pids().forEach(pids::put);
      // On one line: the script reads one.
      output.line(pids.toString());
      while (System.in.read() >= 0) {
        // Input has no meaning; its end tells that the script is gone.
      }
    }
  }
}
