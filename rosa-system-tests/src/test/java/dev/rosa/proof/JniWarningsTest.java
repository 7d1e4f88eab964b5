package dev.rosa.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the warnings that are read from the output of a JVM that watches native code. */
class JniWarningsTest {

  private static final String WARNING =
      "WARNING in native method: JNI call made without checking exceptions\n";
  private static final String CONSCRYPT =
      "\tat org.conscrypt.NativeCrypto.getDirectBufferAddress(Native Method)\n";
  private static final String OURS = "\tat dev.rosa.gcrypt.Native.open(Native Method)\n";
  private static final String CALLER =
      "\tat dev.rosa.proof.ManyThreads.mixes(ManyThreads.java:61)\n";

  @Test
  void shouldLeaveOutWhatOtherLibrariesDo() {
    assertEquals(List.of(), JniWarnings.in(WARNING + CONSCRYPT + CALLER));
  }

  @Test
  void shouldLeaveItOutToo_whenItStandsWithinTheFramesOfAnotherWarning() {
    assertEquals(
        List.of(), JniWarnings.in(WARNING + CONSCRYPT + WARNING + CALLER + CONSCRYPT + CALLER));
  }

  @Test
  void shouldTellOfOurNativeMethods() {
    assertEquals(2, JniWarnings.in(WARNING + OURS + CALLER).size());
  }

  @Test
  void shouldTellOfOurs_whenAnotherLibrarysStandsBeforeIt() {
    assertEquals(1, JniWarnings.in(WARNING + WARNING + CONSCRYPT + OURS + CALLER).size());
  }

  @Test
  void shouldTellOfAWarningWithoutAMethod() {
    assertEquals(1, JniWarnings.in(WARNING + CALLER).size());
  }
}
