package dev.rosa.kernel.process;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class ProcessOwnerTest {

  private static final String WHOLE = "         0          0 4294967295\n";

  @Test
  void shouldTellRootFromWhoIsOnlyCalledSo() {
    String root = "Name:\tjava\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\n";
    assertTrue(ProcessOwner.isRoot(root, WHOLE));
    assertFalse(ProcessOwner.isRoot(root, "         0       1000          1\n"));
    assertFalse(ProcessOwner.isRoot(root.replace("Uid:\t0\t0", "Uid:\t0\t1000"), WHOLE));
    assertFalse(ProcessOwner.isRoot(root.replace("Uid:\t0\t0", "Uid:\t1000\t1000"), WHOLE));
  }

  @Test
  void shouldTellAUserNamespaceOfOneUser() {
    assertTrue(ProcessOwner.isAlone("         0       1000          1\n"));
    assertFalse(ProcessOwner.isAlone(WHOLE));
    assertFalse(ProcessOwner.isAlone("0 1000 1\n1 100000 65536\n"));
  }
}
