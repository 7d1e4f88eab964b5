package dev.rosa.endtoend;

import dev.rosa.config.HostPort;
import dev.rosa.storage.TestPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;

/** A real PostgreSQL server that can be started again with its data. One thread's. */
final class LabPostgres implements AutoCloseable {

  private final Path data;
  private final int port = HostPort.parse(LabAddresses.one()).port();
  private EmbeddedPostgres running;

  private LabPostgres(Path data) {
    this.data = data;
  }

  static LabPostgres start(Path data) throws IOException {
    LabPostgres server = new LabPostgres(data);
    server.start();
    return server;
  }

  private void start() throws IOException {
    running =
        TestPostgres.builder()
            .setDataDirectory(data)
            .setCleanDataDirectory(false)
            .setPort(port)
            .start();
  }

  /** Ends the server, and starts it again. */
  void restart() throws IOException {
    running.close();
    start();
  }

  /** Stops it (SIGSTOP): it keeps its connections and answers nothing. */
  void halt() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** Lets it go on. */
  void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String signal) throws IOException, InterruptedException {
    long first = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0));
    ProcessHandle postmaster = ProcessHandle.of(first).orElseThrow();
    List<String> command = new ArrayList<>(List.of("kill", "-" + signal, "" + first));
    postmaster.children().forEach(child -> command.add("" + child.pid()));
    int unused = new ProcessBuilder(command).start().waitFor();
  }

  String url() {
    return running.getJdbcUrl("postgres", "postgres");
  }

  /** First column of a query's rows. */
  List<String> texts(String query) throws Exception {
    List<String> texts = new ArrayList<>();
    try (Connection database = DriverManager.getConnection(url());
        ResultSet rows = database.createStatement().executeQuery(query)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  @Override
  public void close() throws IOException {
    running.close();
  }
}
