package dev.rosa.kernel.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of reading tracers from {@code /proc}. */
@Tag("jdk")
class TracingTest {

  @TempDir Path proc;

  private void status(String text) throws IOException {
    status(1, text);
  }

  private void status(int thread, String text) throws IOException {
    Path folder = Files.createDirectories(proc.resolve("self/task/" + thread));
    Files.writeString(folder.resolve("status"), text);
  }

  private void scope(String text) throws IOException {
    Path folder = Files.createDirectories(proc.resolve("sys/kernel/yama"));
    Files.writeString(folder.resolve("ptrace_scope"), text);
  }

  @Test
  void shouldRefuseAProcessThatIsTraced() throws IOException {
    status("Name:\tjava\nTracerPid:\t4711\nUid:\t1\t1\t1\t1\n");
    IOException refused = assertThrows(IOException.class, new Tracing(proc)::requireNone);
    assertEquals(
        "process 4711 traces this one, which has capabilities or packet sockets: end it, or trace"
            + " in a user namespace (unshare -Urnm)",
        refused.getMessage());
  }

  @Test
  void shouldRefuseAProcessOfWhichAnotherThreadIsTraced() throws IOException {
    status("TracerPid:\t0\n");
    status(2, "TracerPid:\t4711\n");
    assertThrows(IOException.class, new Tracing(proc)::requireNone);
  }

  @Test
  void shouldRefuseWhereItCannotTell() throws IOException {
    status("Name:\tjava\n");
    assertThrows(IOException.class, new Tracing(proc)::requireNone);
  }

  @Test
  void shouldAcceptAProcessThatIsNotTraced() throws IOException {
    status("Name:\tTracerPid:\t7\nTracerPid:\t0\n");
    new Tracing(proc).requireNone();
  }

  @Test
  void shouldSayHowOthersCouldCopyTheSocketsWhereEachProcessOfAUserMayTraceAnother()
      throws IOException {
    String gap =
        "while this process began anew, others of its user could take it over: set"
            + " kernel.yama.ptrace_scope to 1 or more, or give it a user that runs nothing else";
    assertEquals(Optional.of(gap), PrivateJvm.handoverGap(new Tracing(proc)));
    scope("0\n");
    assertTrue(new Tracing(proc).isOpenToTheUser());
    assertEquals(Optional.of(gap), PrivateJvm.handoverGap(new Tracing(proc)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1\n", "2\n", "3\n"})
  void shouldSayNothingWhereTheKernelKeepsThemOut(String value) throws IOException {
    scope(value);
    assertFalse(new Tracing(proc).isOpenToTheUser());
    assertEquals(Optional.empty(), PrivateJvm.handoverGap(new Tracing(proc)));
  }
}
