package dev.rosa.code;

import dev.rosa.bundle.GeneratedBundle;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Hostile class files that no compiler writes: the application's {@code onPacket} calls {@code
 * run()}, which has their instructions. Stateless.
 */
final class HostileClassFiles {

  private HostileClassFiles() {}

  /** Bundles by name. */
  static Map<String, byte[]> bundles() {
    Map<String, Consumer<MethodVisitor>> bodies = new LinkedHashMap<>();
    bodies.put("goto-itself", HostileClassFiles::gotoItself);
    bodies.put("goto-wide", HostileClassFiles::gotoWide);
    bodies.put("jump-back-if-null", HostileClassFiles::jumpBackIfNull);
    bodies.put("switch-to-itself", HostileClassFiles::switchToItself);
    bodies.put("lookup-to-itself", HostileClassFiles::lookupToItself);
    bodies.put("jumps-crossing", HostileClassFiles::crossing);
    bodies.put("two-entries", HostileClassFiles::twoEntries);
    bodies.put("handler-covers-itself", code -> handler(code, true));
    bodies.put("handlers-for-each-other", HostileClassFiles::handlersForEachOther);
    bodies.put("throw-back", HostileClassFiles::throwBack);
    bodies.put("handler-falls-back", HostileClassFiles::handlerFallsBack);
    bodies.put("throw-null-loop", HostileClassFiles::throwNullLoop);
    bodies.put("eight-dimensions", HostileClassFiles::eightDimensions);
    bodies.put("arrays-in-a-row", HostileClassFiles::arraysInARow);
    bodies.put("subroutine", HostileClassFiles::subroutine);
    bodies.put("stack-of-longs", HostileClassFiles::stackOfLongs);
    bodies.put("dynamic-constant", HostileClassFiles::dynamicConstant);
    bodies.put("own-bootstrap", HostileClassFiles::ownBootstrap);
    bodies.put("monitor-for-ever", HostileClassFiles::monitors);
    bodies.put("long-straight-code", code -> straight(code, 5_900));
    bodies.put("very-long-code", code -> straight(code, 60_000));
    bodies.put("calls-itself-in-a-row", HostileClassFiles::callsItself);
    bodies.put("signal-by-name", HostileClassFiles::catchesTheSignal);
    bodies.put("meter-by-name", HostileClassFiles::fillsTheMeter);
    Map<String, byte[]> bundles = new LinkedHashMap<>();
    bodies.forEach((name, body) -> bundles.put(name, bundle(body)));
    bundles.put("loop-before-super", loopBeforeSuper());
    return bundles;
  }

  /** A bundle whose code for packets is this. */
  static byte[] bundle(Consumer<MethodVisitor> body) {
    return new GeneratedBundle()
        .type(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER,
            "a/App",
            "java/lang/Object",
            new String[] {"dev/rosa/api/ActiveApplication"},
            writer -> {
              constructor(writer, code -> {});
              GeneratedBundle.method(
                  writer, "onPacket", "(Ldev/rosa/api/Packet;)V", HostileClassFiles::callRun);
              GeneratedBundle.method(writer, "run", "()V", body);
            })
        .jar();
  }

