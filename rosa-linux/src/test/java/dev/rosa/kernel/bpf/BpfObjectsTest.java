package dev.rosa.kernel.bpf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.kernel.Errno;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests of maps and programs, and of what is said when the kernel refuses them. */
class BpfObjectsTest {

  private static final int O_CLOEXEC = 0x80000;
  private static final byte[] KEY = {1, 2, 3, 4};

  @Test
  void shouldCountProcessorsByTheHighestOne() {
    assertEquals(1, BpfMap.processors("0\n"));
    assertEquals(4, BpfMap.processors("0-3\n"));
    assertEquals(8, BpfMap.processors("0-3,6-7\n"));
  }

  @Test
  void shouldSayWhatTheVerifierSaidLastInOneBoundedLine() {
    String log = "0: (95) exit\nR0 !read_ok\nprocessed 1 insns\n\0\0\0";
    assertEquals("0: (95) exit; R0 !read_ok", BpfProgram.lastWords(log));
    assertEquals("", BpfProgram.lastWords("\0\0"));
    String longLine = "x".repeat(10_000) + "\u001b[31m";
    assertTrue(BpfProgram.lastWords(longLine).matches("[\\x20-\\x7e]{1,300}"));
  }

  @Test
  void shouldSayWhyInOneLineWhenTheKernelRefuses() {
    String taken = BpfCall.failure("cannot attach to eth0", Errno.EBUSY).getMessage();
    assertEquals("cannot attach to eth0: another program is attached there, and stays", taken);
    String old = BpfCall.failure("cannot make BPF map x", Errno.ENOSYS).getMessage();
    assertEquals("cannot make BPF map x: this kernel has no bpf(2)", old);
    assertTrue(BpfCall.failure("x", Errno.EPERM).getMessage().contains("CAP_BPF"));
  }

  @Test
  void shouldSayWhatTheVerifierDislikesWhenAProgramIsWrong() {
    BpfTestRun.assumeBpf();
    byte[] noResult = new BpfAssembler().exit().assemble();
    IOException refusal =
        assertThrows(
            IOException.class, () -> BpfProgram.load(BpfProgram.XDP, "rosa_test", noResult));
    assertTrue(refusal.getMessage().contains("R0 !read_ok"), refusal.getMessage());
    assertEquals(1, refusal.getMessage().lines().count());
  }

  @Test
  void shouldSayThatThereIsNoRoomWhenAMapIsFull() throws Exception {
    BpfTestRun.assumeBpf();
    try (BpfMap map = BpfMap.hash("rosa_test", KEY.length, 1)) {
      assertTrue(map.put(KEY, 1));
      assertTrue(map.put(KEY, 2));
      assertFalse(map.put(new byte[KEY.length], 1));
      assertTrue(map.remove(KEY));
      assertFalse(map.remove(KEY));
    }
  }

  @Test
  void shouldCloseDescriptorsOnExec() throws Exception {
    BpfTestRun.assumeBpf();
    try (BpfMap map = BpfMap.hash("rosa_test", KEY.length, 1)) {
      String info = Files.readString(Path.of("/proc/self/fdinfo/" + map.descriptor()));
      String flags = info.replaceAll("(?s).*\\nflags:\\s*([0-7]+).*", "$1");
      assertEquals(O_CLOEXEC, Integer.parseInt(flags, 8) & O_CLOEXEC);
    }
  }
}
