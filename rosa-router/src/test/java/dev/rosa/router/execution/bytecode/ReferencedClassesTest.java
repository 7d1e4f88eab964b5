package dev.rosa.router.execution.bytecode;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** All classes that a class file names, which the loader looks up before packets come. */
class ReferencedClassesTest {

  /** A JVM makes each class of arrays when code meets it first, which takes it microseconds. */
  @Test
  void shouldNameClassesOfArraysToo() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "a/B", null, "java/lang/Object", null);
    writer.newClass("[[La/C;");
    writer.newClass("[[I");
    writer.newConst(7L);
    writer.visitEnd();
    Set<String> names = ReferencedClasses.of(writer.toByteArray());
    assertEquals(Set.of("a.B", "java.lang.Object", "[[La.C;", "[[I"), names);
  }
}
