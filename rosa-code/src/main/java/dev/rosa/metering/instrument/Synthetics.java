package dev.rosa.metering.instrument;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;

/** Static methods that a class gets in place of what the JVM would generate. One class's. */
final class Synthetics {

  /** No compiler of Java makes names with it. */
  private static final String PREFIX = "rosa-";

  private final ClassNode type;
  private final List<MethodNode> made = new ArrayList<>();
  private int finished;

  Synthetics(ClassNode type) {
    this.type = type;
  }

  /** Adds a method with these instructions, which return. */
  MethodNode add(String kind, String descriptor, InsnList instructions) {
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
    String name = PREFIX + kind + "-" + made.size();
    MethodNode method = new MethodNode(access, name, descriptor, null, null);
    method.instructions.add(instructions);
    // For the depth of the stack; the writer computes both anew.
    method.maxLocals = Type.getArgumentsAndReturnSizes(descriptor) >> 2;
    method.maxStack = method.maxLocals;
    made.add(method);
    return method;
  }

  Handle handle(MethodNode method) {
    return new Handle(Opcodes.H_INVOKESTATIC, type.name, method.name, method.desc, isInterface());
  }

  boolean isInterface() {
    return (type.access & Opcodes.ACC_INTERFACE) != 0;
  }

  /** Lets the class have those that were added since the last time. */
  void finish(BundleTypes types) {
    for (MethodNode method : made.subList(finished, made.size())) {
      type.methods.add(method);
      types.add(type, method);
    }
    finished = made.size();
  }
}
