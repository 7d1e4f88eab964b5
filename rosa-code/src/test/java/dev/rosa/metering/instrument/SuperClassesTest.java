package dev.rosa.metering.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/** What two types of a bundle, or of the JDK, have in common. */
class SuperClassesTest {

  private final Map<String, ClassNode> classes = new HashMap<>();

  private void type(String name, String parent, int access) {
    ClassNode node = new ClassNode();
    node.name = name;
    node.superName = parent;
    node.access = access;
    node.interfaces = List.of();
    classes.put(name, node);
  }

  private SuperClasses superClasses() {
    type("A", "java/lang/IllegalStateException", 0);
    type("B", "A", 0);
    type("C", "B", 0);
    type("D", "A", 0);
    type("E", "java/lang/ArithmeticException", 0);
    type("F", "java/lang/Object", 0);
    type("I", "java/lang/Object", Opcodes.ACC_INTERFACE);
    return new SuperClasses(new BundleTypes(classes));
  }

  @ParameterizedTest
  @CsvSource({
    "C, C, C",
    "C, D, A",
    "D, C, A",
    "B, C, B",
    "C, B, B",
    "C, E, java/lang/RuntimeException",
    "E, java/lang/Exception, java/lang/Exception",
    "C, java/lang/IllegalStateException, java/lang/IllegalStateException",
    "C, F, java/lang/Object",
    "C, I, java/lang/Object",
    "I, I, java/lang/Object",
    "java/lang/Integer, java/lang/Long, java/lang/Number",
    "java/lang/Integer, java/lang/Runnable, java/lang/Object",
  })
  void shouldFindTheNearestSuperclass(String one, String other, String common) {
    assertEquals(common, superClasses().common(one, other));
  }

  @Test
  void shouldAnswerTheSameAgain() {
    SuperClasses superClasses = superClasses();
    for (int i = 0; i < 2; i++) {
      assertEquals("java/lang/RuntimeException", superClasses.common("C", "E"));
      assertEquals("A", superClasses.common("C", "D"));
    }
  }
}
