package dev.rosa.bench.authorization;

import dev.rosa.client.process.RunningProgram;
import dev.rosa.control.v1.ServiceRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A measured server as a process under load, or several that share it, with the processor time that
 * they take.
 *
 * @param users that send requests
 */
record ServerProcess(String name, List<RunningProgram> processes, Callers users) {

  private static final double TICKS_PER_SECOND = 100;

  /** Places of user and system time in {@code /proc/PID/stat}, after the program's name. */
  private static final int USER_TIME = 11;

  private static final int SYSTEM_TIME = 12;

  /**
   * Result of a run.
   *
   * @param rate answers in a second
   * @param median milliseconds of an answer, p50
   * @param late the same, p99
   * @param cpuMillis processor time of all servers for an answer
   */
  record Reading(double rate, double median, double late, double cpuMillis) {
    private static Reading of(LoadRun.Answers answers, double cpuSeconds) {
      return new Reading(
          answers.rate(),
          answers.millis(0.5),
          answers.millis(0.99),
          1_000 * cpuSeconds / answers.count());
    }
  }

  /** Load on processes. */
  interface Load {
    LoadRun.Answers run() throws IOException, InterruptedException;
  }

  /** Sends requests for a time. */
  Reading measure(List<ServiceRequest> requests, int callers, double seconds)
      throws IOException, InterruptedException {
    return measure(processes, () -> users.run(requests, callers, seconds));
  }

  /** Puts a load on processes, and takes their processor time. */
  static Reading measure(List<RunningProgram> processes, Load load)
      throws IOException, InterruptedException {
    double before = cpuSeconds(processes);
    try {
      LoadRun.Answers answers = load.run();
      return Reading.of(answers, cpuSeconds(processes) - before);
    } catch (IOException e) {
      throw processes.stream()
          .filter(process -> !process.isAlive())
          .findFirst()
          .map(ended -> ended.failure("ended under load"))
          .orElse(e);
    }
  }

  private static double cpuSeconds(List<RunningProgram> processes) throws IOException {
    double seconds = 0;
    for (RunningProgram process : processes) {
      seconds += cpuSeconds(process);
    }
    return seconds;
  }

  private static double cpuSeconds(RunningProgram process) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]))
        / TICKS_PER_SECOND;
  }
}
