package dev.rosa.bundle;

import dev.rosa.bundle.admission.CodeLimits;
import dev.rosa.bundle.admission.SourcePlace;
import dev.rosa.bundle.admission.StaticFields;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** ASM visitor that checks one class of a bundle and reports each forbidden thing. */
final class ClassCheck extends ClassVisitor {

  private final References references;
  private final SourcePlace place;
  private final ClassOutline outline;
  private final Map<String, String> forbiddenOverrides;
  private int methods;
  private int callSites;

  ClassCheck(
      References references,
      SourcePlace place,
      ClassOutline outline,
      Map<String, String> forbiddenOverrides) {
    super(Opcodes.ASM9);
    this.references = references;
    this.place = place;
    this.outline = outline;
    this.forbiddenOverrides = forbiddenOverrides;
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      String signature,
      String superName,
      String[] interfaces) {
    place.check(() -> references.checkParent(superName));
    for (String parent : interfaces) {
      place.check(() -> references.checkParent(parent));
    }
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    Type type = Type.getType(descriptor);
    place.check(() -> references.checkType(type));
    boolean ofEnum = references.isEnum(outline.name());
    String broken = StaticFields.broken(access, name, type, ofEnum, references::isEnum);
    if (!broken.isEmpty()) {
      place.report(broken, StaticFields.INSTEAD);
    }
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    place.inMethod(name);
    String forbidden = forbiddenOverrides.get(name + descriptor);
    List<String> thrown = exceptions == null ? List.of() : List.of(exceptions);
    MethodHead head =
        new MethodHead(
            access, name, descriptor, thrown, forbidden, outline.codeBytes().get(methods++));
    return new MethodCheck(new InstructionCheck(references, place, outline), head, this::count);
  }

  private void count(int sitesOfMethod) {
    callSites += sitesOfMethod;
  }

  @Override
  public void visitEnd() {
    place.outsideMethods();
    CodeLimits.require(methods, CodeLimits.MOST_METHODS, "methods", this::report);
    CodeLimits.require(
        callSites, CodeLimits.MOST_CALL_SITES, "lambdas, joined texts and records", this::report);
    references.countCallSites(callSites);
  }

  private void report(String reason) {
    place.report(reason, "divide the class");
  }
}
