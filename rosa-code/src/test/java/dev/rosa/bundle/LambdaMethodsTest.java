package dev.rosa.bundle;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.testkit.CompiledBundle;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The methods of the class that the JVM makes of a lambda are methods of its interface. */
@Tag("jdk")
class LambdaMethodsTest {

  @ParameterizedTest
  @ValueSource(strings = {"Runnable r = () -> {};", "Runnable r = (Runnable & Mark) () -> {};"})
  void shouldRefuseLambdaWhoseClassWouldHaveAMethodOfAnotherName(String statement) {
    CompiledBundle bundle = CompiledBundle.onPacket(statement);
    bundle.source("net.example.Mark", "package net.example; interface Mark {}");
    bundle.file("net/example/App.class", renamed(bundle.classFiles().get("net/example/App.class")));
    String message = refusal(bundle);
    assertTrue(message.contains("java.lang.Runnable.finalize()"), message);
  }

  @Test
  void shouldRefuseLambdaWhoseBridgeIsNoMethodOfItsInterface() {
    CompiledBundle bundle = CompiledBundle.onPacket("End end = (End & Mark) () -> 1;");
    bundle.source("net.example.Mark", "package net.example; interface Mark {}");
    bundle.source("net.example.End", "package net.example; interface End { int close(); }");
    bundle.file("net/example/App.class", bridged(bundle.classFiles().get("net/example/App.class")));
    String message = refusal(bundle);
    assertTrue(message.contains("net.example.End.close()"), message);
  }

  /** The same class with lambdas' methods named {@code finalize}. */
  private static byte[] renamed(byte[] type) {
    return withLambdas(
        type,
        (visitor, site) ->
            visitor.visitInvokeDynamicInsn(
                "finalize", site.descriptor(), site.bootstrap(), site.arguments().toArray()));
  }

  /** The same class with a bridge of no result for each lambda (FLAG_BRIDGES). */
  private static byte[] bridged(byte[] type) {
    return withLambdas(
        type,
        (visitor, site) -> {
          Object[] arguments = Arrays.copyOf(site.arguments().toArray(), 6);
          arguments[3] = 4;
          arguments[4] = 1;
          arguments[5] = Type.getMethodType("()V");
          visitor.visitInvokeDynamicInsn(
              site.name(), site.descriptor(), site.bootstrap(), arguments);
        });
  }

  private record CallSite(
      String name, String descriptor, Handle bootstrap, List<Object> arguments) {}

  private static byte[] withLambdas(byte[] type, BiConsumer<MethodVisitor, CallSite> change) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(type)
        .accept(
            new ClassVisitor(Opcodes.ASM9, writer) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] thrown) {
                return changing(
                    super.visitMethod(access, name, descriptor, signature, thrown), change);
              }
            },
            0);
    return writer.toByteArray();
  }

  private static MethodVisitor changing(
      MethodVisitor to, BiConsumer<MethodVisitor, CallSite> change) {
    return new MethodVisitor(Opcodes.ASM9, to) {
      @Override
      public void visitInvokeDynamicInsn(
          String name, String descriptor, Handle bootstrap, Object... arguments) {
        change.accept(to, new CallSite(name, descriptor, bootstrap, List.of(arguments)));
      }
    };
  }

  private static String refusal(CompiledBundle bundle) {
    return assertThrows(
            BundleException.class,
            () ->
                new AllowListVerifier()
                    .verify(CodeBundle.open(bundle.jar(), BundleLimits.defaults())))
        .getMessage();
  }
}