  private static void callRun(MethodVisitor code) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "a/App", "run", "()V", false);
  }

  private static void constructor(ClassWriter writer, Consumer<MethodVisitor> before) {
    GeneratedBundle.method(
        writer,
        "<init>",
        "()V",
        code -> {
          before.accept(code);
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        });
  }

  private static byte[] loopBeforeSuper() {
    return new GeneratedBundle()
        .type(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER,
            "a/App",
            "java/lang/Object",
            new String[] {"dev/rosa/api/ActiveApplication"},
            writer -> {
              constructor(writer, HostileClassFiles::loopWithoutThis);
              GeneratedBundle.method(writer, "onPacket", "(Ldev/rosa/api/Packet;)V", code -> {});
            })
        .jar();
  }

  /** While the receiver is not initialised, no handler can be round the loop. */
  private static void loopWithoutThis(MethodVisitor code) {
    Label loop = new Label();
    code.visitLabel(loop);
    code.visitFrame(Opcodes.F_FULL, 1, new Object[] {Opcodes.UNINITIALIZED_THIS}, 0, new Object[0]);
    code.visitInsn(Opcodes.ICONST_1);
    code.visitJumpInsn(Opcodes.IFNE, loop);
  }

  private static void frame(MethodVisitor code, Object... stack) {
    code.visitFrame(Opcodes.F_FULL, 1, new Object[] {"a/App"}, stack.length, stack);
  }

  private static void gotoItself(MethodVisitor code) {
    Label loop = new Label();
    code.visitLabel(loop);
    frame(code);
    code.visitJumpInsn(Opcodes.GOTO, loop);
    frame(code);
  }

  private static void gotoWide(MethodVisitor code) {
    Label loop = new Label();
    code.visitLabel(loop);
    frame(code);
    straight(code, 5_000);
    code.visitJumpInsn(Opcodes.GOTO, loop);
    frame(code);
  }

  private static void jumpBackIfNull(MethodVisitor code) {
    Label loop = new Label();
    code.visitLabel(loop);
    frame(code);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitJumpInsn(Opcodes.IFNULL, loop);
  }

  private static void switchToItself(MethodVisitor code) {
    Label loop = new Label();
    code.visitLabel(loop);
    frame(code);
    code.visitInsn(Opcodes.ICONST_2);
    code.visitTableSwitchInsn(1, 3, loop, loop, loop, loop);
    frame(code);
  }

  private static void lookupToItself(MethodVisitor code) {
    Label loop = new Label();
    Label out = new Label();
    code.visitLabel(loop);
    frame(code);
    code.visitIntInsn(Opcodes.SIPUSH, 999);
    code.visitLookupSwitchInsn(out, new int[] {5, 999}, new Label[] {out, loop});
    code.visitLabel(out);
    frame(code);
  }

  private static void crossing(MethodVisitor code) {
    Label first = new Label();
    Label second = new Label();
    code.visitJumpInsn(Opcodes.GOTO, second);
    code.visitLabel(first);
    frame(code);
    code.visitInsn(Opcodes.NOP);
    code.visitLabel(second);
    frame(code);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitJumpInsn(Opcodes.IFEQ, first);
    code.visitJumpInsn(Opcodes.GOTO, second);
    frame(code);
  }

  /** A loop that is entered in its middle. */
  private static void twoEntries(MethodVisitor code) {
    Label top = new Label();
    Label middle = new Label();
    code.visitInsn(Opcodes.ICONST_1);
    code.visitJumpInsn(Opcodes.IFNE, middle);
    code.visitLabel(top);
    frame(code);
    code.visitInsn(Opcodes.NOP);
    code.visitLabel(middle);
    frame(code);
    code.visitInsn(Opcodes.NOP);
    code.visitJumpInsn(Opcodes.GOTO, top);
    frame(code);
  }

  private static void handler(MethodVisitor code, boolean coversItself) {
    Label start = new Label();
    Label handler = new Label();
    Label end = new Label();
    code.visitTryCatchBlock(start, coversItself ? end : handler, handler, null);
    code.visitLabel(start);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(handler);
    frame(code, "java/lang/Throwable");
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(end);
    frame(code);
  }

  private static void handlersForEachOther(MethodVisitor code) {
    Label start = new Label();
    Label one = new Label();
    Label other = new Label();
    Label end = new Label();
    code.visitTryCatchBlock(start, other, other, null);
    code.visitTryCatchBlock(other, end, one, null);
    code.visitLabel(start);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(one);
    frame(code, "java/lang/Throwable");
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(other);
    frame(code, "java/lang/Throwable");
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(end);
    frame(code);
  }

  /** A loop whose way back is an exception. */
  private static void throwBack(MethodVisitor code) {
    Label handler = new Label();
    Label start = new Label();
    Label end = new Label();
    code.visitTryCatchBlock(start, end, handler, "java/lang/Throwable");
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitLabel(handler);
    frame(code, "java/lang/Throwable");
    code.visitInsn(Opcodes.POP);
    code.visitLabel(start);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(end);
    frame(code);
  }

  private static void handlerFallsBack(MethodVisitor code) {
    Label start = new Label();
    Label end = new Label();
    code.visitTryCatchBlock(start, end, end, null);
    code.visitLabel(start);
    frame(code);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(end);
    frame(code, "java/lang/Throwable");
    code.visitInsn(Opcodes.POP);
    code.visitJumpInsn(Opcodes.GOTO, start);
    frame(code);
  }

  private static void throwNullLoop(MethodVisitor code) {
    Label loop = new Label();
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    code.visitTryCatchBlock(start, end, handler, "java/lang/NullPointerException");
    code.visitLabel(loop);
    frame(code);
    code.visitLabel(start);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "a/App", "run", "()V", false);
    code.visitLabel(end);
    code.visitJumpInsn(Opcodes.GOTO, loop);
    code.visitLabel(handler);
    frame(code, "java/lang/NullPointerException");
    code.visitInsn(Opcodes.POP);
    code.visitJumpInsn(Opcodes.GOTO, loop);
    frame(code);
  }

  private static void eightDimensions(MethodVisitor code) {
    for (int i = 0; i < 4; i++) {
      code.visitIntInsn(Opcodes.SIPUSH, 30_000);
    }
    code.visitMultiANewArrayInsn("[[[[[[[[J", 4);
    code.visitInsn(Opcodes.POP);
  }

  private static void arraysInARow(MethodVisitor code) {
    for (int i = 0; i < 900; i++) {
      code.visitIntInsn(Opcodes.SIPUSH, 30_000);
      code.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_LONG);
      code.visitInsn(Opcodes.POP);
    }
  }

  private static void subroutine(MethodVisitor code) {
    Label routine = new Label();
    code.visitJumpInsn(Opcodes.JSR, routine);
    code.visitLabel(routine);
    code.visitInsn(Opcodes.POP);
  }

  private static void stackOfLongs(MethodVisitor code) {
    Label loop = new Label();
    code.visitLabel(loop);
    frame(code);
    code.visitInsn(Opcodes.LCONST_1);
    code.visitInsn(Opcodes.DUP2);
    code.visitInsn(Opcodes.LCMP);
    code.visitJumpInsn(Opcodes.IFEQ, loop);
  }

  private static void dynamicConstant(MethodVisitor code) {
    Handle bootstrap = ownHandle();
    code.visitLdcInsn(new ConstantDynamic("x", "Ljava/lang/Object;", bootstrap));
    code.visitInsn(Opcodes.POP);
  }

  private static void ownBootstrap(MethodVisitor code) {
    code.visitInvokeDynamicInsn("x", "()V", ownHandle());
  }

  private static Handle ownHandle() {
    return new Handle(
        Opcodes.H_INVOKESTATIC,
        "a/App",
        "make",
        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
            + "Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;",
        false);
  }

  private static void monitors(MethodVisitor code) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitInsn(Opcodes.MONITORENTER);
  }

  private static void straight(MethodVisitor code, int count) {
    for (int i = 0; i < count; i++) {
      code.visitInsn(Opcodes.NOP);
    }
  }

  private static void callsItself(MethodVisitor code) {
    for (int i = 0; i < 1_000; i++) {
      callRun(code);
    }
  }

  private static void catchesTheSignal(MethodVisitor code) {
    Label start = new Label();
    Label end = new Label();
    code.visitTryCatchBlock(start, end, end, "dev/rosa/metering/Exhausted");
    code.visitLabel(start);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(end);
    frame(code, "dev/rosa/metering/Exhausted");
    code.visitInsn(Opcodes.POP);
  }

  private static void fillsTheMeter(MethodVisitor code) {
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        "dev/rosa/metering/Meter",
        "current",
        "()Ldev/rosa/metering/Meter;",
        false);
    code.visitLdcInsn(Integer.MAX_VALUE);
    code.visitFieldInsn(Opcodes.PUTFIELD, "dev/rosa/metering/Meter", "fuel", "I");
  }
}
