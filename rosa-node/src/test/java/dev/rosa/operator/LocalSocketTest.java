package dev.rosa.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The socket's place in the file system. */
class LocalSocketTest {

  private static final String MODE = "rw-rw-rw-";

  @TempDir Path temporary;

  private Path folder() {
    return temporary.resolve("run");
  }

  private Path path() {
    return folder().resolve("role.sock");
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private String refusal() {
    return assertThrows(IOException.class, () -> LocalSocket.listen(path(), MODE).close())
        .getMessage();
  }

  @Test
  void shouldMakeItsFolderAndRemoveItsSocket() throws Exception {
    try (LocalSocket socket = LocalSocket.listen(path(), MODE)) {
      assertTrue(socket.channel().isOpen());
      assertEquals("rwxr-xr-x", mode(folder()));
      assertEquals(MODE, mode(path()));
    }

    assertFalse(Files.exists(path()));
  }

  @Test
  void shouldReplaceASocketThatWasLeft() throws Exception {
    Files.createDirectory(folder());
    ServerSocketChannel left = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    left.bind(UnixDomainSocketAddress.of(path()));
    left.close();
    assertTrue(Files.exists(path()));

    LocalSocket.listen(path(), MODE).close();
  }

  @Test
  void shouldRefuseTheSocketOfARunningProcess() throws Exception {
    try (LocalSocket first = LocalSocket.listen(path(), MODE)) {
      assertTrue(refusal().contains("another process listens"), refusal());
      assertTrue(Files.exists(path()));
      assertTrue(first.channel().isOpen());
    }
  }

  @Test
  void shouldLeaveAFileInItsPlace() throws Exception {
    Files.createDirectory(folder());
    Files.writeString(path(), "precious");

    assertTrue(refusal().contains("is no socket"), refusal());
    assertEquals("precious", Files.readString(path()));
  }

  @Test
  void shouldRefuseAFolderThatOthersMayWriteTo() throws Exception {
    Files.createDirectory(folder());
    Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwxrwxrwx"));

    assertTrue(refusal().contains("others than the owner may write"), refusal());
  }

  @Test
  void shouldRefuseAPathThatNoSocketCanHave() {
    Path path = folder().resolve("s".repeat(108));

    String message =
        assertThrows(IOException.class, () -> LocalSocket.listen(path, MODE).close()).getMessage();

    assertTrue(message.contains("107 bytes"), message);
  }
}
