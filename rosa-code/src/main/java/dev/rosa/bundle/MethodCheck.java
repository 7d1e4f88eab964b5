package dev.rosa.bundle;

import dev.rosa.bundle.admission.CodeLimits;
import dev.rosa.bundle.admission.ExceptionTable;
import dev.rosa.bundle.admission.SourcePlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** ASM visitor that checks one method of a bundle and reports each forbidden thing. */
final class MethodCheck extends MethodVisitor {

  /** An exception handler and the type that it catches. */
  private record Catch(Label handler, String type) {}

  private final InstructionCheck instructions;
  private final SourcePlace place;
  private final MethodHead head;
  private final IntConsumer callSites;
  private final List<Catch> catches = new ArrayList<>();
  private final ExceptionTable table = new ExceptionTable();
  private final Map<Label, Integer> lines = new HashMap<>();
  private int firstLine;
  private int visited;
  private int sites;
  private int switchLabels;

  /** Compilers let the handler that unlocks cover itself. */
  private boolean locks;

  /**
   * A check.
   *
   * @param callSites is told at the end how many call sites are linked for this method
   */
  MethodCheck(InstructionCheck instructions, MethodHead head, IntConsumer callSites) {
    super(Opcodes.ASM9);
    this.instructions = instructions;
    this.place = instructions.place();
    this.head = head;
    this.callSites = callSites;
  }

  @Override
  public void visitLineNumber(int line, Label start) {
    lines.put(start, line);
    firstLine = firstLine == 0 ? line : firstLine;
    place.atLine(line);
  }

  @Override
  public void visitLabel(Label label) {
    table.place(label, visited);
  }

  private void check(Runnable part) {
    visited++;
    place.check(part);
  }

  @Override
  public void visitInsn(int opcode) {
    locks |= opcode == Opcodes.MONITOREXIT;
    check(() -> InstructionCheck.checkPlain(opcode));
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    visited++;
  }

  @Override
  public void visitVarInsn(int opcode, int local) {
    if (opcode == Opcodes.ASTORE) {
      table.store(visited);
    }
    visited++;
  }

  @Override
  public void visitIincInsn(int local, int increment) {
    visited++;
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    visited++;
  }

  @Override
  public void visitTableSwitchInsn(int least, int most, Label otherwise, Label... labels) {
    switchLabels += labels.length;
    visited++;
  }

  @Override
  public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
    switchLabels += labels.length;
    visited++;
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    check(() -> instructions.checkTypeInstruction(head.name(), opcode, type));
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    check(() -> instructions.checkType(Type.getType(descriptor)));
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    check(() -> instructions.checkField(head.name(), opcode, owner, name, descriptor));
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    check(() -> instructions.checkMethod(opcode, owner, name, descriptor));
  }

  @Override
  public void visitLdcInsn(Object value) {
    check(() -> instructions.checkConstant(value));
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    sites++;
    check(() -> instructions.checkCallSite(name, descriptor, bootstrap, arguments));
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
    table.add(start, end, handler);
    if (type != null) {
      catches.add(new Catch(handler, type));
    }
  }

  @Override
  public void visitMaxs(int stack, int locals) {
    place.atLine(firstLine);
    CodeLimits.require(locals, CodeLimits.MOST_LOCALS, "words of locals", this::divide);
    CodeLimits.require(
        switchLabels * locals,
        CodeLimits.MOST_SWITCH_WORK,
        "labels of switches times words of locals",
        this::divide);
    CodeLimits.require(
        (Type.getArgumentsAndReturnSizes(head.descriptor()) >> 2) - 1,
        CodeLimits.MOST_PARAMETERS,
        "words of parameters",
        this::divide);
    CodeLimits.require(stack, CodeLimits.MOST_STACK, "words of stack", this::divide);
    CodeLimits.require(
        head.codeBytes(), CodeLimits.mostCodeBytes(head.name()), "bytes of code", this::divide);
  }

  private void divide(String reason) {
    place.report(reason, "divide the method");
  }

  @Override
  public void visitEnd() {
    if (!locks) {
      checkTable();
    }
    for (Catch clause : catches) {
      atHandler(clause.handler);
      place.check(() -> instructions.checkType(Type.getObjectType(clause.type)));
    }
    place.atLine(firstLine);
    place.check(() -> head.check(instructions.references()));
    callSites.accept(sites);
    place.outsideMethods();
  }

  private void checkTable() {
    table.check(
        (handler, reason) -> {
          atHandler(handler);
          place.report(reason, "compile with javac, and without changes to its class files");
        });
  }

  private void atHandler(Label handler) {
    place.atLine(lines.getOrDefault(handler, firstLine));
  }
}
