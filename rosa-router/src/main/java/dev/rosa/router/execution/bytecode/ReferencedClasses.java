package dev.rosa.router.execution.bytecode;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;

/**
 * Reader of the names of the classes that a class file refers to, for initialising them. Stateless.
 */
final class ReferencedClasses {

  /** The tag of a class in a constant pool (JVM specification §4.4). */
  private static final int CLASS_TAG = 7;

  private ReferencedClasses() {}

  /** Their names, as {@link Class#getName} writes them. */
  static Set<String> of(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    char[] buffer = new char[reader.getMaxStringLength()];
    Set<String> names = new HashSet<>();
    for (int i = 1; i < reader.getItemCount(); i++) {
      int offset = reader.getItem(i);
      // The second half of a long or double has no place of its own.
      if (offset > 0 && reader.readByte(offset - 1) == CLASS_TAG) {
        names.add(reader.readUTF8(offset, buffer).replace('/', '.'));
      }
    }
    return names;
  }
}
