package dev.rosa.client.command.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.client.command.CommandContext;
import dev.rosa.client.command.CommandFailedException;
import dev.rosa.client.command.CommandFrame;
import dev.rosa.client.command.OutputOptions;
import dev.rosa.client.demo.DemoFiles;
import dev.rosa.client.demo.node.EdgeNodes;
import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.demo.progress.ProgressLog;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Internal command of {@code ./rosa lab --firewall}: it runs the edge machine's processes. */
@Command(
    name = "lab-edge",
    hidden = true,
    description =
        "Starts the web service and the firewall plane of ./rosa lab --firewall, prints their"
            + " pids, and ends them when standard input ends.")
public final class LabEdgeCommand implements Callable<Integer> {

  @Option(names = "--dir", required = true, paramLabel = "DIR", description = "an empty folder")
  private Path directory;

  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws Exception {
    try (EdgeNodes nodes =
        EdgeNodes.create(
            directory.toAbsolutePath(), DemoFiles.builtHome(), new ProgressLog(output.err()))) {
      Thread atExit = new Thread(nodes::close, "end-nodes");
      Runtime.getRuntime().addShutdownHook(atExit);
      nodes.startWeb();
      nodes.startPlane();
      ObjectNode pids = CommandContext.JSON.createObjectNode();
      nodes.pids().forEach(pids::put);
      // On one line: the script reads one.
      output.line(pids.toString());
      while (System.in.read() >= 0) {
        // Input has no meaning; its end tells that the script is gone.
      }
      return CommandFrame.OK;
    } catch (DemoException e) {
      if (!e.details().isEmpty()) {
        output.err().println(e.details());
      }
      throw CommandFailedException.failed(e.getMessage());
    }
  }
}
