package dev.rosa.bundle;

import dev.rosa.bundle.admission.Refusal;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Check of the structure of one class file (JVMS §4), byte by byte, before ASM or a JVM reads it.
 * It refuses what no compiler writes and what makes either of them slow or worse: a JVM reads
 * nested annotations recursively on the native stack. It finds out how many steps the class will
 * take. Linear in the size of the file; allocates in proportion to it.
 */
final class ClassFileLayout {

  static final int MOST_INTERFACES = 64;

  /** Most fields of one class, and most methods of one class. */
  static final int MOST_MEMBERS = 4_096;

  /** Most bytes of annotations or of a record's components: three bytes are a level of nesting. */
  static final int MOST_NESTING_BYTES = 2_048;

  /**
   * Most dimensions of an array type. A JVM's type checker compares array types one dimension after
   * the other; compilers write three at most.
   */
  static final int MOST_DIMENSIONS = 8;

  /** Most bytes of a class's name: a JVM reads that of an array's class at each comparison. */
  static final int MOST_NAME_BYTES = 1_024;

  /** Most bytes of an attribute that neither is code nor describes code. */
  static final int MOST_ATTRIBUTE_BYTES = 16_384;

  private static final String METHODS = "methods";
  private static final int MAGIC_AND_VERSION_BYTES = 8;
  private static final int ACCESS_AND_NAMES_BYTES = 6;
  private static final int STEPS_PER_BYTE = 4;

  /** A router looks up each class that is named and that its loader may find. */
  private static final int STEPS_PER_NAMED_CLASS = 500;

  /** Each comparison of array types looks up two names per dimension. */
  private static final long STEPS_PER_DIMENSION = 2;

  private static final int UTF8 = 1;
  private static final int CLASS = 7;

  /** Bytes behind the tag, by tag; 0: not in a class file of an application. */
  private static final int[] CONSTANT_BYTES = {
    0, 0, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 0, 4, 2, 2
  };

  private final ByteBuffer file;
  private int[] constants;

  /** Most dimensions of an array type that a constant may name. */
  private int dimensions;

  private long steps;

  /** Bytes of instructions of each method, in the file's order. */
  private final List<Integer> codeBytes = new ArrayList<>();

  private ClassFileLayout(byte[] file) {
    this.file = ByteBuffer.wrap(file);
  }

  /**
   * Steps that reading, checking and linking this class take, without those for its place among
   * other classes.
   *
   * @throws Refusal if it is no class file, or has more of something than a limit here allows
   */
  static long steps(byte[] file) {
    return read(file).steps;
  }

