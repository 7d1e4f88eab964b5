package dev.rosa.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageKeyLocation;
import dev.rosa.config.StorageLocation;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.plugin.AuthenticationRequestType;
import org.postgresql.util.PSQLException;

/** While the database is down, any user of the machine may listen at its port. */
class ProofOfPasswordTest {

  private static final String PASSWORD = "correct-horse";
  private static final int SSL_REQUEST = 80877103;

  @TempDir private Path folder;

  /** The messages of AuthenticationCleartextPassword and AuthenticationMD5Password. */
  @ParameterizedTest
  @ValueSource(strings = {"R\0\0\0\10\0\0\0\3", "R\0\0\0\14\0\0\0\5salt"})
  void shouldNotTellItsPasswordToWhoAsksForIt(String question) throws Exception {
    assertRefused("", question, "expected scram-sha-256 in its pg_hba.conf");
  }

  @Test
  void shouldNotTellItsPasswordWhenTheUrlLetsTheServerAskForIt() throws Exception {
    assertRefused(
        "&requireAuth=password", "R\0\0\0\10\0\0\0\3", "expected scram-sha-256 in its pg_hba.conf");
  }

  /** The message AuthenticationOk, as a server sends it that trusts all users of its machine. */
  @Test
  void shouldNotTakeAServerThatDoesNotAskForThePassword() throws Exception {
    assertRefused(
        "", "R\0\0\0\10\0\0\0\0", "a password is known, expected a server that asks for it");
  }

  private void assertRefused(String parameters, String question, String expected) throws Exception {
    String before = System.getProperty("org.postgresql.pgpassfile");
    Path passwords = Files.writeString(folder.resolve("pgpass"), "*:*:*:rosa:" + PASSWORD + "\n");
    System.setProperty("org.postgresql.pgpassfile", passwords.toString());
    try (ServerSocket impostor = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      CompletableFuture<String> heard = new CompletableFuture<>();
      Thread thread = new Thread(() -> hear(impostor, question, heard));
      thread.start();
      ConfigException refused =
          assertThrows(ConfigException.class, () -> open(impostor.getLocalPort(), parameters));
      assertTrue(refused.getMessage().contains(expected), refused.getMessage());
      assertEquals("", heard.get());
      thread.join();
    } finally {
      restore(before);
    }
  }

  private static void restore(String before) {
    if (before == null) {
      System.clearProperty("org.postgresql.pgpassfile");
    } else {
      System.setProperty("org.postgresql.pgpassfile", before);
    }
  }

  private void open(int port, String parameters) throws ConfigException {
    String url = "jdbc:postgresql://127.0.0.1:" + port + "/rosa?user=rosa" + parameters;
    StorageLocation location =
        StorageLocation.parse(url, Path::of).keyedBy(StorageKeyLocation.of(folder.resolve("key")));
    Storage.open(location, TestTables.TABLES).close();
  }

  /** Asks once, and keeps what comes as an answer. */
  private static void hear(
      ServerSocket impostor, String question, CompletableFuture<String> heard) {
    try (Socket socket = impostor.accept()) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      boolean asksForTls = skipStartup(in);
      if (asksForTls) {
        socket.getOutputStream().write('N');
        boolean unused = skipStartup(in);
      }
      socket.getOutputStream().write(question.getBytes(StandardCharsets.ISO_8859_1));
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      in.transferTo(answer);
      heard.complete(answer.toString(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      heard.completeExceptionally(e);
    }
  }

  private static boolean skipStartup(DataInputStream in) throws IOException {
    byte[] rest = new byte[in.readInt() - Integer.BYTES];
    in.readFully(rest);
    return rest.length == Integer.BYTES && ByteBuffer.wrap(rest).getInt() == SSL_REQUEST;
  }

  @Test
  void shouldGiveThePasswordToTheProofAlone() throws Exception {
    Properties connection = new Properties();
    ProofOfPassword proof = new ProofOfPassword(connection);
    assertNull(proof.getPassword(AuthenticationRequestType.SASL));
    connection.setProperty("password", PASSWORD);
    assertArrayEquals(PASSWORD.toCharArray(), proof.getPassword(AuthenticationRequestType.SASL));
    assertThrows(
        PSQLException.class, () -> proof.getPassword(AuthenticationRequestType.CLEARTEXT_PASSWORD));
    assertFalse(proof.toString().contains(PASSWORD));
  }
}
