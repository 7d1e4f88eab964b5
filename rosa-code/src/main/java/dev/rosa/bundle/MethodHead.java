package dev.rosa.bundle;

import dev.rosa.bundle.admission.Refusal;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Declaration of a bundle's method, and its check: not native, not synchronized, no forbidden
 * override, permitted types only. The check comes after the instructions, when the source line is
 * known.
 *
 * @param forbiddenOverride the method outside the bundle that it must not override, or null
 * @param codeBytes bytes of its instructions
 */
record MethodHead(
    int access,
    String name,
    String descriptor,
    List<String> exceptions,
    String forbiddenOverride,
    int codeBytes) {

  void check(References references) {
    if ((access & Opcodes.ACC_NATIVE) != 0) {
      throw new Refusal("is native, active code is bytecode only");
    }
    if ((access & Opcodes.ACC_SYNCHRONIZED) != 0) {
      throw new Refusal(
          "is synchronized, active code may not lock",
          "one worker calls an instance; leave it out");
    }
    if (forbiddenOverride != null) {
      throw new Refusal("overrides " + forbiddenOverride + ", which active code may not");
    }
    references.checkDescriptor(descriptor);
    for (String exception : exceptions) {
      references.checkType(Type.getObjectType(exception));
    }
  }
}
