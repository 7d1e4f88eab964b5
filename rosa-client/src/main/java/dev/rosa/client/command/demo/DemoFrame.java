package dev.rosa.client.command.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.client.command.CommandFailedException;
import dev.rosa.client.command.CommandFrame;
import dev.rosa.client.command.OutputOptions;
import dev.rosa.client.demo.DemoFiles;
import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.demo.progress.Interruption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Frame of the demos: their folder, an interruption, failures, and the report at the end. */
final class DemoFrame {

  private final OutputOptions output;

  DemoFrame(OutputOptions output) {
    this.output = output;
  }

  /** A demo, from its beginning to its report. */
  @FunctionalInterface
  interface Course {
    Report run(DemoFiles files, Interruption interruption)
        throws DemoException, IOException, InterruptedException;
  }

  /**
   * Report of a demo.
   *
   * @param success whether all was as it should be
   * @param text for people, several lines
   * @param json for programs
   */
  record Report(boolean success, String text, JsonNode json) {}

  /**
   * Runs a demo and prints its report.
   *
   * @param keep a new or empty folder that stays; null: a temporary one
   * @return the exit code
   */
  int run(Path keep, Course course)
      throws CommandFailedException, IOException, InterruptedException {
    Interruption interruption = Interruption.await(output.err());
    try {
      return show(keep, course, interruption) ? CommandFrame.OK : CommandFrame.FAILED;
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

  private boolean show(Path keep, Course course, Interruption interruption)
      throws DemoException, IOException, InterruptedException {
    DemoFiles files = DemoFiles.prepare(Optional.ofNullable(keep));
    interruption.undoBy(files::abandon);
    Report report = report(files, course, interruption);
    if (!report.success() && interruption.isTheCause()) {
      return false;
    }
    if (output.json()) {
      output.json(report.json());
    } else {
      output.line("");
      output.line(report.text().stripTrailing());
    }
    if (report.success()) {
      files.discard();
    } else {
      sayWhereFilesAre(files);
    }
    return report.success();
  }

  private Report report(DemoFiles files, Course course, Interruption interruption)
      throws DemoException, IOException, InterruptedException {
    try {
      return course.run(files, interruption);
    } catch (DemoException e) {
      if (e.isBadInput()) {
        files.discard();
      } else if (!interruption.isTheCause()) {
        sayWhereFilesAre(files);
      }
      throw e;
    }
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
