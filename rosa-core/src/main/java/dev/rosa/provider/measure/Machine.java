package dev.rosa.provider.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Description of this machine, as far as a measurement of crypto engines depends on it. Immutable.
 *
 * @param cpu its model, as the kernel names it
 * @param cpuFlags what it can do, as the kernel lists it; empty where the kernel does not
 * @param cores that this process may use
 * @param jvm name and version
 */
public record Machine(String cpu, String cpuFlags, int cores, String jvm) {

  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  /** The machine that this runs on. */
  public static Machine here() {
    List<String> lines = cpuInfo();
    String model = value(lines, "model name");
    return new Machine(
        model.isEmpty() ? System.getProperty("os.arch") : model,
        value(lines, "flags"),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
  }

  /** One line for a person, e.g. {@code AMD EPYC, 2 cores, OpenJDK 64-Bit Server VM 17.0.16+8}. */
  public String summary() {
    return cpu + ", " + cores + (cores == 1 ? " core, " : " cores, ") + jvm;
  }

  private static List<String> cpuInfo() {
    try {
      return Files.readAllLines(CPU_INFO);
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Of the first processor; they are all alike. */
  private static String value(List<String> lines, String key) {
    return lines.stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("");
  }
}
