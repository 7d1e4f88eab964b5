package dev.rosa.storage;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PostgreSQL as a role's storage: a schema of a server's database, which several servers of a role
 * may use at the same time. One of them writes at a time. What is deleted stays in the server's
 * files until it reuses the room.
 *
 * @param location its JDBC URL
 * @param roleSchema the role's
 */
record PostgresDialect(StorageLocation location, String roleSchema) implements Dialect {

  private static final Logger LOG = LoggerFactory.getLogger(PostgresDialect.class);

  private static final int OLDEST_MAJOR_VERSION = 13;
  private static final String VERIFIED = "verify-full";
  private static final int CONNECT_SECONDS = 5;
  private static final int SOCKET_SECONDS = 30;

  /** Callers wait for 30 s: they are to hear that the server is away. */
  private static final Duration PATIENCE = Duration.ofSeconds(6);

  private static final String LISTENS = " server";

  /**
   * Lost connections give their locks back, and those who wait for one give up. A transaction that
   * waited for the lock of writers has to see their rows, also if the server is set to another
   * level. To compile a query takes longer than any of them.
   */
  private static final String SESSION =
      "-c jit=off -c default_transaction_isolation=read\\ committed -c synchronous_commit=on -c"
          + " lock_timeout=10000 -c idle_in_transaction_session_timeout=5000 -c"
          + " tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3";

  /**
   * Classes of SQLSTATE: connection, authorization, unknown database, resources, operator's act,
   * system error, a transaction that is read-only, and one that the server rolled back, as after a
   * deadlock.
   */
  private static final Set<String> OUTAGES = Set.of("08", "28", "3D", "53", "57", "58", "25", "40");

  /** The driver's word for proofs that it requires, in any language. */
  private static final String PROOF_REQUIRED = "requireAuth";

  private static final String HOW_TO_ASK =
      ": a password is known, expected a server that asks for it, by scram-sha-256 in its"
          + " pg_hba.conf";

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  @Override
  public void check() throws ConfigException {
    try (Connection connection = source().getConnection();
        Statement statement = connection.createStatement()) {
      requireVersion(connection.getMetaData().getDatabaseMajorVersion());
      requireDurable(statement);
    } catch (SQLException e) {
      throw new ConfigException(name() + ": the storage cannot be used: " + sentence(e), e);
    }
  }

  private void requireVersion(int major) throws ConfigException {
    if (major < OLDEST_MAJOR_VERSION) {
      throw new ConfigException(
          name() + " is PostgreSQL " + major + ", expected " + OLDEST_MAJOR_VERSION + " or later");
    }
  }

  private void requireDurable(Statement statement) throws SQLException {
    try (ResultSet fsync = statement.executeQuery("SHOW fsync")) {
      fsync.next();
      if (!"on".equals(fsync.getString(1))) {
        LOG.warn("{} has fsync off: sessions may be lost after a power cut", name());
      }
    }
  }

  private PGSimpleDataSource source() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(location.url().orElseThrow());
    if (location.isRemote()) {
      source.setSslMode(VERIFIED);
    } else {
      source.setAuthenticationPluginClassName(ProofOfPassword.class.getName());
      requireProof(source);
    }
    source.setCurrentSchema(roleSchema);
    source.setConnectTimeout(CONNECT_SECONDS);
    source.setSocketTimeout(SOCKET_SECONDS);
    source.setTcpKeepAlive(true);
    source.setApplicationName(roleSchema);
    source.setOptions(SESSION);
    // Details quote values.
    source.setLogServerErrorDetail(false);
    return source;
  }

  /** A server that does not ask for a password that is known may be another program. */
  private void requireProof(PGSimpleDataSource source) {
    Properties known = Driver.parseURL(location.url().orElseThrow(), new Properties());
    boolean hasPassword = known != null && PGProperty.PASSWORD.getOrDefault(known) != null;
    if (hasPassword && source.getRequireAuth() == null) {
      source.setRequireAuth("!none");
    }
  }

  @Override
  public String folder() {
    return "postgresql";
  }

  @Override
  public Optional<String> schema() {
    return Optional.of(roleSchema);
  }

  @Override
  public DataSource open() {
    return source();
  }

  /**
   * Locks a table against other writers: every account of the server may take an advisory lock, but
   * none without rights on a table may lock that. Readers go on.
   */
  @Override
  public Optional<DataSource> openToLook() {
    return Optional.of(source());
  }

  @Override
  public Duration patience() {
    return PATIENCE;
  }

  /** An account without rights on the role's tables may call itself a server, but is none. */
  @Override
  public int servers(Handle handle) {
    return handle
        .createQuery(
            "SELECT COUNT(*) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND application_name = :server"
                + " AND has_schema_privilege(usesysid, :schema, 'USAGE')")
        .bind("server", serverName())
        .bind("schema", roleSchema)
        .mapTo(Integer.class)
        .one();
  }

  /** A server listens as long as it runs; a command does not. */
  private String serverName() {
    return roleSchema + LISTENS;
  }

  @Override
  public void lockForWriting(Handle handle) {
    handle.execute("LOCK TABLE " + roleSchema + ".storage_identity IN EXCLUSIVE MODE");
  }

  /** The channel has the schema's name, as triggers of the role's tables have it. */
  @Override
  public Optional<Notifications> listen() throws SQLException {
    PGSimpleDataSource source = source();
    source.setApplicationName(serverName());
    Connection connection = source.getConnection();
    try (Statement statement = connection.createStatement()) {
      boolean unused = statement.execute("LISTEN " + roleSchema);
      return Optional.of(new PostgresNotifications(connection));
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public boolean eraseDeleted(Handle handle) {
    // A server decides itself when it overwrites.
    return true;
  }

  @Override
  public void rewrite(Handle handle, String table) {
    handle.execute("VACUUM FULL " + table);
  }

  @Override
  public void backup(Handle handle, Path target) throws ConfigException {
    throw ownTools("pg_dump --format=custom --schema=" + roleSchema);
  }

  /** Refusal of a restore. */
  ConfigException restoresItself() {
    return ownTools("pg_restore --clean, then the command 'restore --after-pg-restore'");
  }

  private ConfigException ownTools(String tools) {
    return new ConfigException(
        name() + ": is a PostgreSQL database, expected its own tools: " + tools);
  }

  @Override
  public Optional<String> outage(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    boolean outage =
        failure instanceof SQLTransientConnectionException
            || state.equals(LOCK_NOT_AVAILABLE)
            || OUTAGES.contains(state.substring(0, Math.min(2, state.length())));
    return outage ? Optional.of(sentence(failure)) : Optional.empty();
  }

  private static String sentence(SQLException failure) {
    if (failure instanceof SQLTransientConnectionException
        && failure.getCause() instanceof SQLException cause) {
      return sentence(cause); // The pool's own says only how long it has waited.
    }
    String said = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    return said.contains(PROOF_REQUIRED) ? said + HOW_TO_ASK : said;
  }

  @Override
  public String name() {
    return location.toString();
  }
}
