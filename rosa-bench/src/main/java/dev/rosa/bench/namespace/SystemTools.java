package dev.rosa.bench.namespace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Check of the system's programs that a bench in namespaces needs, and compilation of the bench's
 * own programs in C. Stateless.
 */
public final class SystemTools {

  private static final List<String[]> NEEDED =
      List.of(
          new String[] {"unshare", "util-linux"},
          new String[] {"taskset", "util-linux"},
          new String[] {"ip", "iproute2"},
          new String[] {"nft", "nftables"},
          new String[] {"gcc", "gcc libc6-dev"});

  private SystemTools() {}

  /**
   * Says in one line what is missing.
   *
   * @param more programs that a bench needs beside the usual ones, each of the package of its name
   * @throws IOException if anything is
   */
  public static void require(String... more) throws IOException {
    List<String> packages = new ArrayList<>();
    for (String[] tool : NEEDED) {
      if (!Shell.has(tool[0]) && !packages.contains(tool[1])) {
        packages.add(tool[1]);
      }
    }
    for (String tool : more) {
      if (!Shell.has(tool)) {
        packages.add(tool);
      }
    }
    if (!packages.isEmpty()) {
      throw new IOException(
          "missing here: apt-get install -y " + String.join(" ", packages) + ", then again");
    }
  }

  /** Compiles {@code rosa-bench/src/bench/c/NAME.c} into a folder. */
  public static Path compile(Path home, String name, Path folder)
      throws IOException, InterruptedException {
    Path source = home.resolve("rosa-bench/src/bench/c/" + name + ".c");
    if (!Files.isRegularFile(source)) {
      throw new IOException(source + " is not there");
    }
    Path program = folder.resolve(name);
    Shell.run(
        "gcc", "-std=c11", "-O2", "-Wall", "-Wextra", source.toString(), "-o", program.toString());
    return program;
  }
}
