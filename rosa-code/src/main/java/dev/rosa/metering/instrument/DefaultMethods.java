package dev.rosa.metering.instrument;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Methods {@code hashCode} and {@code toString} of classes that would inherit the identity's, which
 * differ from run to run. Stateless.
 */
final class DefaultMethods {

  private static final String THINGS = "dev/rosa/metering/twin/Things";
  private static final String HASH = "hashCode";
  private static final String HASH_DESCRIPTOR = "()I";
  private static final String TEXT = "toString";
  private static final String TEXT_DESCRIPTOR = "()Ljava/lang/String;";

  /** Flags that tell an overriding method. */
  private static final int ACCESS = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;

  private DefaultMethods() {}

  /**
   * Adds those that a class lacks.
   *
   * @param superIsOwn the superclass is the bundle's, and gets them
   */
  static void add(ClassNode type, boolean superIsOwn) {
    boolean isInterface = (type.access & Opcodes.ACC_INTERFACE) != 0;
    if (isInterface || superIsOwn || hasOwnMethods(type.superName)) {
      return;
    }
    if (!declares(type, HASH, HASH_DESCRIPTOR)) {
      add(type, HASH, HASH_DESCRIPTOR, new Code().push(0).op(Opcodes.IRETURN));
    }
    if (!declares(type, TEXT, TEXT_DESCRIPTOR)) {
      add(
          type,
          TEXT,
          TEXT_DESCRIPTOR,
          new Code()
              .load(0)
              .callStatic(THINGS, "superToString", "(Ljava/lang/Object;)Ljava/lang/String;")
              .op(Opcodes.ARETURN));
    }
  }

  /** True for superclasses with methods that are abstract, final or the same everywhere. */
  private static boolean hasOwnMethods(String superclass) {
    return superclass.equals("java/lang/Enum") || superclass.equals("java/lang/Record");
  }

  private static boolean declares(ClassNode type, String name, String descriptor) {
    for (MethodNode method : type.methods) {
      if (method.name.equals(name) && method.desc.equals(descriptor)) {
        if ((method.access & ACCESS) != Opcodes.ACC_PUBLIC) {
          throw new Unmeterable("has a method " + name + " that does not override the object's");
        }
        return true;
      }
    }
    return false;
  }

  private static void add(ClassNode type, String name, String descriptor, Code code) {
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC;
    MethodNode method = new MethodNode(access, name, descriptor, null, null);
    method.instructions.add(code.list());
    method.maxLocals = 1;
    method.maxStack = 1;
    type.methods.add(method);
  }
}
