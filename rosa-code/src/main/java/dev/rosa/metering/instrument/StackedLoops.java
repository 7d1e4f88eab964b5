package dev.rosa.metering.instrument;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Search for loops that keep values on the operand stack, in a class file that this build has
 * written. No compiler of HotSpot compiles such a loop while it runs, and one try of it is the last
 * for all loops of its method: they are interpreted until thousands of calls have been made. One
 * file's.
 */
final class StackedLoops extends ClassVisitor {

  private final List<Integer> found = new ArrayList<>();
  private int methods;

  private StackedLoops() {
    super(Opcodes.ASM9);
  }

  /** Places of the methods that have one, in the order of the file. */
  static List<Integer> in(byte[] file) {
    StackedLoops search = new StackedLoops();
    new ClassReader(file).accept(search, ClassReader.SKIP_DEBUG);
    return search.found;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return new Jumps(methods++);
  }

  /** Jumps of one method. Each place that a jump leads to has a frame behind its labels. */
  private final class Jumps extends MethodVisitor {

    private final int method;
    private final Set<Label> here = new HashSet<>();
    private final Set<Label> stacked = new HashSet<>();

    Jumps(int method) {
      super(Opcodes.ASM9);
      this.method = method;
    }

    @Override
    public void visitLabel(Label label) {
      here.add(label);
    }

    @Override
    public void visitFrame(int type, int locals, Object[] local, int values, Object[] stack) {
      if (values > 0) {
        stacked.addAll(here);
      }
      here.clear();
    }

    @Override
    public void visitJumpInsn(int opcode, Label target) {
      check(target);
    }

    @Override
    public void visitTableSwitchInsn(int least, int most, Label otherwise, Label... targets) {
      check(otherwise);
      check(targets);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] targets) {
      check(otherwise);
      check(targets);
    }

    /** A target that has been seen lies behind: the jump is one of a loop. */
    private void check(Label... targets) {
      for (Label target : targets) {
        if (stacked.contains(target)) {
          found.add(method);
        }
      }
    }
  }
}
