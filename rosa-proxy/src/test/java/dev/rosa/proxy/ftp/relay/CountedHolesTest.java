package dev.rosa.proxy.ftp.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.proxy.ftp.DataConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CountedHolesTest {
  private final List<String> told = new ArrayList<>();
  private boolean isFull;

  private final CountedHoles holes =
      new CountedHoles(
          new Holes() {
            @Override
            public void open(DataConnection data) throws IOException {
              if (isFull) {
                throw new IOException("full");
              }
              told.add("open " + data.port());
            }

            @Override
            public void close(DataConnection data) {
              told.add("close " + data.port());
            }
          });

  private static DataConnection to(int port) throws IOException {
    return new DataConnection(
        InetAddress.getByName("10.0.0.1"), InetAddress.getByName("10.0.0.2"), port);
  }

  @Test
  void shouldCloseAHoleWithTheLastSessionThatHasAgreedOnIt() throws Exception {
    holes.open(to(2000));
    holes.open(to(2000));
    holes.close(to(2000));
    assertEquals(List.of("open 2000", "open 2000"), told);
    holes.close(to(2000));
    holes.open(to(2001));
    holes.close(to(2001));
    assertEquals(List.of("open 2000", "open 2000", "close 2000", "open 2001", "close 2001"), told);
  }

  @Test
  void shouldCountWhatCouldNotBeOpened() throws Exception {
    holes.open(to(2000));
    isFull = true;
    assertThrows(IOException.class, () -> holes.open(to(2000)));
    holes.close(to(2000));
    assertEquals(List.of("open 2000"), told);
    holes.close(to(2000));
    assertEquals(List.of("open 2000", "close 2000"), told);
  }
}
