package dev.rosa.metering.instrument;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Static methods that a class gets in place of what the JVM would generate. One class's. */
final class Synthetics {

  /** No compiler of Java makes names with it. */
  private static final String PREFIX = "rosa-";

  /**
   * Name of the method that links a class's call sites and texts. It runs at loading, and is not
   * metered.
   */
  static final String LINKER = PREFIX + "link";

  private final ClassNode type;
  private final List<MethodNode> made = new ArrayList<>();
  private final List<MethodNode> sites = new ArrayList<>();
  private int finished;

  Synthetics(ClassNode type) {
    this.type = type;
    for (MethodNode method : type.methods) {
      if (method.name.startsWith(PREFIX)) {
        throw new Unmeterable("has a method whose name begins with " + PREFIX);
      }
    }
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

  /**
   * Adds a method for a lambda's call site, so that it can be linked before code runs. The site
   * comes out of the code that has it by what takes its place there.
   */
  MethodNode addSite(InvokeDynamicInsnNode site) {
    Code body = new Code().loadParameters(Type.getArgumentTypes(site.desc));
    InvokeDynamicInsnNode moved =
        new InvokeDynamicInsnNode(site.name, site.desc, site.bsm, site.bsmArgs);
    MethodNode method = add("lambda", site.desc, body.add(moved).op(Opcodes.ARETURN).list());
    sites.add(method);
    return method;
  }

  /**
   * Adds the method that links all call sites, by an object from each, and that loads each text,
   * which a JVM makes when it is loaded first.
   */
  void finishSites(BundleTypes types) {
    Set<Object> texts = texts();
    if (sites.isEmpty() && texts.isEmpty()) {
      return;
    }
    Code code = new Code();
    for (MethodNode site : sites) {
      for (Type argument : Type.getArgumentTypes(site.desc)) {
        code.nothing(argument);
      }
      code.add(Calls.of(handle(site))).op(Opcodes.POP);
    }
    texts.forEach(text -> code.constant(text).op(Opcodes.POP));
    add("link", "()V", code.op(Opcodes.RETURN).list()).name = LINKER;
    finish(types);
  }

  private Set<Object> texts() {
    Set<Object> texts = new LinkedHashSet<>();
    for (MethodNode method : type.methods) {
      for (AbstractInsnNode node : method.instructions) {
        if (node instanceof LdcInsnNode load && load.cst instanceof String) {
          texts.add(load.cst);
        }
      }
    }
    return texts;
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
