package dev.rosa.client.process;

import dev.rosa.config.HostPort;
import dev.rosa.config.StorageLocation;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * PostgreSQL server of the system's programs, as it is by default: durable. A superuser of it runs
 * programs as the user who started it. So it has a password on addresses that other users of the
 * machine reach. {@link #close} ends it and removes its data. Owned by one thread.
 */
public final class TemporaryPostgres implements AutoCloseable {

  private static final Path PACKAGED = Path.of("/usr/lib/postgresql");
  private static final int PASSWORD_BYTES = 24;
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");
  private static final Pattern READY = Pattern.compile("ready to accept connections");

  private final Path data;
  private final HostPort address;
  private final Path passwords;
  private RunningProgram server;

  private TemporaryPostgres(Path data, HostPort address) {
    this.data = data;
    this.address = address;
    this.passwords = data.resolveSibling(data.getFileName() + ".pgpass");
  }

  /**
   * Makes an empty server on a free port of the loopback, and starts it. Clients need {@link
   * #passwords}.
   *
   * @param data folder that is made for it
   * @throws IOException in one line if the system has no PostgreSQL
   */
  public static TemporaryPostgres start(Path data) throws IOException, InterruptedException {
    return start(data, HostPort.parse(FreePorts.find(1).next()), true);
  }

  /** The same without a password, at an address of a network namespace that is the caller's. */
  public static TemporaryPostgres startInOwnNetwork(Path data, HostPort address)
      throws IOException, InterruptedException {
    return start(data, address, false);
  }

  private static TemporaryPostgres start(Path data, HostPort address, boolean hasPassword)
      throws IOException, InterruptedException {
    Path programs = programs();
    TemporaryPostgres postgres = new TemporaryPostgres(Files.createDirectory(data), address);
    try {
      Path initdb = programs.resolve("initdb");
      if (hasPassword) {
        postgres.initialiseWithPassword(initdb);
      } else {
        postgres.initialise(initdb, "trust");
      }
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

  private void initialiseWithPassword(Path initdb) throws IOException, InterruptedException {
    byte[] random = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(random);
    String password = HexFormat.of().formatHex(random);
    Files.createFile(passwords, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    Files.writeString(passwords, password + "\n");
    initialise(initdb, "scram-sha-256", "--pwfile", passwords.toString());
    Files.writeString(
        passwords, "%s:%d:*:rosa:%s%n".formatted(address.host(), address.port(), password));
  }

  private void initialise(Path initdb, String method, String... options)
      throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(List.of("-D", data.toString(), "-U", "rosa", "-A", method, "-E", "UTF8"));
    arguments.addAll(List.of(options));
    Program.Outcome made =
        Program.of("initdb", asUser(initdb, arguments.toArray(String[]::new))).run();
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

  /** The file of its password, as {@code PGPASSFILE} names one: {@code rw-------}. */
  public Path passwords() {
    return passwords;
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
    Files.deleteIfExists(passwords);
    try (Stream<Path> all = Files.walk(data)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
