package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.client.process.RunningProgram;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests of a router on a machine whose language has digits of its own, such as LANG=fa_IR.UTF-8.
 */
@Tag("endtoend")
class LanguageStartTest extends RouterRig {

  @Test
  void shouldStartWhereTheLanguageHasDigitsOfItsOwn() throws Exception {
    String record = "<sessions record='r1.replay'/>";
    List<String> command = new ArrayList<>(router(record + "<overlay listen='127.0.0.1:0'/>"));
    command.addAll(1, List.of("-Duser.language=fa", "-Duser.country=IR"));
    try (RunningProgram router = net.start("router", command)) {
      router.await(" ready ");
      assertEquals(0, router.end(), router.said());
    }
  }
}
