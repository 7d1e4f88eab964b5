package dev.rosa.metering.prices;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Loop of calls of one member, compiled as code of a bundle is. */
public interface Caller {

  /**
   * Calls the member so often, each time with these arguments.
   *
   * @throws Throwable what the member throws, at its first time
   */
  int call(Object[] arguments, int times) throws Throwable;

  /**
   * Keeps the last result, so that no compiler leaves a call out. It is made anew for each loop:
   * storing a reference into an old object costs more, which is not the member's.
   */
  final class Sink {
    @SuppressWarnings("NonFinalStaticField")
    public static Sink last;

    public Object kept;

    public Sink() {
      last = this;
    }
  }

  String SINK_NAME = Type.getInternalName(Sink.class);

  /** Local variable of a loop. */
  int SINK = 4;

  /** The way in which a member is called. */
  enum Kind {
    STATIC(Opcodes.INVOKESTATIC),
    VIRTUAL(Opcodes.INVOKEVIRTUAL),
    INTERFACE(Opcodes.INVOKEINTERFACE),
    CONSTRUCTOR(Opcodes.INVOKESPECIAL);

    private final int opcode;

    Kind(int opcode) {
      this.opcode = opcode;
    }
  }

  /**
   * A loop for a member.
   *
   * @param called without its receiver
   * @param prepaid a class whose method {@code pay} comes before each call, or null
   */
  static Caller of(Class<?> owner, String name, MethodType called, Kind kind, String prepaid)
      throws ReflectiveOperationException {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS);
    String self = Type.getInternalName(Caller.class) + "$Of";
    String[] interfaces = {Type.getInternalName(Caller.class)};
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, self, null, "java/lang/Object", interfaces);
    MethodVisitor constructor = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    constructor.visitInsn(Opcodes.RETURN);
    constructor.visitMaxs(0, 0);
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_PUBLIC, "call", "([Ljava/lang/Object;I)I", null, null);
    loop(code, owner, name, called, kind, prepaid);
    code.visitMaxs(0, 0);
    writer.visitEnd();
    return (Caller)
        MethodHandles.lookup()
            .defineHiddenClass(writer.toByteArray(), true)
            .lookupClass()
            .getDeclaredConstructor()
            .newInstance();
  }

  @SuppressWarnings("TooManyParameters")
  private static void loop(
      MethodVisitor code,
      Class<?> owner,
      String name,
      MethodType called,
      Kind kind,
      String prepaid) {
    Label test = new Label();
    Label again = new Label();
    code.visitInsn(Opcodes.ICONST_0);
    code.visitVarInsn(Opcodes.ISTORE, 3);
    code.visitTypeInsn(Opcodes.NEW, SINK_NAME);
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, SINK_NAME, "<init>", "()V", false);
    code.visitVarInsn(Opcodes.ASTORE, SINK);
    code.visitJumpInsn(Opcodes.GOTO, test);
    code.visitLabel(again);
    if (prepaid != null) {
      code.visitMethodInsn(Opcodes.INVOKESTATIC, prepaid, "pay", "()V", false);
    }
    String internal = Type.getInternalName(owner);
    int at = 0;
    if (kind == Kind.CONSTRUCTOR) {
      code.visitTypeInsn(Opcodes.NEW, internal);
      code.visitInsn(Opcodes.DUP);
    } else if (kind != Kind.STATIC) {
      load(code, at++, owner);
    }
    for (Class<?> type : called.parameterList()) {
      load(code, at++, type);
    }
    String descriptor = called.toMethodDescriptorString();
    boolean isInterface = owner.isInterface();
    code.visitMethodInsn(kind.opcode, internal, name, descriptor, isInterface);
    keep(code, kind == Kind.CONSTRUCTOR ? owner : called.returnType());
    code.visitIincInsn(2, -1);
    code.visitLabel(test);
    code.visitVarInsn(Opcodes.ILOAD, 2);
    code.visitJumpInsn(Opcodes.IFGT, again);
    code.visitVarInsn(Opcodes.ILOAD, 3);
    code.visitInsn(Opcodes.IRETURN);
  }

  private static void load(MethodVisitor code, int at, Class<?> type) {
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitIntInsn(Opcodes.BIPUSH, at);
    code.visitInsn(Opcodes.AALOAD);
    Class<?> box = MethodType.methodType(type).wrap().returnType();
    code.visitTypeInsn(Opcodes.CHECKCAST, Type.getInternalName(box));
    if (type.isPrimitive()) {
      String descriptor = "()" + Type.getDescriptor(type);
      code.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL,
          Type.getInternalName(box),
          type.getName() + "Value",
          descriptor,
          false);
    }
  }

  private static void keep(MethodVisitor code, Class<?> type) {
    if (type == void.class) {
      return;
    }
    if (!type.isPrimitive()) {
      code.visitVarInsn(Opcodes.ALOAD, SINK);
      code.visitInsn(Opcodes.SWAP);
      code.visitFieldInsn(Opcodes.PUTFIELD, SINK_NAME, "kept", "Ljava/lang/Object;");
      return;
    }
    if (type == long.class) {
      code.visitInsn(Opcodes.L2I);
    } else if (type == double.class) {
      code.visitInsn(Opcodes.D2I);
    } else if (type == float.class) {
      code.visitInsn(Opcodes.F2I);
    }
    code.visitVarInsn(Opcodes.ILOAD, 3);
    code.visitInsn(Opcodes.IXOR);
    code.visitVarInsn(Opcodes.ISTORE, 3);
  }
}
