package dev.rosa.bundle;

import dev.rosa.bundle.admission.MemberNames;
import dev.rosa.bundle.admission.Refusal;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Outline of a bundle's class without its instructions: its name, its supertypes and its declared
 * members. Names are internal ({@code a/b/C}). Immutable.
 */
final class ClassOutline {

  private static final int MAGIC = 0xcafebabe;

  /** The oldest class files taken: Java 8; earlier ones escape the JVM's newer verifier. */
  private static final int OLDEST_MAJOR = Opcodes.V1_8;

  /** Java 17, the language level of the platform. */
  private static final int NEWEST_MAJOR = Opcodes.V17;

  private final String name;
  private final String superName;
  private final List<String> interfaces;
  private final int access;
  private final Map<Member, Integer> fields;
  private final Map<Member, Integer> methods;
  private final String sourceFile;
  private final long steps;
  private final List<Integer> codeBytes;

  private ClassOutline(ClassReader reader, MemberCollector collected, ClassFileLayout layout) {
    this.name = reader.getClassName();
    this.superName = reader.getSuperName();
    this.interfaces = List.of(reader.getInterfaces());
    this.access = reader.getAccess();
    this.fields = Collections.unmodifiableMap(collected.fields);
    this.methods = Collections.unmodifiableMap(collected.methods);
    this.sourceFile = collected.sourceFile;
    this.steps = layout.steps();
    this.codeBytes = layout.codeBytes();
  }

  /**
   * Outlines the class file at {@code path} in the bundle.
   *
   * @throws BundleException if it is no class file, of another version, of another class, or has
   *     more of something than a class may have
   */
  static ClassOutline read(String path, byte[] file) throws BundleException {
    checkVersion(path, file);
    try {
      ClassFileLayout layout = ClassFileLayout.read(file);
      ClassReader reader = new ClassReader(file);
      MemberCollector collector = new MemberCollector();
      reader.accept(collector, ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES);
      ClassOutline outline = new ClassOutline(reader, collector, layout);
      outline.checkNames(path);
      return outline;
    } catch (Refusal refusal) {
      throw new BundleException(path + " " + refusal.getMessage(), refusal);
    } catch (RuntimeException | StackOverflowError e) {
      throw new BundleException(path + " is not a valid class file", e);
    }
  }

  private static void checkVersion(String path, byte[] file) throws BundleException {
    if (file.length < 10 || ByteBuffer.wrap(file).getInt() != MAGIC) {
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
    if (superName == null) {
      throw new BundleException(path + " has no superclass");
    }
    if (Set.copyOf(interfaces).size() < interfaces.size()) {
      throw new BundleException(path + " names an interface twice");
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

  /** True if this class itself declares the field. */
  boolean declaresField(String field, String descriptor) {
    return fields.containsKey(new Member(field, descriptor));
  }

  /** True if this class itself declares the method. */
  boolean declaresMethod(String method, String descriptor) {
    return methods.containsKey(new Member(method, descriptor));
  }

  /** True if it declares that method, public. */
  boolean declaresPublic(String method, String descriptor) {
    return (methods.getOrDefault(new Member(method, descriptor), 0) & Opcodes.ACC_PUBLIC) != 0;
  }

  /** Fields and methods that it declares. */
  int memberCount() {
    return fields.size() + methods.size();
  }

  int fieldCount() {
    return fields.size();
  }

  int methodCount() {
    return methods.size();
  }

  /** Steps of a {@link StepBudget} that this class takes by itself, without its parents. */
  long steps() {
    return steps;
  }

  /** Bytes of instructions of each method, in the file's order; 0: it has none. */
  List<Integer> codeBytes() {
    return codeBytes;
  }

  /** Visitor that notes the declared fields and methods of a class. */
  private static final class MemberCollector extends ClassVisitor {
    private final Map<Member, Integer> fields = new HashMap<>();
    private final Map<Member, Integer> methods = new HashMap<>();
    private final Set<String> fieldNames = new HashSet<>();
    private final Set<String> methodNames = new HashSet<>();
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
      if (fieldNames.add(name)) {
        MemberNames.checkField(name);
      }
      add(fields, new Member(name, descriptor), access);
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      if (methodNames.add(name)) {
        MemberNames.checkMethod(name);
      }
      add(methods, new Member(name, descriptor), access);
      return null;
    }

    private static void add(Map<Member, Integer> members, Member member, int access) {
      if (members.put(member, access) != null) {
        throw new Refusal("declares " + member.name() + member.descriptor() + " twice");
      }
    }
  }

  /** A key that hash tables can put in order when hashes collide, and that copies no text. */
  private record Member(String name, String descriptor) implements Comparable<Member> {
    @Override
    public int compareTo(Member other) {
      int byName = name.compareTo(other.name);
      return byName == 0 ? descriptor.compareTo(other.descriptor) : byName;
    }
  }
}
