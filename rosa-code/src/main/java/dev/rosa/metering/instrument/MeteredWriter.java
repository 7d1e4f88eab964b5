package dev.rosa.metering.instrument;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/** Writer of a metered class. It computes frames anew and loads no class of the bundle for that. */
final class MeteredWriter extends ClassWriter {

  private static final String OBJECT = "java/lang/Object";

  private final BundleTypes types;

  MeteredWriter(BundleTypes types) {
    super(COMPUTE_FRAMES | COMPUTE_MAXS);
    this.types = types;
  }

  @Override
  protected String getCommonSuperClass(String one, String other) {
    if (isInterface(one) || isInterface(other)) {
      return OBJECT;
    }
    for (String at = one; types.isOwn(at); at = types.own(at).superName) {
      if (isSubclass(other, at)) {
        return at;
      }
    }
    String outside = types.outsideClass(one);
    return isSubclass(other, outside)
        ? outside
        : OutsideClasses.common(outside, types.outsideClass(other));
  }

  private boolean isInterface(String name) {
    ClassNode own = types.own(name);
    return own != null && (own.access & Opcodes.ACC_INTERFACE) != 0;
  }

  private boolean isSubclass(String name, String parent) {
    String at = name;
    while (types.isOwn(at) && !at.equals(parent)) {
      at = types.own(at).superName;
    }
    return at.equals(parent);
  }
}
