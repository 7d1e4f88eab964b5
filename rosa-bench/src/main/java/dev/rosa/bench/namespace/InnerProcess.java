package dev.rosa.bench.namespace;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The bench's second process, in namespaces of its own: there any user may lay out networks, and
 * all of it goes with the process. It runs the same command of the bench once more. Stateless.
 */
public final class InnerProcess {

  private static final String INSIDE = "rosa.bench.inside";
  private static final String CORES = "rosa.bench.cores";

  private InnerProcess() {}

  /** True in that process. */
  public static boolean isHere() {
    return Boolean.getBoolean(INSIDE);
  }

  /**
   * Options of {@code unshare} for a network of its own: with users of its own, too, but for root,
   * who may do more without.
   */
  public static String ownNetwork() {
    return hasAllRights() ? "-nm" : "-Urnm";
  }

  private static boolean hasAllRights() {
    try {
      boolean isRoot = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
      String users = Files.readString(Path.of("/proc/self/uid_map"));
      return isRoot && users.strip().matches("0\\s+0\\s+4294967295");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Starts it and waits for its end; returns its exit code.
   *
   * @param namespaces options of {@code unshare}
   * @param flags more flags of its JVM
   * @param arguments of the bench's main class
   */
  public static int run(String namespaces, List<String> flags, List<String> arguments)
      throws IOException, InterruptedException {
    SystemTools.require();
    Cores cores = Cores.find();
    List<String> command = new ArrayList<>(List.of("unshare", namespaces));
    command.addAll(cores.onTraffic(again()));
    command.addAll(flags);
    command.addAll(List.of("-D" + CORES + "=" + cores.traffic() + "," + cores.router(), "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add("dev.rosa.bench.Bench");
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    // Folders of nft and other tools, which are not on every user's path.
    builder.environment().merge("PATH", "/usr/sbin:/sbin", (path, more) -> path + ":" + more);
    Process inside = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(inside::destroy, "end of the inner process"));
    return inside.waitFor();
  }

  /** The Java that runs this, with its options. */
  private static List<String> again() {
    List<String> java = new ArrayList<>();
    java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    java.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    java.add("-D" + INSIDE + "=true");
    return java;
  }

  /**
   * Lays out the network, in that process; its end always ends those that it has started.
   *
   * @return the cores that the outer process found
   */
  public static Cores begin() throws IOException {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy),
                "end of what was started"));
    BenchNetwork.lay();
    String[] numbers = System.getProperty(CORES).split(",");
    return new Cores(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
  }
}
