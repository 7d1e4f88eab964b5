package dev.rosa.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.config.StorageLocation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReusedStatementsTest {

  private static final String INSERT = "INSERT INTO secret (name, bytes) VALUES (?, ?)";
  private static final String SELECT = "SELECT bytes FROM secret WHERE name = ?";

  /** How often the database has prepared a statement, by its SQL. */
  private final Map<String, Integer> prepared = new ConcurrentHashMap<>();

  @TempDir private Path folder;
  private Storage storage;

  @BeforeEach
  void open() throws Exception {
    storage =
        Storage.open(
            StorageLocation.of(folder.resolve("role.db")), TestTables.TABLES, this::counting);
  }

  @AfterEach
  void close() {
    storage.close();
  }

  private DataSource counting(DataSource source) {
    return (DataSource)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DataSource.class},
            (self, method, arguments) -> {
              Object result = invoke(source, method, arguments);
              return result instanceof Connection connection ? counting(connection) : result;
            });
  }

  private Connection counting(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, arguments) -> {
              if (method.getName().equals("prepareStatement")) {
                prepared.merge((String) arguments[0], 1, Integer::sum);
              }
              return invoke(connection, method, arguments);
            });
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static byte[] read(Handle handle, String name) {
    return handle.createQuery(SELECT).bind(0, name).mapTo(byte[].class).one();
  }

  @Test
  void shouldPrepareEachStatementOnceInOneTransaction() {
    List<Integer> read =
        storage.inTransaction(
            handle ->
                IntStream.range(0, 50)
                    .map(
                        i -> {
                          handle.execute(INSERT, "name " + i, new byte[] {(byte) i});
                          return read(handle, "name " + i)[0];
                        })
                    .boxed()
                    .toList());
    assertEquals(IntStream.range(0, 50).boxed().toList(), read);
    assertEquals(Map.of(INSERT, 1, SELECT, 1), prepared);
  }

  @Test
  void shouldPrepareTwiceWhatRunsWithinItself() {
    storage.useTransaction(
        handle -> {
          handle.execute(INSERT, "outer", new byte[] {1});
          handle.execute(INSERT, "inner", new byte[] {2});
          List<Integer> found =
              handle
                  .createQuery(SELECT)
                  .bind(0, "outer")
                  .map((row, context) -> row.getBytes(1)[0] + read(handle, "inner")[0])
                  .list();
          assertEquals(List.of(3), found);
        });
    assertEquals(2, prepared.get(SELECT));
  }

  @Test
  void shouldRunStatementAgainThatHasFailed() {
    storage.useTransaction(
        handle -> {
          handle.execute(INSERT, "name", new byte[] {1});
          assertThrows(
              UnableToExecuteStatementException.class,
              () -> handle.execute(INSERT, null, new byte[] {2}));
          handle.execute(INSERT, "other", new byte[] {3});
          assertEquals(3, read(handle, "other")[0]);
        });
  }

  @Test
  void shouldBindNoValueOfTheUseBefore() {
    storage.useTransaction(
        handle -> {
          handle.execute(INSERT, "name", new byte[] {1});
          assertThrows(RuntimeException.class, () -> handle.execute(INSERT, "other"));
        });
  }
}
