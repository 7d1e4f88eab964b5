package dev.rosa.metering.instrument;

import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;
import org.objectweb.asm.TypePath;

/**
 * Visitor that leaves out of a class what reflection and debuggers alone read: generic signatures,
 * annotations, components of records, declared exceptions, names of variables, and attributes that
 * the library does not know. Any number of members may share one long text there, which would be
 * taken apart for each of them.
 */
final class WithoutReflection extends ClassVisitor {

  WithoutReflection(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      String signature,
      String superName,
      String[] interfaces) {
    super.visit(version, access, name, null, superName, interfaces);
  }

  @Override
  public void visitOuterClass(String owner, String name, String descriptor) {
    // Only reflection asks for it.
  }

  /** The JVM compares places in the constant pool there, which are others in a new file. */
  @Override
  public void visitInnerClass(String name, String outerName, String innerName, int access) {
    // Only reflection asks for it.
  }

  @Override
  public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
    return null;
  }

  @Override
  public AnnotationVisitor visitTypeAnnotation(
      int typeRef, TypePath typePath, String descriptor, boolean visible) {
    return null;
  }

  /**
   * The library would write those of a method's code as the method's own, where the JVM may know an
   * attribute of that name.
   */
  @Override
  public void visitAttribute(Attribute attribute) {
    // Unknown.
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    FieldVisitor unused = super.visitField(access, name, descriptor, null, value);
    return null;
  }

  @Override
  public RecordComponentVisitor visitRecordComponent(
      String name, String descriptor, String signature) {
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return new Method(super.visitMethod(access, name, descriptor, null, null));
  }

  /** The same for a method. */
  private static final class Method extends MethodVisitor {

    Method(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitParameter(String name, int access) {
      // Only reflection asks for it.
    }

    @Override
    public AnnotationVisitor visitAnnotationDefault() {
      return null;
    }

    @Override
    public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
      return null;
    }

    @Override
    public AnnotationVisitor visitTypeAnnotation(
        int typeRef, TypePath typePath, String descriptor, boolean visible) {
      return null;
    }

    @Override
    public void visitAnnotableParameterCount(int parameterCount, boolean visible) {
      // There are no annotations.
    }

    @Override
    public AnnotationVisitor visitParameterAnnotation(
        int parameter, String descriptor, boolean visible) {
      return null;
    }

    @Override
    public void visitAttribute(Attribute attribute) {
      // As above.
    }

    @Override
    public AnnotationVisitor visitInsnAnnotation(
        int typeRef, TypePath typePath, String descriptor, boolean visible) {
      return null;
    }

    @Override
    public AnnotationVisitor visitTryCatchAnnotation(
        int typeRef, TypePath typePath, String descriptor, boolean visible) {
      return null;
    }

    @Override
    public void visitLocalVariable(
        String name, String descriptor, String signature, Label start, Label end, int index) {
      // A debugger's.
    }

    @Override
    public AnnotationVisitor visitLocalVariableAnnotation(
        int typeRef,
        TypePath typePath,
        Label[] start,
        Label[] end,
        int[] index,
        String descriptor,
        boolean visible) {
      return null;
    }
  }
}
