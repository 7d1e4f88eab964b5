package dev.rosa.bundle;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A class of a bundle without its instructions: what it is called, extends and declares. Names are
 * internal ({@code a/b/C}). Immutable.
 */
final class ClassOutline {

  /** The oldest class files taken: Java 8; earlier ones escape the JVM's newer verifier. */
  private static final int OLDEST_MAJOR = Opcodes.V1_8;

  /** Java 17, the language level of the platform. */
  private static final int NEWEST_MAJOR = Opcodes.V17;

  private final String name;
  private final String superName;
  private final List<String> interfaces;
  private final int access;
  private final Map<String, Integer> members;
  private final String sourceFile;

  private ClassOutline(ClassReader reader, MemberCollector collected) {
    this.name = reader.getClassName();
    this.superName = reader.getSuperName();
    this.interfaces = List.of(reader.getInterfaces());
    this.access = reader.getAccess();
    this.members = Collections.unmodifiableMap(collected.members);
    this.sourceFile = collected.sourceFile;
  }

  /**
   * Outlines the class file at {@code path} in the bundle.
   *
   * @throws BundleException if it is no class file, of another version, or of another class
   */
  static ClassOutline read(String path, byte[] file) throws BundleException {
    checkVersion(path, file);
    try {
      ClassReader reader = new ClassReader(file);
      MemberCollector collector = new MemberCollector();
      reader.accept(collector, ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES);
      ClassOutline outline = new ClassOutline(reader, collector);
      outline.checkNames(path);
      return outline;
    } catch (RuntimeException | StackOverflowError e) {
      throw new BundleException(path + " is not a valid class file", e);
    }
  }

  private static void checkVersion(String path, byte[] file) throws BundleException {
    if (file.length < 10 || file[0] != (byte) 0xca || file[1] != (byte) 0xfe) {
      throw new BundleException(path + " is not a class file");
    }
    int major = ((file[6] & 0xff) << 8) | (file[7] & 0xff);
    if (major < OLDEST_MAJOR || major > NEWEST_MAJOR) {
      throw new BundleException(
          "%s has class file version %d, expected %d to %d (compile with --release 17 or lower)"
              .formatted(path, major, OLDEST_MAJOR, NEWEST_MAJOR));
    }
    if (file[4] != 0 || file[5] != 0) {
      throw new BundleException(path + " uses preview features of a JDK");
    }
  }

  /** Names end up in logs, where nothing may look like a line of its own. */
  private void checkNames(String path) throws BundleException {
    if (!path.equals(name + ".class")) {
      throw new BundleException(path + " holds the class " + sourceName());
    }
    if ((access & Opcodes.ACC_MODULE) != 0) {
      throw new BundleException(path + ": a bundle is no module, leave module-info out");
    }
    for (String member : members.keySet()) {
      if (!member.codePoints().allMatch(BundleException::isPrintable)) {
        throw new BundleException(path + " has a member whose name cannot be printed: " + member);
      }
    }
    if (superName == null) {
      throw new BundleException(path + " has no superclass");
    }
  }

  String name() {
    return name;
  }

  /** As source code writes it, nested classes with {@code $}. */
  String sourceName() {
    return name.replace('/', '.');
  }

  /** As the compiler noted it, or null. */
  String sourceFile() {
    return sourceFile;
  }

  String superName() {
    return superName;
  }

  List<String> interfaces() {
    return interfaces;
  }

  boolean isInterface() {
    return (access & Opcodes.ACC_INTERFACE) != 0;
  }

  boolean has(int accessFlag) {
    return (access & accessFlag) != 0;
  }

  /** Whether this class itself declares the method or field. */
  boolean declares(String member, String descriptor) {
    return members.containsKey(member + descriptor);
  }

  /** Whether it declares that method, public. */
  boolean declaresPublic(String member, String descriptor) {
    return (members.getOrDefault(member + descriptor, 0) & Opcodes.ACC_PUBLIC) != 0;
  }

  private static final class MemberCollector extends ClassVisitor {
    private final Map<String, Integer> members = new HashMap<>();
    private String sourceFile;

    MemberCollector() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitSource(String source, String debug) {
      sourceFile = source;
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      members.put(name + descriptor, access);
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      members.put(name + descriptor, access);
      return null;
    }
  }
}
