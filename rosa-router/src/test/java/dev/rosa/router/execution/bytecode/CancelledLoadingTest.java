package dev.rosa.router.execution.bytecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.bundle.AllowListVerifier;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.bundle.GeneratedBundle;
import dev.rosa.router.execution.CodeMaximum;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loading of code that is given up between two classes. */
class CancelledLoadingTest {

  private static final int CLASSES = 3;

  private final CodeBundle bundle;
  private int asked;

  CancelledLoadingTest() throws Exception {
    GeneratedBundle generated = new GeneratedBundle().heir("a/B", "java/lang/Object");
    bundle = CodeBundle.open(generated.heir("a/C", "a/B").jar(), BundleLimits.defaults());
  }

  private boolean stopsAfter(int answers) {
    return ++asked > answers;
  }

  @Test
  void shouldStopBeforeEachClassThatIsLinkedOrWhoseNamesAreLookedUp() throws Exception {
    new AllowListVerifier().verify(bundle, () -> stopsAfter(Integer.MAX_VALUE));
    int verified = asked;
    List<String> stopped = new ArrayList<>();
    for (int i = 0; i < 2 * CLASSES; i++) {
      int answers = verified + i;
      asked = 0;
      BytecodeLane lane = new BytecodeLane(CodeMaximum.defaults(), () -> stopsAfter(answers));
      stopped.add(assertThrows(BundleException.class, () -> lane.prepare(bundle)).getMessage());
    }
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      bundle
          .classes()
          .keySet()
          .forEach(name -> expected.add(name + " is not linked: the caller has gone"));
    }
    assertEquals(expected, stopped);
  }
}
