package dev.rosa.bench.display;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private final AtomicLong now = new AtomicLong();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private Progress progress(boolean terminal) {
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    return new Progress("cold", out, terminal, now::get);
  }

  @Test
  void shouldSayHowLongTheRestWillTakeFromWhatTheDonePartTook() {
    Progress progress = progress(false);
    progress.expect(40);
    progress.begin("one", 10);
    now.addAndGet(5_000_000_000L);
    progress.begin("too soon for a line", 10);
    now.addAndGet(15_000_000_000L);
    progress.begin("three", 20);

    assertEquals(
        "cold:   0 %  one, 40 s left\ncold:  50 %  three, 20 s left\n",
        bytes.toString(StandardCharsets.UTF_8));
  }

  @Test
  void shouldChangeOneLineOnATerminal() {
    Progress progress = progress(true);
    progress.expect(4);
    now.addAndGet(1_000_000_000L);
    progress.reached("steps", 1);
    progress.reached("too soon to change", 2);
    progress.end();

    assertEquals(
        "\r\033[Kcold:  25 %  steps, 3 s left\r\033[K", bytes.toString(StandardCharsets.UTF_8));
  }
}
