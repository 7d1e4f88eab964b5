package dev.rosa.bench.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Description of the machine of a measurement, for reports: CPU, cores, system, JVM.
 *
 * @param cpu its model, as the system names it
 * @param cores that this process may use
 * @param features of the instruction set that matter to crypto
 * @param system name, version and architecture
 * @param jvm name and version
 */
public record Machine(String cpu, int cores, Set<String> features, String system, String jvm) {

  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
  private static final Set<String> INTERESTING =
      Set.of(
          "aes",
          "avx2",
          "avx512f",
          "avx512_ifma",
          "gfni",
          "pclmulqdq",
          "sha_ni",
          "vaes",
          "vpclmulqdq",
          "hypervisor");

  /** This one. */
  public static Machine here() {
    List<String> info = cpuInfo();
    Set<String> features = new TreeSet<>(Arrays.asList(field(info, "flags").split(" ")));
    features.retainAll(INTERESTING);
    String model = field(info, "model name");
    return new Machine(
        model.isEmpty() ? "unknown" : model,
        Runtime.getRuntime().availableProcessors(),
        features,
        property("os.name") + " " + property("os.version") + " " + property("os.arch"),
        property("java.vm.name") + " " + property("java.runtime.version"));
  }

  private static String property(String name) {
    return System.getProperty(name, "?");
  }

  private static List<String> cpuInfo() {
    try {
      return Files.readAllLines(CPU_INFO, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return List.of();
    }
  }

  private static String field(List<String> info, String name) {
    return info.stream()
        .filter(line -> line.startsWith(name) && line.contains(":"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("");
  }
}
