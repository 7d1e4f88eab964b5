package dev.rosa.code;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ByteVector;
import org.objectweb.asm.ClassWriter;

/** Attributes that no JVM knows where they are, under names that it knows elsewhere. */
class UnknownAttributesTest {

  private static final int BUDGET = 1_000_000;

  /** Attribute without contents in a method's code. */
  private static final class InCode extends Attribute {
    InCode(String name) {
      super(name);
    }

    @Override
    public boolean isCodeAttribute() {
      return true;
    }

    @Override
    protected ByteVector write(
        ClassWriter writer, byte[] code, int codeLength, int maxStack, int maxLocals) {
      return new ByteVector().putInt(0);
    }
  }

  // Code throws what it likes.
  @SuppressWarnings("CatchThrowable")
  private static String verdict(byte[] jar) {
    try {
      return MeteredProgram.load(jar).run(new byte[4], BUDGET, BUDGET).verdict();
    } catch (Throwable fault) {
      return fault.toString();
    }
  }

  @Test
  void shouldLoadWhatIsAdmittedWithThem() throws Exception {
    for (String name : List.of("Code", "Exceptions", "MethodParameters", "Nonsense")) {
      byte[] jar = HostileClassFiles.bundle(code -> code.visitAttribute(new InCode(name)));
      String verdict = MeteredProgram.onWorker(() -> verdict(jar));
      assertEquals("FORWARD", verdict, name);
    }
  }
}
