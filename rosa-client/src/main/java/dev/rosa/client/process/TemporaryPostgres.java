package dev.rosa.client.process;

import dev.rosa.config.HostPort;
import dev.rosa.config.StorageLocation;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * PostgreSQL server of the system's programs, as it is by default: durable. It lets in anybody who
 * reaches its address. {@link #close} ends it and removes its data. Owned by one thread.
 */
public final class TemporaryPostgres implements AutoCloseable {

  private static final Path PACKAGED = Path.of("/usr/lib/postgresql");
  private static final Pattern READY = Pattern.compile("ready to accept connections");

  private final Path data;
  private final HostPort address;
  private RunningProgram server;

  private TemporaryPostgres(Path data, HostPort address) {
    this.data = data;
    this.address = address;
  }

  /**
   * Makes an empty server on a free port of the loopback, and starts it.
   *
   * @param data folder that is made for it
   * @throws IOException in one line if the system has no PostgreSQL
   */
  public static TemporaryPostgres start(Path data) throws IOException, InterruptedException {
    return start(data, HostPort.parse(FreePorts.find(1).next()));
  }

  /** The same at another address of the loopback. */
  public static TemporaryPostgres start(Path data, HostPort address)
      throws IOException, InterruptedException {
    Path programs = programs();
    TemporaryPostgres postgres = new TemporaryPostgres(Files.createDirectory(data), address);
    try {
      postgres.initialise(programs.resolve("initdb"));
      postgres.serve(programs.resolve("postgres"));
      return postgres;
    } catch (IOException | InterruptedException | RuntimeException e) {
      postgres.close();
      throw e;
    }
  }

  /** The folder of initdb and the server, in PATH or where distributions have them. */
  private static Path programs() throws IOException {
    List<Path> folders = new ArrayList<>();
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      folders.add(Path.of(folder));
    }
    if (Files.isDirectory(PACKAGED)) {
      try (Stream<Path> versions = Files.list(PACKAGED)) {
        versions
            .sorted(Comparator.reverseOrder())
            .map(version -> version.resolve("bin"))
            .forEach(folders::add);
      }
    }
    Optional<Path> found =
        folders.stream().filter(folder -> Files.isExecutable(folder.resolve("initdb"))).findFirst();
    return found
        .orElseThrow(
            () ->
                new IOException(
                    "no initdb in PATH or "
                        + PACKAGED
                        + ", expected an installed PostgreSQL (apt-get install postgresql)"))
        .resolve("initdb")
        .toRealPath()
        .getParent();
  }

  private void initialise(Path initdb) throws IOException, InterruptedException {
    Program.Outcome made =
        Program.of(
                "initdb",
                asUser(initdb, "-D", data.toString(), "-U", "rosa", "-A", "trust", "-E", "UTF8"))
            .run();
    if (made.exit() != 0) {
      throw new IOException("initdb failed: " + made.said());
    }
  }

  private void serve(Path postgres) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(asUser(postgres, "-D", data.toString()));
    command.addAll(List.of("-p", Integer.toString(address.port())));
    command.addAll(List.of("-c", "listen_addresses=" + address.host()));
    command.addAll(List.of("-c", "unix_socket_directories="));
    server = Program.of("postgres", command).start();
    String unused = server.await(READY);
  }

  /**
   * PostgreSQL refuses to run as root: in a user namespace of its own it is another user. There it
   * ends with this process, however that ends.
   */
  private static List<String> asUser(Path program, String... arguments) {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("unshare", "-U", "setpriv", "--pdeathsig", "INT"));
    }
    command.add(program.toString());
    command.addAll(List.of(arguments));
    return command;
  }

  /** Its only database. */
  public StorageLocation location() {
    return StorageLocation.parse("jdbc:postgresql://" + address + "/postgres?user=rosa", Path::of);
  }

  /** Without waiting for clients; its own processes end with it and write nothing afterwards. */
  private void endServer() throws IOException {
    try {
      if (server.isAlive()) {
        server.signal("INT");
        int unused = server.awaitExit();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      server.close();
    }
  }

  @Override
  public void close() throws IOException {
    if (server != null) {
      endServer();
    }
    try (Stream<Path> all = Files.walk(data)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
