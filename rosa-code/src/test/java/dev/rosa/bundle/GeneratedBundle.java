package dev.rosa.bundle;

import dev.rosa.testkit.CompiledBundle;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Test kit: a bundle whose classes are written instruction by instruction, as no compiler would.
 */
public final class GeneratedBundle {

  private static final String MANIFEST = "Manifest-Version: 1.0\r\nRosa-Entry-Class: a.App\r\n\r\n";

  private final Map<String, byte[]> files = new LinkedHashMap<>();

  /** A bundle with the entry class {@code a.App}, which does nothing. */
  public GeneratedBundle() {
    files.put("META-INF/MANIFEST.MF", MANIFEST.getBytes(StandardCharsets.US_ASCII));
    application(Opcodes.ACC_PUBLIC, "java/lang/Object", writer -> {});
  }

  /** Writes the entry class anew, with this superclass and further members. */
  public GeneratedBundle application(int access, String parent, Consumer<ClassWriter> members) {
    return type(
        access | Opcodes.ACC_SUPER,
        "a/App",
        parent,
        new String[] {"dev/rosa/api/ActiveApplication"},
        writer -> {
          constructor(writer, parent);
          method(writer, "onPacket", "(Ldev/rosa/api/Packet;)V", code -> {});
          members.accept(writer);
        });
  }

  /** Adds a class or interface. */
  public GeneratedBundle type(
      int access, String name, String parent, String[] interfaces, Consumer<ClassWriter> members) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, access, name, null, parent, interfaces);
    members.accept(writer);
    writer.visitEnd();
    return file(name + ".class", writer.toByteArray());
  }

  /** Adds an abstract class without members. */
  public GeneratedBundle heir(String name, String parent) {
    return type(
        Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_SUPER,
        name,
        parent,
        new String[0],
        writer -> constructor(writer, parent));
  }

  /** Adds or replaces a file. */
  public GeneratedBundle file(String path, byte[] content) {
    files.put(path, content);
    return this;
  }

  /** A file as it is now. */
  public byte[] file(String path) {
    return files.get(path).clone();
  }

  /** Adds a public method that returns nothing, with these instructions before its return. */
  public static void method(
      ClassWriter writer, String name, String descriptor, Consumer<MethodVisitor> body) {
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, name, descriptor, null, null);
    code.visitCode();
    body.accept(code);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(4, 8);
    code.visitEnd();
  }

  private static void constructor(ClassWriter writer, String parent) {
    method(
        writer,
        "<init>",
        "()V",
        code -> {
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "<init>", "()V", false);
        });
  }

  /** The jar, deflated. */
  public byte[] jar() {
    return CompiledBundle.zip(files);
  }
}
