package dev.rosa.metering.instrument;

import org.objectweb.asm.tree.MethodNode;

/** Words of stack that frames of methods take. Stateless. */
final class Frames {

  /** Words of a frame beside its variables and operands, and what is added to them. */
  private static final int FIXED_WORDS = 16;

  /** A constructor's: an exception that leaves it is not charged there. */
  private static final int CONSTRUCTOR_WORDS = 16;

  private Frames() {}

  static int words(MethodNode method) {
    int constructor = method.name.equals(Calls.CONSTRUCTOR) ? CONSTRUCTOR_WORDS : 0;
    return method.maxLocals + method.maxStack + FIXED_WORDS + constructor;
  }
}
