package dev.rosa.metering.instrument;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;

/** Calls of methods. Stateless. */
final class Calls {

  static final String CONSTRUCTOR = "<init>";

  /** A class's static initialiser. */
  static final String INITIALISER = "<clinit>";

  private Calls() {}

  static MethodInsnNode constructor(String owner, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESPECIAL, owner, CONSTRUCTOR, descriptor, false);
  }

  static MethodInsnNode toStatic(String owner, String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
  }

  /** The call that a handle makes, of a method and not of a constructor. */
  static MethodInsnNode of(Handle handle) {
    int opcode =
        switch (handle.getTag()) {
          case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
          case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
          case Opcodes.H_INVOKESPECIAL -> Opcodes.INVOKESPECIAL;
          case Opcodes.H_INVOKEVIRTUAL -> Opcodes.INVOKEVIRTUAL;
          default -> throw new Unmeterable("refers to something that is no method");
        };
    return new MethodInsnNode(
        opcode, handle.getOwner(), handle.getName(), handle.getDesc(), handle.isInterface());
  }
}
