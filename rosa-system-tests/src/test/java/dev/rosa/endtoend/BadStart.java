package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.RunningProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;

/**
 * A start that must fail, in one line and nothing else.
 *
 * @param what is wrong
 * @param exit the code that it must end with
 * @param says a pattern of what the line must say
 */
record BadStart(String what, Path jar, List<String> arguments, int exit, String says) {

  static final int FAILED = 1;
  static final int USAGE = 2;

  /** The start as a test of its own. */
  DynamicTest testIn(Lab lab) {
    return DynamicTest.dynamicTest(what, () -> check(lab));
  }

  void check(Lab lab) throws Exception {
    RunningProgram process = lab.run("bad", jar, arguments);
    int status = process.awaitExit();
    assertAll(
        () -> assertEquals(exit, status),
        () -> assertEquals("", process.out()),
        () -> assertEquals(1, process.err().lines().count(), process::tail),
        () -> assertTrue(Pattern.compile(says).matcher(process.err()).find(), process::tail));
  }
}
