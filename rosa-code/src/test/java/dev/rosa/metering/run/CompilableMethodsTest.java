package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.BundleException;
import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/** Metered code is in a form that a JVM compiles, and whose instructions take no longer. */
class CompilableMethodsTest {

  private static String loops(int number) {
    return "int k = 0; " + "do { k++; } while (k < 9);".repeat(number);
  }

  @Test
  void shouldRefuseMethodThatIsTooLargeToBeCompiledOnceItIsMetered() throws BundleException {
    byte[] large =
        MeteredBundle.bundle(
            "public void onPacket(Packet packet) { } void larger() { %s }".formatted(loops(400)));
    BundleException refused = assertThrows(BundleException.class, () -> MeteredBundle.load(large));
    assertTrue(refused.getMessage().contains("App.larger takes "), refused.getMessage());
    assertTrue(refused.getMessage().contains("at most 8000"), refused.getMessage());
  }

  @Test
  void shouldTakeMethodsOfUsualSizeAndLargeInitialisers() throws BundleException {
    byte[] jar =
        MeteredBundle.bundle(
            "public void onPacket(Packet packet) { %s } static { %s }"
                .formatted(loops(150), loops(400)));
    assertEquals(1, MeteredBundle.load(jar).files().size());
  }

  @Test
  void shouldHaveNoVolatileFieldsOnceItIsMetered() throws BundleException {
    byte[] jar =
        MeteredBundle.bundle("volatile int seen; public void onPacket(Packet packet) { seen++; }");
    Collection<byte[]> files = MeteredBundle.load(jar).files().values();
    for (byte[] file : files) {
      ClassNode type = new ClassNode();
      new ClassReader(file).accept(type, 0);
      for (FieldNode field : type.fields) {
        assertEquals(0, field.access & Opcodes.ACC_VOLATILE, field.name);
      }
      assertEquals(1, type.fields.size());
    }
  }
}
