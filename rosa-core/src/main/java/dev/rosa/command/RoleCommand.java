package dev.rosa.command;

import dev.rosa.config.ConfigException;
import dev.rosa.config.Problems;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command line that every role has: {@code --config FILE}, {@code --validate}, {@code
 * --version}, {@code --help}; serves until SIGTERM, and goes on after SIGHUP.
 *
 * <p>Exit codes: 0 done (also after SIGTERM), 1 failed or refused, 2 usage or bad configuration. An
 * error is one line on standard error, and so is each mistake of a configuration. A role is a
 * subclass with {@code @Command(name = "rosa-as")} whose {@code main} calls {@link #run}.
 */
public abstract class RoleCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(RoleCommand.class);

  /** Time between the ready line and the end of {@link #start}, on a slow machine. */
  private static final long ALMOST_READY_SECONDS = 3;

  /** Time in which a role that has failed is closed in order. */
  private static final long FAILING_SECONDS = 10;

  private static final int FAILED = 1;

  private static volatile boolean failed;

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

  /** Tells whether its commands read a configuration of their own choice if none is named. */
  protected boolean hasUsualConfig() {
    return false;
  }

  /** Checks the configuration and everything it names, and reports; changes nothing. */
  protected abstract void validate(Problems problems);

  /**
   * Starts to serve and returns at once; logs its ready line.
   *
   * @return what ends it, called once, at SIGTERM
   */
  protected abstract AutoCloseable start() throws Exception;

  @Override
  public Integer call() throws Exception {
    if (validateOnly) {
      Problems found = new Problems(config);
      validate(found);
      print(found);
      return 0;
    }
    serve();
    return 0;
  }

  private void print(Problems found) throws ConfigException {
    found.requireNoErrors();
    String name = spec.qualifiedName();
    PrintWriter err = spec.commandLine().getErr();
    found.all().forEach(warning -> err.println(name + ": " + warning));
    out().println(config + ": " + found.verdict());
  }

  /** Output of results. */
  protected PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Prints one line of a result. */
  public final void print(String line) {
    out().println(line);
  }

  /** Serves until SIGTERM or SIGINT, then closes the role in order. */
  private void serve() throws Exception {
    CompletableFuture<AutoCloseable> role = new CompletableFuture<>();
    // Before the ready line: its reader may end this process at once.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(role), "stop"));
    try {
      role.complete(start());
    } finally {
      role.cancel(false);
    }
    Thread serving = Thread.currentThread();
    while (serving.isAlive()) {
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  /** Runs in the shutdown hook; a role that does not serve yet has nothing to be closed. */
  private static void stop(CompletableFuture<AutoCloseable> starting) {
    try {
      stop(starting.get(ALMOST_READY_SECONDS, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | CancellationException | TimeoutException e) {
      LOG.debug("ended before it was ready", e);
    }
  }

  /** Halting is the only way to end a signalled JVM with 0. */
  private static void stop(AutoCloseable role) {
    int status = failed ? FAILED : 0;
    try {
      role.close();
      LOG.info("stopped");
    } catch (Exception e) {
      LOG.error("did not stop cleanly: {}", ConfigException.oneLine(e));
      status = FAILED;
    }
    Runtime.getRuntime().halt(status);
  }

  /**
   * Ends a role that cannot go on: it is closed in order, and the process ends with exit code 1, so
   * that a service manager starts it again. Any thread may call this; it does not return.
   */
  public static void fail() {
    failed = true;
    Thread bound = new Thread(RoleCommand::haltLater, "failing");
    bound.setDaemon(true);
    bound.start();
    System.exit(FAILED);
  }

  private static void haltLater() {
    try {
      TimeUnit.SECONDS.sleep(FAILING_SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(FAILED);
  }

  /** Runs a role's command line, whether its terminal stays open or not; does not return. */
  public static void run(RoleCommand role, String... args) {
    FatalErrors.endProcess();
    // A node that still starts is to survive as well.
    HangUp.survive(() -> LOG.info(HangUp.LINE));
    System.exit(execute(role, args));
  }

  /** Runs a role's command line and returns its exit code. */
  public static int execute(RoleCommand role, String... args) {
    return Commands.commandLine(role).execute(args);
  }
}
