package dev.rosa.metering.instrument;

import java.util.Arrays;
import org.objectweb.asm.ClassReader;

/** Sizes of the code in a class file that this build has written. One file's. */
final class CodeSizes {

  private static final String CODE = "Code";

  /** Bytes of access, name and descriptor of a field or method. */
  private static final int MEMBER_HEAD = 6;

  /** Bytes of name and length of an attribute. */
  private static final int ATTRIBUTE_HEAD = 6;

  /** Bytes from an attribute's start to the length of the code, after its stack and locals. */
  private static final int TO_CODE_LENGTH = ATTRIBUTE_HEAD + 4;

  private final ClassReader file;
  private final char[] names;
  private int at;

  CodeSizes(byte[] file) {
    this.file = new ClassReader(file);
    this.names = new char[this.file.getMaxStringLength()];
  }

  /** Bytes of each method's code in the order of the file; 0: it has none. */
  int[] ofMethods() {
    int supertypes = file.header + 6;
    at = supertypes + 2 + 2 * file.readUnsignedShort(supertypes);
    members();
    return members();
  }

  private int[] members() {
    int[] bytes = new int[file.readUnsignedShort(at)];
    at += 2;
    Arrays.setAll(bytes, member -> codeOfMember());
    return bytes;
  }

  private int codeOfMember() {
    int code = 0;
    int attributes = file.readUnsignedShort(at + MEMBER_HEAD);
    at += MEMBER_HEAD + 2;
    for (int i = 0; i < attributes; i++) {
      if (CODE.equals(file.readUTF8(at, names))) {
        code = file.readInt(at + TO_CODE_LENGTH);
      }
      at += ATTRIBUTE_HEAD + file.readInt(at + 2);
    }
    return code;
  }
}
