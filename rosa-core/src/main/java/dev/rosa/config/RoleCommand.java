package dev.rosa.config;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command line that every role has: {@code --config FILE}, {@code --validate}, {@code
 * --version}, {@code --help}; serves until SIGTERM.
 *
 * <p>Exit codes: 0 done (also after SIGTERM), 1 failed or refused, 2 usage or bad configuration. An
 * error is one line on standard error. A role is a subclass with {@code @Command(name = "rosa-as")}
 * whose {@code main} calls {@link #run}.
 */
public abstract class RoleCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(RoleCommand.class);

  /** The configuration file. */
  @Option(
      names = "--config",
      paramLabel = "FILE",
      required = true,
      description = "The configuration, an XML file.")
  protected Path config;

  @Option(
      names = "--validate",
      description = "Check the configuration and what it names, then exit.")
  private boolean validateOnly;

  /** Filled in by picocli. */
  @Spec protected CommandSpec spec;

  /** For subclasses. */
  protected RoleCommand() {}

  /** Checks the configuration and everything it names without serving. */
  protected abstract void validate() throws Exception;

  /**
   * Starts to serve and returns at once; logs its ready line.
   *
   * @return what ends it, called once, at SIGTERM
   */
  protected abstract AutoCloseable start() throws Exception;

  @Override
  public Integer call() throws Exception {
    if (validateOnly) {
      validate();
      out().println(config + ": valid");
      return 0;
    }
    serve(start());
    return 0;
  }

  /** Where results go. */
  protected PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Keeps the process alive until SIGTERM or SIGINT, then closes the role in order. */
  private void serve(AutoCloseable role) throws InterruptedException {
    Thread serving = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(role), "stop"));
    while (serving.isAlive()) {
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  /** Runs in the shutdown hook; halting there is the only way to end a signalled JVM with 0. */
  private static void stop(AutoCloseable role) {
    int status = 0;
    try {
      role.close();
      LOG.info("stopped");
    } catch (Exception e) {
      LOG.error("did not stop cleanly: {}", Commands.oneLine(e));
      status = 1;
    }
    Runtime.getRuntime().halt(status);
  }

  /** Runs a role's command line; does not return. */
  public static void run(RoleCommand role, String... args) {
    System.exit(execute(role, args));
  }

  /** Runs a role's command line and returns its exit code. */
  public static int execute(RoleCommand role, String... args) {
    return Commands.commandLine(role).execute(args);
  }
}
