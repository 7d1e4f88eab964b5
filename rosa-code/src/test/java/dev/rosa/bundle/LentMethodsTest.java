package dev.rosa.bundle;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.testkit.CompiledBundle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;

@Tag("jdk")
class LentMethodsTest {

  private static final String AND_THEN =
      "(Ljava/util/function/Function;)Ljava/util/function/Function;";
  private static final int INTERFACE =
      Opcodes.ACC_PUBLIC | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT;
  private static final int CLASS = Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_SUPER;

  private final AllowListVerifier verifier = new AllowListVerifier();

  /** A bundle whose interface a/Lender has a method of {@code Function}'s under its own name. */
  private static GeneratedBundle lender() {
    return new GeneratedBundle()
        .type(
            INTERFACE,
            "a/Lender",
            "java/lang/Object",
            new String[0],
            type ->
                type.visitMethod(
                        Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, "andThen", AND_THEN, null, null)
                    .visitEnd());
  }

  private String refusal(byte[] jar) {
    return assertThrows(
            BundleException.class,
            () -> verifier.verify(CodeBundle.open(jar, BundleLimits.defaults())))
        .getMessage();
  }

  @Test
  void shouldRefuseClassThatAnswersForItsInterfaceByADefaultMethodOfTheJdk() {
    byte[] jar =
        lender()
            .type(
                CLASS,
                "a/Both",
                "java/lang/Object",
                new String[] {"java/util/function/Function", "a/Lender"},
                type -> {})
            .jar();
    String refusal = refusal(jar);
    assertTrue(refusal.startsWith("a.Both inherits java.util.function.Function.andThen("), refusal);
    assertTrue(refusal.contains("which a.Lender declares as its own"), refusal);
  }

  @Test
  void shouldRefuseInterfaceWithSuchParentsSinceALambdaMayImplementIt() {
    byte[] jar =
        lender()
            .type(
                INTERFACE,
                "a/Both",
                "java/lang/Object",
                new String[] {"a/Lender", "java/util/function/Function"},
                type -> {})
            .jar();
    assertTrue(refusal(jar).startsWith("a.Both inherits "));
  }

  @Test
  void shouldRefuseParentsThatComeTogetherInASubclass() {
    byte[] jar =
        lender()
            .type(
                CLASS,
                "a/Parent",
                "java/lang/Object",
                new String[] {"java/util/function/Function"},
                type -> {})
            .type(CLASS, "a/Child", "a/Parent", new String[] {"a/Lender"}, type -> {})
            .jar();
    assertTrue(refusal(jar).startsWith("a.Child inherits "));
  }

  @Test
  void shouldRefuseLambdaOfSeveralInterfaces() {
    CompiledBundle bundle =
        CompiledBundle.onPacket(
            "interface Mark { } Runnable both = (Runnable & Mark) () -> { }; both.run();");
    assertTrue(refusal(bundle.jar()).contains("has a lambda of several interfaces"));
  }

  @Test
  void shouldAdmitClassWithAMethodOfItsOwnInPlaceOfADefaultOne() throws BundleException {
    byte[] jar =
        CompiledBundle.of(
                "net.example.App",
                """
                package net.example;
                import dev.rosa.api.*;
                import java.util.Comparator;
                public final class App implements ActiveApplication, Comparator<Integer> {
                  @Override public int compare(Integer a, Integer b) { return a - b; }
                  @Override public Comparator<Integer> reversed() { return this; }
                  @Override public void onPacket(Packet packet) { }
                }
                """)
            .jar();
    CodeBundle bundle = CodeBundle.open(jar, BundleLimits.defaults());
    assertDoesNotThrow(() -> verifier.verify(bundle));
    assertEquals("net.example.App", bundle.entryClass());
  }
}
