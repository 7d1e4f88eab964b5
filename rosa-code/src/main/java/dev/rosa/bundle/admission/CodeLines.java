package dev.rosa.bundle.admission;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Reader of the source lines of a method's instructions by their offsets. Stateless. */
public final class CodeLines {

  /** Reader that keeps the offsets of labels, which ASM's visitors do not show. */
  private static final class OffsetReader extends ClassReader {
    private final Map<Label, Integer> offsets = new HashMap<>();

    OffsetReader(byte[] classFile) {
      super(classFile);
    }

    @Override
    protected Label readLabel(int bytecodeOffset, Label[] labels) {
      Label label = super.readLabel(bytecodeOffset, labels);
      offsets.put(label, bytecodeOffset);
      return label;
    }
  }

  private CodeLines() {}

  /** Line of the instruction at an offset of a method; 0: the class file does not say. */
  public static int line(byte[] classFile, String method, String descriptor, int offset) {
    OffsetReader reader = new OffsetReader(classFile);
    int[] nearest = {0, -1};
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String type, String signature, String[] exceptions) {
            return name.equals(method) && type.equals(descriptor) ? lines() : null;
          }

          private MethodVisitor lines() {
            return new MethodVisitor(Opcodes.ASM9) {
              @Override
              public void visitLineNumber(int line, Label start) {
                int at = reader.offsets.getOrDefault(start, Integer.MAX_VALUE);
                if (at <= offset && at > nearest[1]) {
                  nearest[0] = line;
                  nearest[1] = at;
                }
              }
            };
          }
        },
        ClassReader.SKIP_FRAMES);
    return nearest[0];
  }
}
