package dev.rosa.bench.path.peer;

import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.Shell;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Programs of other projects that the bench compares with, and their build, each in a pinned
 * version. They are built once from their registries, into a folder outside the project; OpenVPN
 * and strongSwan are taken as the system has them.
 */
public final class Peers {

  private static final Path CHARON = Path.of("/usr/lib/ipsec/charon");
  private static final Path USER_SPACE_ESP =
      Path.of("/usr/lib/ipsec/plugins/libstrongswan-kernel-libipsec.so");

  private static final String NOT_BUILT = "was not built";
  private static final String BORINGTUN_VERSION = "0.7.1";

  /** Tool version that the crates in its lock file need ({@code time} 0.3.47). */
  private static final ToolVersion BORINGTUN_NEEDS = new ToolVersion("cargo", 1, 88);

  private static final String WIREGUARD_GO_VERSION = "v0.0.0-20260522210424-ecfc5a8d5446";

  /**
   * A program.
   *
   * @param file where it is, or would be
   * @param version for the report
   * @param absence why it is not there; empty if it is
   */
  record Program(Path file, String version, String absence) {
    void requireThere() throws AbsentException {
      if (!absence.isEmpty()) {
        throw new AbsentException(absence);
      }
    }
  }

  private final Path folder;

  /** Peers that are, or will be, in this folder. */
  public Peers(Path folder) {
    this.folder = folder;
  }

  /** Folder of the peers, present or not. */
  public Path folder() {
    return folder;
  }

  /** The folder that is used unless another one is named: {@code ~/.cache/rosa/peers}. */
  public static Path defaultFolder() {
    return Path.of(System.getProperty("user.home"), ".cache", "rosa", "peers");
  }

  Program boringtun() {
    Path file = folder.resolve("boringtun-" + BORINGTUN_VERSION + "/bin/boringtun-cli");
    String version = "boringtun-cli " + BORINGTUN_VERSION;
    return program(file, version, BORINGTUN_NEEDS.obstacle());
  }

  Program wireguardGo() {
    Path file = folder.resolve("wireguard-go-" + WIREGUARD_GO_VERSION + "/wireguard");
    String obstacle = Shell.has("go") ? "" : "needs go to be built";
    return program(file, "wireguard-go " + WIREGUARD_GO_VERSION, obstacle);
  }

  Program openVpn() {
    boolean there = Shell.has("openvpn") || Files.isExecutable(Path.of("/usr/sbin/openvpn"));
    return new Program(
        Path.of("openvpn"),
        "OpenVPN",
        there ? "" : "openvpn is not installed (apt-get install openvpn)");
  }

  Program strongSwan() {
    boolean there =
        Files.isExecutable(CHARON) && Files.exists(USER_SPACE_ESP) && Shell.has("swanctl");
    return new Program(
        CHARON,
        "strongSwan",
        there
            ? ""
            : "strongSwan with ESP in user space is not installed (apt-get install"
                + " strongswan-charon strongswan-swanctl libcharon-extra-plugins)");
  }

  private static Program program(Path file, String version, String obstacle) {
    if (Files.isExecutable(file)) {
      return new Program(file, version, "");
    }
    return new Program(file, version, version + " " + (obstacle.isEmpty() ? NOT_BUILT : obstacle));
  }

  /** Builds those that are not there yet; what fails is said and left out. Needs the network. */
  public void build(PrintStream out) throws InterruptedException {
    build(
        out,
        boringtun(),
        List.of("cargo", "install", "--quiet", "--locked", "-j1"),
        List.of("--version", BORINGTUN_VERSION, "--root", root(boringtun(), 2), "boringtun-cli"),
        Map.of());
    build(
        out,
        wireguardGo(),
        List.of("go", "install"),
        List.of("golang.zx2c4.com/wireguard@" + WIREGUARD_GO_VERSION),
        Map.of("GOBIN", root(wireguardGo(), 1), "GOFLAGS", "-p=1"));
  }

  private static String root(Program program, int levels) {
    Path path = program.file();
    for (int i = 0; i < levels; i++) {
      path = path.getParent();
    }
    return path.toAbsolutePath().toString();
  }

  private void build(
      PrintStream out,
      Program program,
      List<String> tool,
      List<String> arguments,
      Map<String, String> environment)
      throws InterruptedException {
    if (!program.absence().endsWith(NOT_BUILT)) {
      if (!program.absence().isEmpty()) {
        out.println("path: " + program.absence());
      }
      return;
    }
    out.println(
        "path: building " + program.version() + " into " + folder + ", once; this takes minutes");
    List<String> command = new ArrayList<>(tool);
    command.addAll(arguments);
    try {
      Files.createDirectories(folder);
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().putAll(environment);
      Path log = folder.resolve(tool.get(0) + ".log");
      Process process = builder.redirectOutput(log.toFile()).start();
      if (process.waitFor() != 0) {
        out.println("path: " + program.version() + " could not be built: see " + log);
      }
    } catch (IOException e) {
      out.println("path: " + program.version() + " could not be built: " + e.getMessage());
    }
  }
}
