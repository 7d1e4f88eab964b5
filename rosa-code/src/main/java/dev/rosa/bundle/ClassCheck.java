package dev.rosa.bundle;

import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * ASM visitor that checks one class of a bundle and throws {@link Refusal} at the first forbidden
 * thing.
 */
final class ClassCheck extends ClassVisitor {

  private final References references;
  private final SourcePlace place;
  private final Map<String, String> forbiddenOverrides;

  ClassCheck(References references, SourcePlace place, Map<String, String> forbiddenOverrides) {
    super(Opcodes.ASM9);
    this.references = references;
    this.place = place;
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
    references.checkParent(superName);
    for (String parent : interfaces) {
      references.checkParent(parent);
    }
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    references.checkType(Type.getType(descriptor));
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    place.inMethod(name);
    String forbidden = forbiddenOverrides.get(name + descriptor);
    List<String> thrown = exceptions == null ? List.of() : List.of(exceptions);
    MethodHead head = new MethodHead(access, descriptor, thrown, forbidden);
    return new MethodCheck(references, place, head);
  }
}
