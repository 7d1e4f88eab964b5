package dev.rosa.firewall.plane.layer.nft;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A network of its own, in which its creator is root: a machine {@code v} with an enforcement, and
 * two others, {@code a} and {@code b}, all at one switch. It ends with this JVM at the latest.
 */
public final class BanNetwork implements AutoCloseable {

  private static final String LAYOUT =
      """
      mount -t tmpfs tmpfs /run
      mkdir -p /run/netns
      ip link set lo up
      ip netns add sw
      ip -n sw link add bridge0 type bridge
      ip -n sw link set bridge0 up
      number=1
      for one in v a b; do
        ip netns add $one
        ip -n sw link add to-$one type veth peer name eth0 netns $one
        ip -n sw link set to-$one master bridge0 up
        ip -n $one link set lo up
        ip -n $one link set eth0 address 02:00:00:00:00:0$number up
        ip -n $one addr add 10.0.0.$number/24 dev eth0
        ip -n $one addr add fd00::$number/64 dev eth0 nodad
        number=$((number + 1))
      done
      ip -n a addr add 10.0.0.20/24 dev eth0
      echo up
      exec cat
      """;

  private final Process holder;
  private final List<Program> programs = new ArrayList<>();

  private BanNetwork(Process holder) {
    this.holder = holder;
  }

  /** Makes one. */
  public static BanNetwork create() throws IOException {
    Process holder =
        new ProcessBuilder("unshare", "-Urnm", "sh", "-ec", LAYOUT)
            .redirectErrorStream(true)
            .start();
    String first = reader(holder).readLine();
    if (!"up".equals(first)) {
      holder.destroyForcibly();
      throw new IOException("no network can be made here: " + first);
    }
    return new BanNetwork(holder);
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** A command that runs on a machine. */
  public List<String> inside(String machine, String... command) {
    List<String> all = new ArrayList<>();
    all.addAll(List.of("nsenter", "-t", Long.toString(holder.pid()), "-U", "-n", "-m"));
    all.addAll(List.of("--preserve-credentials", "--", "nsenter", "--net=/run/netns/" + machine));
    all.addAll(Arrays.asList(command));
    return all;
  }

  /** What a shell's line on a machine printed. */
  public String shell(String machine, String line) throws Exception {
    Outcome outcome = run(machine, line);
    if (outcome.exit() != 0) {
      throw new AssertionError(line + " ended with " + outcome.exit() + ":\n" + outcome.said());
    }
    return outcome.said();
  }

  /** End of a shell's line. */
  public record Outcome(int exit, String said) {}

  /** Runs a shell's line on a machine. */
  public Outcome run(String machine, String line) throws Exception {
    Process process =
        new ProcessBuilder(inside(machine, "bash", "-c", line)).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return new Outcome(process.waitFor(), said);
  }

  /** True if machine {@code a} or {@code b} gets an answer, however long that takes. */
  public boolean reaches(String machine, String address) throws Exception {
    return run(machine, "ping -n -c 1 -w 30 " + address).exit() == 0;
  }

  /** True if a machine gets no answer to a few packets. */
  public boolean isDropped(String machine, String address) throws Exception {
    return run(machine, "ping -n -c 2 -i 0.2 -W 1 " + address).exit() != 0;
  }

  /** True if a line comes back over {@code tcp} or {@code udp} within some seconds. */
  boolean echoes(String machine, String protocol, String address, int seconds) throws Exception {
    String line =
        "exec 3<>/dev/%s/%s/%d && for i in 1 2 3 4 5; do echo hello >&3; done && head -c 6 <&3";
    return run(
            machine,
            "timeout %d bash -c '%s'"
                .formatted(seconds, line.formatted(protocol, address, EchoServers.PORT)))
        .said()
        .contains("hello");
  }

  /** Starts an enforcement on machine {@code v}, and servers beside it. */
  Program enforcement() throws IOException {
    return start("v", "servers");
  }

  /** Starts another enforcement on machine {@code v}. */
  Program otherEnforcement() throws IOException {
    return start("v", "alone");
  }

  /** Starts an enforcement on the switch. */
  Program enforcementOnSwitch() throws IOException {
    return start("sw", "alone");
  }

  private Program start(String machine, String kind) throws IOException {
    return program(machine, EnforcementProgram.class, "-Xmx512m", kind);
  }

  /**
   * Starts a program on a machine, which says {@code ready} and then answers each line with a line.
   *
   * @param memory its heap, such as {@code -Xmx256m}
   */
  public Program program(String machine, Class<?> main, String memory, String... arguments)
      throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command =
        new ArrayList<>(
            inside(
                machine,
                java,
                memory,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classes,
                main.getName()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Program program = new Program(process, reader(process));
    programs.add(program);
    String first = program.line();
    if (!first.equals("ready")) {
      throw new IOException("the enforcement does not start: " + first);
    }
    return program;
  }

  /** An enforcement that runs. */
  public record Program(Process process, BufferedReader answers) {

    private String line() throws IOException {
      String line = answers.readLine();
      while (line != null && line.contains(" DEBUG ")) {
        line = answers.readLine();
      }
      return String.valueOf(line);
    }

    /** Its answer to a line. */
    public String say(String line) throws IOException {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
      return line();
    }

    /** Does a line that has to succeed. */
    public void done(String line) throws IOException {
      String answer = say(line);
      if (!answer.equals("done")) {
        throw new AssertionError(line + ": " + answer);
      }
    }

    /** Kills it without a warning. */
    public void kill() throws InterruptedException {
      process.destroyForcibly().waitFor();
    }
  }

  @Override
  public void close() {
    programs.forEach(program -> program.process().destroyForcibly());
    holder.destroyForcibly();
  }
}
