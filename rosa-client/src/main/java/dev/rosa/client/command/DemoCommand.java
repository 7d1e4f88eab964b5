package dev.rosa.client.command;

import dev.rosa.client.demo.Demo;
import dev.rosa.client.demo.DemoFiles;
import dev.rosa.client.demo.DemoReport;
import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.demo.progress.Interruption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code rosa demo}: a whole domain on this machine, then attacks on it. */
@Command(
    name = "demo",
    description = {
      "Shows ROSA on this machine: audio through two active routers, then attacks on them.",
      "",
      "Starts an Authorization Server, a Code Server, two routers, a Source and a Destination as"
          + " processes, needs no privileges, and ends them again. ./rosa demo puts them into the"
          + " network namespaces of ./rosa lab, on the kernel's own packet path, where those can be"
          + " had, and connects them by overlay links on the loopback elsewhere. What happens is"
          + " told on standard error, the result is a table on standard output. Exit code 0 only"
          + " if the audio arrived bit-exact and every attack was refused."
    },
    footer = {"", "Examples:", "  rosa demo", "  rosa demo --audio speech.wav --keep demo-domain"})
public final class DemoCommand implements Callable<Integer> {
  private static final int MELODY_SECONDS = 5;
  private static final int MOST_SECONDS = 600;

  @Option(
      names = "--audio",
      paramLabel = "FILE",
      description = "what to send: WAV, AIFF or AU (default: a melody is made)")
  private Path audio;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "of audio at most, 1 to 600 (default: 5, with --audio 600)")
  private Integer seconds;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description =
          "a new or empty directory for identities, configurations, logs and received.wav, which"
              + " stays (default: a temporary one; received.wav goes to the current directory)")
  private Path keep;

  @Option(names = "--overlay", description = "on the loopback, also where ./rosa lab could be had")
  private boolean overlay;

  @Option(names = "--in-lab", hidden = true, description = "on src of ./rosa lab --no-nodes")
  private boolean lab;

  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws Exception {
    int most = seconds == null ? (audio == null ? MELODY_SECONDS : MOST_SECONDS) : seconds;
    if (most < 1 || most > MOST_SECONDS) {
      throw CommandFailedException.usage("--seconds must be 1 to " + MOST_SECONDS);
    }
    Interruption interruption = Interruption.await(output.err());
    try {
      return show(most, interruption) ? CommandFrame.OK : CommandFrame.FAILED;
    } catch (DemoException e) {
      if (interruption.isTheCause()) {
        return CommandFrame.FAILED;
      }
      say(e.details());
      throw e.isBadInput()
          ? CommandFailedException.usage(e.getMessage())
          : CommandFailedException.failed(e.getMessage());
    } finally {
      interruption.close();
    }
  }

  private boolean show(int most, Interruption interruption)
      throws DemoException, IOException, InterruptedException {
    DemoFiles files = DemoFiles.prepare(Optional.ofNullable(keep));
    interruption.undoBy(files::abandon);
    Demo.Settings settings =
        new Demo.Settings(Optional.ofNullable(audio), most, files, lab && !overlay);
    DemoReport report;
    try {
      report = Demo.run(settings, output.err(), interruption);
    } catch (DemoException e) {
      if (e.isBadInput()) {
        files.discard();
      } else if (!interruption.isTheCause()) {
        sayWhereFilesAre(files);
      }
      throw e;
    }
    if (!report.isSuccess() && interruption.isTheCause()) {
      return false;
    }
    if (output.json()) {
      output.json(report.toJson(CommandContext.JSON));
    } else {
      output.line("");
      output.line(report.toText().stripTrailing());
    }
    if (report.isSuccess()) {
      files.discard();
    } else {
      sayWhereFilesAre(files);
    }
    return report.isSuccess();
  }

  private void sayWhereFilesAre(DemoFiles files) {
    say("logs and configurations are in " + files.directory());
  }

  private void say(String lines) {
    if (!lines.isEmpty()) {
      output.err().println(lines);
    }
  }
}
