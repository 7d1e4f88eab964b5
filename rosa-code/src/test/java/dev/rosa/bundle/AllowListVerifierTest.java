package dev.rosa.bundle;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.testkit.CompiledBundle;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

@Tag("jdk")
class AllowListVerifierTest {

  private final AllowListVerifier verifier = new AllowListVerifier();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "System.exit(1);|java.lang.System.exit(int)",
        "System.out.println();|java.lang.System.out",
        "System.getProperty(\"user.home\");|java.lang.System.getProperty(java.lang.String)",
        "System.getenv();|java.lang.System.getenv()",
        "System.nanoTime();|java.lang.System.nanoTime()",
        "System.load(\"/tmp/x.so\");|java.lang.System.load(java.lang.String)",
        "Runtime.getRuntime().halt(1);|java.lang.Runtime",
        "new Thread(() -> {}).start();|java.lang.Thread",
        "Thread.currentThread();|java.lang.Thread",
        "Thread.onSpinWait();|java.lang.Thread",
        "ThreadLocal<String> t = null; t.get();|java.lang.ThreadLocal",
        "new ProcessBuilder(\"sh\");|java.lang.ProcessBuilder",
        "new java.io.File(\"/etc/passwd\").delete();|java.io.File",
        "java.nio.file.Path.of(\"/\");|java.nio.file.Path",
        "java.net.InetAddress.getLoopbackAddress();|java.net.InetAddress",
        "Object o = java.net.Socket.class;|java.net.Socket",
        "getClass().getClassLoader();|java.lang.Class.getClassLoader()",
        "packet.getClass().getDeclaredFields();|java.lang.Class.getDeclaredFields()",
        "packet.getClass().getName();|java.lang.Class.getName()",
        "Object m = java.lang.reflect.Method.class;|java.lang.reflect.Method",
        "java.lang.invoke.MethodHandles.lookup();|java.lang.invoke.MethodHandles",
        "Object v = java.lang.invoke.VarHandle.class;|java.lang.invoke.VarHandle",
        "java.util.ServiceLoader.load(Runnable.class);|java.util.ServiceLoader",
        "java.nio.ByteBuffer.allocateDirect(9);|java.nio.ByteBuffer.allocateDirect(int)",
        "\"a\".intern();|java.lang.String.intern()",
        "String.format(\"%d\", 1);|java.lang.String.format(java.lang.String,java.lang.Object[])",
        "\"a\".matches(\"(a*)*b\");|java.lang.String.matches(java.lang.String)",
        "\"a\".split(\"b\");|java.lang.String.split(java.lang.String)",
        "\"a\".toUpperCase();|java.lang.String.toUpperCase()",
        "java.util.Locale.getDefault();|java.util.Locale",
        "java.util.List.of(1).stream();|java.util.List.stream()",
        "java.util.Arrays.parallelSort(new int[9]);|java.util.Arrays.parallelSort(int[])",
        "new java.util.Random();|java.util.Random.<init>()",
        "Math.random();|java.lang.Math.random()",
        "new java.util.Timer();|java.util.Timer",
        "new java.util.Scanner(\"a\");|java.util.Scanner",
        "Integer.getInteger(\"a\");|java.lang.Integer.getInteger(java.lang.String)",
        "Character.getName('a');|java.lang.Character.getName(int)",
        "new Exception().printStackTrace();|java.lang.Exception.printStackTrace()",
        "new Exception().getStackTrace();|java.lang.Exception.getStackTrace()",
        "new PermissionDeniedException(\"\").printStackTrace();"
            + "|dev.rosa.api.PermissionDeniedException.printStackTrace()",
        "notifyAll();|java.lang.Object.notifyAll()",
        "new Object().hashCode(); packet.notify();|.notify()",
        "new int[0].getClass().getModifiers();|java.lang.Class.getModifiers()",
        "java.util.Collections.synchronizedList(null);|java.util.Collections.synchronizedList",
        "new java.util.concurrent.atomic.AtomicLong();|java.util.concurrent.atomic.AtomicLong",
        "Object o = new java.io.File[2][];|java.io.File",
        "Object o = null; boolean b = o instanceof java.io.InputStream;|java.io.InputStream",
        "Runnable r = System::gc; r.run();|java.lang.System.gc()",
        "java.util.function.Supplier<Object> s = Thread::new;|java.lang.Thread",
        "java.util.function.Function<String, String> f = String::intern;|java.lang.String.intern()",
        "Runnable r = (Runnable & java.io.Serializable) () ->" + " {};|has a serializable lambda",
        "synchronized (this) { }|synchronized block",
        "try { packet.drop(); } catch (StackOverflowError e) { }|java.lang.StackOverflowError",
        "new javax.crypto.spec.IvParameterSpec(new byte[1]);|javax.crypto.spec.IvParameterSpec",
      })
  void shouldRefuseWithPlaceWhenCodeUsesWhatIsNotListed(String body, String expected) {
    String message = refusal(CompiledBundle.onPacket(body));
    assertTrue(message.contains(expected), message);
    assertTrue(message.startsWith("net.example.App."), message);
    assertTrue(message.contains("(App.java:5)"), message);
    assertFalse(message.contains("\n"), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "protected void finalize() {}|overrides java.lang.Object.finalize()",
        "synchronized void lock() {}|is synchronized",
        "native void call();|is native",
        "java.io.File file;|java.io.File",
        "void read(java.io.InputStream in) {}|java.io.InputStream",
        "java.net.URL url() { return null; }|java.net.URL",
        "void fail() throws java.io.IOException {}|java.io.IOException",
        "static class T extends Thread {}|java.lang.Thread",
        "static class L extends ClassLoader {}|java.lang.ClassLoader",
        "static class S implements java.io.Serializable {}|java.io.Serializable",
        "static class H extends Exception { public StackTraceElement[] getStackTrace() { return"
            + " null; } }|overrides java.lang.Throwable.getStackTrace()",
        "interface P { void printStackTrace(); } static class E extends Exception implements P {}"
            + "|overrides java.lang.Throwable.printStackTrace()",
        "static class E extends Exception {} void f(E e) { e.printStackTrace(); }"
            + "|net.example.App$E.printStackTrace()",
        "static class B extends java.util.ArrayList<String> {}"
            + "|extends or implements java.util.ArrayList",
        "void f(java.util.ArrayList<String> l) { l.parallelStream(); }"
            + "|java.util.ArrayList.parallelStream()",
        "static { System.loadLibrary(\"c\"); }|java.lang.System.loadLibrary(java.lang.String)",
      })
  void shouldRefuseWhenMemberIsForbidden(String member, String expected) {
    String message = refusal(withMember(member));
    assertTrue(message.startsWith("net.example.App"), message);
    assertTrue(message.contains("(App.java"), message);
    assertTrue(message.contains(expected), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "int x = Math.max(1, Integer.bitCount(7)); long y = StrictMath.round(2.5);",
        "String s = \"n\" + packet.payloadLength() + 'c' + 1.5; s = s.trim().replace('a', 'b');",
        "byte[] a = new byte[9]; packet.copyPayload(0, a, 0, 9); System.arraycopy(a, 0, a, 1, 2);",
        "var b = java.nio.ByteBuffer.wrap(new byte[9]).order(java.nio.ByteOrder.LITTLE_ENDIAN);"
            + " b.putInt(3).flip(); b.getInt();",
        "var l = new java.util.ArrayList<Integer>(); l.add(3); for (int i : l)"
            + " packet.payloadByte(i); l.sort(java.util.Comparator.comparing(i -> -i));"
            + " l.removeIf(i -> i > 2);",
        "var m = new java.util.HashMap<String, Long>(); m.merge(\"a\", 1L, Long::sum);"
            + " m.forEach((k, v) -> packet.replacePayload(new byte[9], 0, 1));",
        "var m = new java.util.LinkedHashMap<Long, Long>(); m.put(1L, 1L); if (m.size() > 9)"
            + " m.remove(m.keySet().iterator().next());",
        "var d = new java.util.ArrayDeque<Long>(); d.push(1L); var b = new java.util.BitSet();"
            + " b.set(3);",
        "var o = java.util.Optional.of(3).map(i -> i + 1).orElseThrow();",
        "record P(int x, String y) {} new P(1, \"a\").equals(new P(2, \"b\")); new P(1,"
            + " null).toString();",
        "enum E { A, B } switch (E.valueOf(\"A\")) { case A -> packet.drop(); case B -> {} }"
            + " E.values();",
        "switch (\"a\") { case \"b\": packet.drop(); break; default: }",
        "try { packet.drop(); } catch (PermissionDeniedException e) { e.getMessage(); } finally {"
            + " }",
        "assert packet.payloadLength() > 0 : \"empty\"; if (getClass() == null) throw new"
            + " IllegalStateException(\"x\");",
        "int[] c = {3, 1}; java.util.Arrays.sort(c); int[] d = c.clone(); java.util.Arrays.fill(d,"
            + " 1);",
        "var r = new java.util.Random(7); r.nextInt(9); new java.util.zip.CRC32().update(new"
            + " byte[3]);",
        "java.util.function.IntBinaryOperator f = Math::max; f.applyAsInt(1, 2);",
        "new String(new byte[3], java.nio.charset.StandardCharsets.UTF_8).codePointAt(0);",
        "java.util.List.of(1, 2).contains(3); java.util.Map.of(1, 2).entrySet().iterator().next();",
        "StringBuilder s = new StringBuilder(); s.append(1).append('c').insert(0, \"x\").reverse();"
            + " s.setLength(0); s.charAt(0);",
        "java.util.BitSet.valueOf(new long[2]).nextSetBit(0);",
      })
  void shouldAcceptWhenCodeOnlyComputes(String body) {
    assertDoesNotThrow(() -> verify(CompiledBundle.onPacket(body)));
  }

  /** Twins pay for each place of them: in the JDK the whole JVM would stand still meanwhile. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"text\".indexOf(\"x\");",
        "\"text\".indexOf(\"x\", 1);",
        "\"text\".contains(\"x\");",
        "\"text\".replace(\"x\", \"y\");",
        "new StringBuilder().indexOf(\"x\");",
      })
  void shouldAcceptSearchesForTextInTextAsTheyArePaid(String body) {
    assertDoesNotThrow(() -> verify(CompiledBundle.onPacket(body)));
  }

  /** Without a price: the time or the result has no bound, or it differs between JDKs. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "java.util.Collections.nCopies(9, 1);|java.util.Collections.nCopies",
        "new java.util.ArrayList<Long>().subList(0, 0);|java.util.ArrayList.subList(int,int)",
        "java.util.function.Function<Long, Long> f = null; f.andThen(f);|Function.andThen",
        "Double.toString(1);|java.lang.Double.toString(double)",
        "Float.parseFloat(``);|java.lang.Float.parseFloat",
        "double d = 1; d += packet.sequence(); String s = `x` + d;|makes a text of a double",
        "float f = packet.sequence(); String s = `x` + f;|makes a text of a float",
        "Math.sin(1);|java.lang.Math.sin(double)",
        "Character.getType('a');|java.lang.Character.getType(char)",
        "System.identityHashCode(this);|java.lang.System.identityHashCode",
        "`x`.getBytes();|java.lang.String.getBytes()",
        "`x`.isBlank();|java.lang.String.isBlank()",
        "class L extends java.util.ArrayList<Long> {}|extends or implements java.util.ArrayList",
        "Counter c = n -> {};|extends or implements dev.rosa.api.Counter",
        "class I implements Iterable<Long> { public java.util.Iterator<Long> iterator() { return"
            + " null; } void f() { Iterable.super.forEach(l -> {}); } }|java.lang.Iterable.forEach",
      })
  void shouldRefuseWhatHasNoPrice(String body, String expected) {
    String message = refusal(CompiledBundle.onPacket(body.replace('`', '"')));
    assertTrue(message.contains(expected), message);
  }

  @Test
  void shouldAcceptSearchesForACharacter() {
    assertDoesNotThrow(
        () ->
            verify(
                CompiledBundle.onPacket(
                    "\"text\".replace('x', 'y').indexOf('x', \"text\".lastIndexOf(\"x\"));")));
  }

  @Test
  void shouldNameNestedClassAndLineWhenHelperClassMisbehaves() {
    String message =
        refusal(
            CompiledBundle.onPacket("new Deep().run();")
                .source(
                    "net.example.Deep",
                    """
                    package net.example;
                    class Deep {
                      void run() {
                        System.gc();
                      }
                    }
                    """));
    assertEquals(
        "net.example.Deep.run (Deep.java:4) uses java.lang.System.gc(), which is neither in the"
            + " bundle nor on the list of what active code may use",
        message);
  }

  @Test
  void shouldRefuseWhenClassOfAnotherJarIsMissing() {
    CompiledBundle bundle = CompiledBundle.onPacket("new Other();");
    bundle.source("net.example.Other", "package net.example; class Other {}");
    Map<String, byte[]> files = bundle.classFiles();
    byte[] app = files.get("net/example/App.class");
    String message =
        refusal(
            CompiledBundle.of("net.example.App", "package net.example; class Unused {}")
                .file("net/example/App.class", app));
    assertTrue(message.contains("net.example.Other"), message);
  }

  @Test
  void shouldRefuseWhenInterfaceOfTheBundleLendsItsNameToAStaticMethodThatIsNotListed() {
    CompiledBundle bundle = CompiledBundle.onPacket("Direct.allocateDirect(9);");
    bundle.source(
        "net.example.Direct",
        """
        package net.example;
        class Direct {
          static java.nio.ByteBuffer allocateDirect(int bytes) { return null; }
        }
        """);
    bundle.source(
        "net.example.Named",
        """
        package net.example;
        interface Named {
          static java.nio.ByteBuffer allocateDirect(int bytes) { return null; }
        }
        """);
    bundle.file("net/example/Direct.class", directBuffers());
    String message = refusal(bundle);
    assertTrue(message.contains("net.example.Direct.allocateDirect(int)"), message);
  }

  /** Without a constructor, which javac would add: the JVM finds the buffer's own method first. */
  private static byte[] directBuffers() {
    ClassWriter writer = new ClassWriter(0);
    String[] interfaces = {"net/example/Named"};
    int access = Opcodes.ACC_ABSTRACT | Opcodes.ACC_SUPER;
    writer.visit(
        Opcodes.V17, access, "net/example/Direct", null, "java/nio/ByteBuffer", interfaces);
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static CompiledBundle withMember(String member) {
    return CompiledBundle.of(
        "net.example.App",
        """
        package net.example;
        public class App implements dev.rosa.api.ActiveApplication {
          %s
          @Override public void onPacket(dev.rosa.api.Packet packet) {}
        }
        """
            .formatted(member));
  }

  private void verify(CompiledBundle bundle) throws BundleException {
    verifier.verify(CodeBundle.open(bundle.jar(), BundleLimits.defaults()));
  }

  private String refusal(CompiledBundle bundle) {
    return assertThrows(BundleException.class, () -> verify(bundle)).getMessage();
  }
}
