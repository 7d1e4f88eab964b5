package dev.rosa.code;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Second scanner of class files: it reads constant pool and instructions byte by byte, without ASM,
 * and lists what the instructions refer to. For files that a JVM takes.
 */
final class RawClassFile {

  /**
   * Reference of an instruction, a handler or a parent.
   *
   * @param name of a member; empty: the owner as a type
   */
  record Use(String owner, String name, String descriptor) {}

  private static final int[] CONSTANT_BYTES = {
    0, 0, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2
  };

  private final ByteBuffer file;
  private final int[] constants;

  /** Offsets of texts in the file, behind their lengths, with those. */
  private final List<Integer> texts = new ArrayList<>();

  /** Offsets of instructions' first bytes, and of constants' numbers in them. */
  private final List<Integer> instructions = new ArrayList<>();

  private final List<Integer> operands = new ArrayList<>();
  private final List<Integer> handles = new ArrayList<>();
  private final Set<Use> uses = new HashSet<>();
  private final Set<String> declared = new HashSet<>();
  private final List<String> parents = new ArrayList<>();
  private String name = "";

  private RawClassFile(byte[] bytes) {
    file = ByteBuffer.wrap(bytes);
    constants = new int[Short.toUnsignedInt(file.getShort(8))];
  }

  static RawClassFile read(byte[] bytes) {
    RawClassFile read = new RawClassFile(bytes);
    read.walk();
    return read;
  }

  String name() {
    return name;
  }

  /** Superclass and interfaces. */
  List<String> parents() {
    return parents;
  }

  Set<Use> uses() {
    return uses;
  }

  /** True if the class declares this member. */
  boolean declares(String member, String descriptor) {
    return declared.contains(member + descriptor);
  }

  List<Integer> texts() {
    return texts;
  }

  List<Integer> instructions() {
    return instructions;
  }

  List<Integer> operands() {
    return operands;
  }

  private void walk() {
    file.position(10);
    for (int i = 1; i < constants.length; i++) {
      constants[i] = file.position();
      int tag = file.get();
      int bytes = tag == 1 ? Short.toUnsignedInt(file.getShort()) : CONSTANT_BYTES[tag];
      if (tag == 1) {
        texts.add(file.position());
      }
      file.position(file.position() + bytes);
      i += tag == 5 || tag == 6 ? 1 : 0;
    }
    file.getShort();
    name = className(u2());
    parent(u2());
    for (int i = u2(); i > 0; i--) {
      parent(u2());
    }
    members();
    members();
    attributes();
    handles.forEach(this::handle);
  }

  private int u2() {
    return Short.toUnsignedInt(file.getShort());
  }

  private void parent(int index) {
    parents.add(className(index));
    use(className(index), "", "");
  }

  private void use(String owner, String member, String descriptor) {
    uses.add(new Use(owner, member, descriptor));
  }

  private void members() {
    for (int i = u2(); i > 0; i--) {
      u2();
      declared.add(text(u2()) + text(u2()));
      attributes();
    }
  }

  private void attributes() {
    for (int i = u2(); i > 0; i--) {
      String attribute = text(u2());
      int end = file.getInt() + file.position();
      if (attribute.equals("Code")) {
        code();
      } else if (attribute.equals("BootstrapMethods")) {
        bootstraps();
      }
      file.position(end);
    }
  }

  private void bootstraps() {
    for (int i = u2(); i > 0; i--) {
      handles.add(u2());
      for (int j = u2(); j > 0; j--) {
        int argument = u2();
        if (tag(argument) == 15) {
          handles.add(argument);
        }
      }
    }
  }

  private void code() {
    file.getInt();
    int start = file.position() + 4;
    int end = file.getInt() + start;
    for (int at = start; at < end; at += length(at, start)) {
      instruction(at);
    }
    file.position(end);
    for (int i = u2(); i > 0; i--) {
      file.position(file.position() + 6);
      int type = u2();
      if (type > 0) {
        use(className(type), "", "");
      }
    }
  }

  private void instruction(int at) {
    instructions.add(at);
    int opcode = Byte.toUnsignedInt(file.get(at));
    int index = Short.toUnsignedInt(file.getShort(Math.min(at + 1, file.capacity() - 2)));
    switch (opcode) {
      case 0x12 -> constant(Byte.toUnsignedInt(file.get(at + 1)));
      case 0x13, 0x14 -> constant(index);
      case 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9 -> {
        operands.add(at + 1);
        member(index);
      }
      case 0xbb, 0xbd, 0xc0, 0xc1, 0xc5 -> {
        operands.add(at + 1);
        use(className(index), "", "");
      }
      default -> {
        // Refers to nothing outside of the method, or to a bootstrap.
      }
    }
  }

  private void constant(int index) {
    if (tag(index) == 7) {
      use(className(index), "", "");
    } else if (tag(index) == 15) {
      handle(index);
    }
  }

  private void handle(int index) {
    member(Short.toUnsignedInt(file.getShort(constants[index] + 2)));
  }

  private void member(int index) {
    int at = constants[index];
    int described = constants[Short.toUnsignedInt(file.getShort(at + 3))];
    use(
        className(Short.toUnsignedInt(file.getShort(at + 1))),
        text(Short.toUnsignedInt(file.getShort(described + 1))),
        text(Short.toUnsignedInt(file.getShort(described + 3))));
  }

  private int tag(int index) {
    return file.get(constants[index]);
  }

  /** A class's name without the dimensions of an array. */
  private String className(int index) {
    if (index == 0) {
      return "";
    }
    return text(Short.toUnsignedInt(file.getShort(constants[index] + 1)));
  }

  private String text(int index) {
    int at = constants[index];
    int length = Short.toUnsignedInt(file.getShort(at + 1));
    byte[] bytes = new byte[length];
    file.get(at + 3, bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static boolean within(int opcode, int first, int last) {
    return opcode >= first && opcode <= last;
  }

  private int length(int at, int start) {
    int opcode = Byte.toUnsignedInt(file.get(at));
    int operandsAt = start + ((at - start + 4) & ~3);
    return switch (opcode) {
      case 0xaa ->
          operandsAt
              + 12
              + 4 * (file.getInt(operandsAt + 8) - file.getInt(operandsAt + 4) + 1)
              - at;
      case 0xab -> operandsAt + 8 + 8 * file.getInt(operandsAt + 4) - at;
      case 0xc4 -> Byte.toUnsignedInt(file.get(at + 1)) == 0x84 ? 6 : 4;
      case 0xb9, 0xba, 0xc8, 0xc9 -> 5;
      case 0xc5 -> 4;
      case 0x10, 0x12, 0xbc, 0xa9 -> 2;
      case 0x11, 0x13, 0x14, 0x84, 0xbb, 0xbd, 0xc0, 0xc1, 0xc6, 0xc7 -> 3;
      default -> {
        boolean local = within(opcode, 0x15, 0x19) || within(opcode, 0x36, 0x3a);
        boolean wide = within(opcode, 0x99, 0xa8) || within(opcode, 0xb2, 0xb8);
        yield local ? 2 : wide ? 3 : 1;
      }
    };
  }
}
