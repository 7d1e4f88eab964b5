package dev.rosa.metering.instrument;

import java.util.Iterator;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.ClassNode;

/** Writer of a metered class. It computes frames anew and loads no class of the bundle for that. */
final class MeteredWriter extends ClassWriter {

  /** Memory for the frames of one method. */
  private static final int MOST_FRAME_BYTES = 10 << 20;

  private final SuperClasses superClasses;

  private MeteredWriter(SuperClasses superClasses) {
    super(COMPUTE_FRAMES | COMPUTE_MAXS);
    this.superClasses = superClasses;
  }

  /**
   * The class file of a class.
   *
   * @param words that one pass over each of its methods compares, in their order
   * @param remapper of the types that it names
   */
  static byte[] write(
      ClassNode node, List<Long> words, Remapper remapper, SuperClasses superClasses) {
    MeteredWriter writer = new MeteredWriter(superClasses);
    Iterator<Long> next = words.iterator();
    node.accept(
        new ClassRemapper(Opcodes.ASM9, writer, remapper) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            // The writer keeps them for this method.
            writer.setComputeLimits(MOST_FRAME_BYTES, FrameWork.operations(next.next()));
            return super.visitMethod(access, name, descriptor, signature, exceptions);
          }
        });
    return writer.toByteArray();
  }

  @Override
  protected String getCommonSuperClass(String one, String other) {
    return superClasses.common(one, other);
  }
}
