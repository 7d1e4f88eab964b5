package dev.rosa.bench.namespace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * CPU cores of the bench: one for sender, receiver and all else, another for what is measured.
 *
 * @param traffic number of the one
 * @param router number of the other
 */
public record Cores(int traffic, int router) {

  private static final String FIELD = "Cpus_allowed_list:";

  /**
   * The first and the last core that this process may use.
   *
   * @throws IOException if there is only one
   */
  public static Cores find() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith(FIELD)) {
        return of(line.substring(FIELD.length()).strip());
      }
    }
    throw new IOException("/proc/self/status does not say which cores there are");
  }

  /** Of a list such as {@code 0-3,8}. */
  public static Cores of(String list) throws IOException {
    List<Integer> numbers = new ArrayList<>();
    for (String part : list.split("[,-]")) {
      numbers.add(Integer.parseInt(part));
    }
    Cores cores = new Cores(numbers.get(0), numbers.get(numbers.size() - 1));
    if (cores.traffic == cores.router) {
      throw new IOException("this takes two cores, one for the router and one for its traffic");
    }
    return cores;
  }

  /** Puts {@code taskset} before a command that is measured. */
  public List<String> onRouter(List<String> command) {
    return pinned(router, command);
  }

  /** Puts {@code taskset} before a command that is not. */
  public List<String> onTraffic(List<String> command) {
    return pinned(traffic, command);
  }

  private static List<String> pinned(int core, List<String> command) {
    List<String> all = new ArrayList<>(List.of("taskset", "-c", Integer.toString(core)));
    all.addAll(command);
    return all;
  }
}
