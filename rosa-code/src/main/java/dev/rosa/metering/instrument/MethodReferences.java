package dev.rosa.metering.instrument;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * References to methods and constructors that a lambda's class would call without paying: they are
 * led through a static method of the bundle's own class, which is instrumented. Stateless.
 */
final class MethodReferences {

  static final String FACTORY = "java/lang/invoke/LambdaMetafactory";

  /** Position of the method that a lambda's class calls among a call site's constants. */
  private static final int IMPLEMENTATION = 1;

  private MethodReferences() {}

  /** Leads the call site through a method of its own, where its target needs it. */
  static void redirect(InvokeDynamicInsnNode site, PricedCalls calls, Synthetics synthetics) {
    if (site.bsmArgs.length <= IMPLEMENTATION
        || !(site.bsmArgs[IMPLEMENTATION] instanceof Handle handle)) {
      throw new Unmeterable("has a lambda without a method");
    }
    boolean constructs = handle.getTag() == Opcodes.H_NEWINVOKESPECIAL;
    if (!constructs && reachesOwnCode(handle, calls)) {
      return;
    }
    String descriptor = constructs ? constructing(handle) : calling(site, handle);
    InsnList body = constructs ? construct(handle) : call(handle, descriptor);
    MethodNode method = synthetics.add("reference", descriptor, body);
    site.bsmArgs[IMPLEMENTATION] = synthetics.handle(method);
  }

  /**
   * True if a method of the bundle runs for certain, which pays for itself. What an interface names
   * may be another lambda: a long chain of them would run without paying.
   */
  private static boolean reachesOwnCode(Handle handle, PricedCalls calls) {
    return handle.getTag() != Opcodes.H_INVOKEINTERFACE && calls.isOwn(Calls.of(handle));
  }

  private static String constructing(Handle handle) {
    Type made = Type.getObjectType(handle.getOwner());
    return Type.getMethodDescriptor(made, Type.getArgumentTypes(handle.getDesc()));
  }

  /** With the receiver in front. A lambda's class takes a captured one by its exact type. */
  private static String calling(InvokeDynamicInsnNode site, Handle handle) {
    if (handle.getTag() == Opcodes.H_INVOKESTATIC) {
      return handle.getDesc();
    }
    Type[] captured = Type.getArgumentTypes(site.desc);
    Type receiver = captured.length > 0 ? captured[0] : Type.getObjectType(handle.getOwner());
    Type[] arguments = Type.getArgumentTypes(handle.getDesc());
    Type[] all = new Type[arguments.length + 1];
    all[0] = receiver;
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Type.getMethodDescriptor(Type.getReturnType(handle.getDesc()), all);
  }

  private static InsnList construct(Handle handle) {
    Type[] arguments = Type.getArgumentTypes(handle.getDesc());
    return new Code()
        .type(Opcodes.NEW, handle.getOwner())
        .op(Opcodes.DUP)
        .loadParameters(arguments)
        .add(Calls.constructor(handle.getOwner(), handle.getDesc()))
        .op(Opcodes.ARETURN)
        .list();
  }

  private static InsnList call(Handle handle, String descriptor) {
    return new Code()
        .loadParameters(Type.getArgumentTypes(descriptor))
        .add(Calls.of(handle))
        .returned(Type.getReturnType(descriptor))
        .list();
  }
}
