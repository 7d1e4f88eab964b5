package dev.rosa.kernel.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.process.Descriptors;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class RouterAlertSocketTest {

  @Test
  void shouldLeaveOthersFilesAloneWhenItIsClosedTwice() throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    RouterAlertSocket socket = RouterAlertSocket.open(here, new InetSocketAddress(here, 9));
    socket.close();
    // The lowest free number is taken: most likely the one that was just given up.
    Descriptors.Pipe pipe = Descriptors.pipe();
    socket.close();
    try (Memory one = new Memory(1)) {
      one.setByte(0, (byte) 7);
      assertEquals(1, LibC.write(pipe.writeEnd(), Pointer.nativeValue(one), 1));
    }
    Descriptors.close(pipe.readEnd());
    Descriptors.close(pipe.writeEnd());
  }
}
