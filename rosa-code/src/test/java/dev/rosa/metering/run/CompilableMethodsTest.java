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

  @Test
  void shouldRefuseLoopThatKeepsValuesOnTheOperandStack() throws BundleException {
    String loop = "{ int x = 0; while (x < limit) { x += 3; } yield x; }";
    String members =
        """
        int limit;
        public void onPacket(Packet packet) { %s }
        void sum(int one, int other) { limit = one + other; }
        """;
    String stacked = "sum(1, switch (limit) { case 1 -> %s default -> 2; });".formatted(loop);
    BundleException refused =
        assertThrows(
            BundleException.class,
            () -> MeteredBundle.load(MeteredBundle.bundle(members.formatted(stacked))));
    assertTrue(refused.getMessage().contains("App.onPacket has a loop"), refused.getMessage());
    String apart =
        "int y = switch (limit) { case 1 -> %s default -> 2; }; sum(1, y);".formatted(loop);
    byte[] taken = MeteredBundle.bundle(members.formatted(apart));
    assertEquals(1, MeteredBundle.load(taken).files().size());
  }

  @Test
  void shouldTakeLoopsWithHandlers() throws BundleException {
    byte[] jar =
        MeteredBundle.bundle(
            """
            int kept;
            public void onPacket(Packet packet) {
              for (int i = 0; i < 9; i++) {
                try { kept = 1 / kept; } catch (ArithmeticException e) { kept++; } finally { kept--; }
              }
            }
            """);
    assertEquals(1, MeteredBundle.load(jar).files().size());
  }
}