  /**
   * Reads a class file.
   *
   * @throws Refusal as {@link #steps(byte[])} does
   */
  static ClassFileLayout read(byte[] file) {
    try {
      ClassFileLayout layout = new ClassFileLayout(file);
      layout.walk();
      return layout;
    } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new Refusal("is not a valid class file: it ends too early");
    }
  }

  /** Steps of this class. */
  long steps() {
    return steps;
  }

  /** Bytes of instructions of each method, in the file's order; 0: it has none. */
  List<Integer> codeBytes() {
    return List.copyOf(codeBytes);
  }

  private void walk() {
    steps = (long) STEPS_PER_BYTE * file.capacity();
    skip(MAGIC_AND_VERSION_BYTES);
    constants();
    skip(ACCESS_AND_NAMES_BYTES);
    int interfaces = Short.toUnsignedInt(file.getShort());
    requireAtMost(MOST_INTERFACES, interfaces, "interfaces");
    skip(2 * interfaces);
    members("fields");
    members(METHODS);
    attributes();
    if (file.hasRemaining()) {
      throw new Refusal(
          "is not a valid class file: %d bytes follow it".formatted(file.remaining()));
    }
  }

  private void constants() {
    constants = new int[Short.toUnsignedInt(file.getShort())];
    for (int i = 1; i < constants.length; i++) {
      constants[i] = file.position();
      int tag = file.get();
      if (tag == UTF8) {
        text(Short.toUnsignedInt(file.getShort()));
      } else if (tag > 0 && tag < CONSTANT_BYTES.length && CONSTANT_BYTES[tag] > 0) {
        skip(CONSTANT_BYTES[tag]);
      } else {
        throw new Refusal("has a constant of kind " + tag + ", which active code may not have");
      }
      steps += tag == CLASS ? STEPS_PER_NAMED_CLASS : 0;
      // A long or double takes two places.
      i += tag == 5 || tag == 6 ? 1 : 0;
    }
    classNames();
  }

  private void classNames() {
    for (int position : constants) {
      if (position > 0 && file.get(position) == CLASS) {
        int name = constants[Short.toUnsignedInt(file.getShort(position + 1))];
        requireName(Short.toUnsignedInt(file.getShort(name + 1)));
      }
    }
  }

  private static void requireName(int bytes) {
    requireAtMost(MOST_NAME_BYTES, bytes, "bytes of a class's name");
  }

  /** Looks through a text: any may serve as a descriptor. */
  private void text(int length) {
    int run = 0;
    int name = -1;
    for (int i = 0; i < length; i++) {
      byte character = file.get();
      if (character == ';' && name > 0) {
        requireName(name);
      }
      name = nameAfter(name, run, character);
      run = character == '[' ? run + 1 : 0;
      dimensions = Math.max(dimensions, run);
    }
    requireAtMost(MOST_DIMENSIONS, dimensions, "dimensions of an array type");
  }

  /** Bytes so far of the name of an array's class; negative outside of one. */
  private static int nameAfter(int name, int run, byte character) {
    if (run > 0 && character == 'L') {
      return 0;
    }
    boolean ends = character == ';' || character == '[' || character == '.';
    return name < 0 || ends ? -1 : name + 1;
  }

  private void members(String kind) {
    int count = Short.toUnsignedInt(file.getShort());
    requireAtMost(MOST_MEMBERS, count, kind);
    for (int i = 0; i < count; i++) {
      skip(6);
      int bytes = attributes();
      if (kind.equals(METHODS)) {
        codeBytes.add(bytes);
      }
    }
  }

  /** Reads attributes; returns the bytes of instructions among them. */
  private int attributes() {
    int bytes = 0;
    int count = Short.toUnsignedInt(file.getShort());
    for (int i = 0; i < count; i++) {
      String name = utf8(Short.toUnsignedInt(file.getShort()));
      ByteBuffer content = content(file);
      if (name.equals("Code")) {
        // Behind the words of stack and of locals.
        bytes = content.getInt(4);
        steps += Math.max(1, STEPS_PER_DIMENSION * dimensions) * CodeLayout.steps(content, this);
      } else {
        checkSize(name, content.remaining());
      }
    }
    return bytes;
  }

  /** The bytes of the attribute at {@code buffer}'s position, which moves behind them. */
  static ByteBuffer content(ByteBuffer buffer) {
    int length = buffer.getInt();
    ByteBuffer content = buffer.slice(buffer.position(), length);
    buffer.position(buffer.position() + length);
    return content;
  }

  /** Refuses an attribute that is larger than its kind needs; charges for one that is not. */
  void checkSize(String name, int bytes) {
    boolean mayNest =
        name.endsWith("Annotations") || name.equals("AnnotationDefault") || name.equals("Record");
    requireAtMost(mayNest ? MOST_NESTING_BYTES : MOST_ATTRIBUTE_BYTES, bytes, "bytes of " + name);
    // A JVM compares the entries of some tables with each other.
    long entries = bytes / 8;
    steps += entries * entries / 2;
  }

  /** The constant's text, as far as attributes are told apart by it. */
  String utf8(int index) {
    int position = constants[index];
    if (position == 0 || file.get(position) != UTF8) {
      throw new Refusal("is not a valid class file: an attribute has no name");
    }
    int length = Math.min(40, Short.toUnsignedInt(file.getShort(position + 1)));
    byte[] text = new byte[length];
    file.get(position + 3, text);
    for (byte character : text) {
      if (character < 0) {
        throw new Refusal("has an attribute whose name is not ASCII");
      }
    }
    return new String(text, StandardCharsets.US_ASCII);
  }

  private void skip(int bytes) {
    file.position(file.position() + bytes);
  }

  static void requireAtMost(int most, int count, String what) {
    if (count > most) {
      throw new Refusal("has %d %s, at most %d are taken".formatted(count, what, most));
    }
  }
}
