package dev.rosa.metering.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.BundleException;
import dev.rosa.testkit.CompiledBundle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Call sites of lambdas are linked at loading, so that no packet waits for it without paying. */
@Tag("jdk")
class LinkedLambdasTest {

  private static final String LINKER = "rosa-link";

  private static final String LAMBDAS =
      """
      int kept;
      public void onPacket(Packet packet) {
        long l = packet.sequence();
        double d = l;
        Runnable r = () -> kept++;
        IntUnaryOperator f = x -> (int) (x + l + d);
        Function<String, Object> g = String::length;
        r.run();
        kept += f.applyAsInt(3) + (int) g.apply("ab");
      }
      interface Other { default Runnable none() { return () -> { }; } }
      """;

  private static List<String> calls(MethodNode method, int opcode) {
    List<String> names = new ArrayList<>();
    for (AbstractInsnNode node : method.instructions) {
      if (node.getOpcode() == opcode) {
        names.add(node instanceof MethodInsnNode call ? call.name : "");
      }
    }
    return names;
  }

  @Test
  void shouldHaveEachCallSiteInAMethodThatIsCalledAtLoading() throws Throwable {
    MeteredClasses classes = MeteredBundle.load(MeteredBundle.bundle(LAMBDAS));
    int sites = 0;
    for (byte[] file : classes.files().values()) {
      ClassNode type = new ClassNode();
      new ClassReader(file).accept(type, 0);
      List<String> linked =
          type.methods.stream()
              .filter(method -> method.name.equals(LINKER))
              .flatMap(method -> calls(method, Opcodes.INVOKESTATIC).stream())
              .toList();
      List<String> holders =
          type.methods.stream()
              .filter(method -> !calls(method, Opcodes.INVOKEDYNAMIC).isEmpty())
              .map(method -> method.name)
              .toList();
      assertEquals(holders, linked, type.name);
      sites += linked.size();
    }
    assertEquals(4, sites);
    classes.initialise(MeteredBundle.LOADING);
  }

  @Test
  void shouldLoadEachTextAtLoading() throws Throwable {
    byte[] jar =
        MeteredBundle.bundle(
            """
            public void onPacket(Packet packet) { one("a" + packet.sequence() + "b"); }
            String one(String text) { return text.isEmpty() ? "a" : "c"; }
            """);
    ClassNode type = new ClassNode();
    MeteredClasses classes = MeteredBundle.load(jar);
    new ClassReader(classes.files().get("net.example.App")).accept(type, 0);
    MethodNode linker =
        type.methods.stream()
            .filter(method -> method.name.equals(LINKER))
            .findFirst()
            .orElseThrow();
    List<Object> texts = new ArrayList<>();
    for (AbstractInsnNode node : linker.instructions) {
      if (node instanceof LdcInsnNode load) {
        texts.add(load.cst);
      }
    }
    assertEquals(List.of("a", "c", "b"), texts);
    classes.initialise(MeteredBundle.LOADING);
  }

  @Test
  void shouldRefuseMethodThatHasTheNameOfOneOfOurs() {
    byte[] file = CompiledBundle.onPacket("").classFiles().values().iterator().next();
    ClassNode type = new ClassNode();
    new ClassReader(file).accept(type, 0);
    MethodNode named =
        new MethodNode(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, LINKER, "()V", null, null);
    named.visitInsn(Opcodes.RETURN);
    named.visitMaxs(0, 0);
    type.methods.add(named);
    ClassWriter writer = new ClassWriter(0);
    type.accept(writer);
    byte[] jar =
        CompiledBundle.onPacket("").file("net/example/App.class", writer.toByteArray()).jar();
    BundleException refused = assertThrows(BundleException.class, () -> MeteredBundle.load(jar));
    assertTrue(refused.getMessage().contains("begins with rosa-"), refused.getMessage());
  }
}
