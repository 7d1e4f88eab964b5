package dev.rosa.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Counter;
import dev.rosa.api.Packet;
import dev.rosa.api.PermissionDeniedException;
import dev.rosa.api.RouterContext;
import dev.rosa.api.SessionState;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Type;

/** Holds {@code allowed-members.txt} against the JDK that runs the test, and against the API. */
@Tag("jdk")
class AllowListTest {

  private static final Set<String> NEVER =
      Set.of("wait", "notify", "notifyAll", "finalize", "intern", "getClassLoader", "forName");

  private final AllowList list = AllowList.builtIn();

  @Test
  void shouldNameExistingTypesWhenListIsRead() throws ClassNotFoundException {
    for (String type : list.members().keySet()) {
      Class<?> loaded = load(type);
      for (String parent : list.supertypes(type)) {
        assertTrue(list.permitsType(parent), type + " extends " + parent);
        assertTrue(load(parent).isAssignableFrom(loaded), type + " extends " + parent);
      }
    }
  }

  @Test
  void shouldNameExistingMembersWhenListIsRead() throws ClassNotFoundException {
    List<String> missing = new ArrayList<>();
    for (String type : list.members().keySet()) {
      Set<String> existing = namesAndOverloads(load(type));
      list.members().get(type).stream()
          .filter(member -> !existing.contains(member))
          .forEach(member -> missing.add(type + " " + member));
    }
    assertEquals(List.of(), missing);
  }

  @Test
  void shouldReachListedTypesOnlyWhenListedMemberIsCalled() throws ClassNotFoundException {
    Set<String> open = new TreeSet<>();
    for (String type : list.members().keySet()) {
      for (Method method : load(type).getDeclaredMethods()) {
        String descriptor = Type.getMethodDescriptor(method);
        boolean reachable = (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
        if (reachable
            && !method.isSynthetic()
            && list.permitsExactly(type, method.getName(), descriptor)) {
          unlistedTypes(descriptor).forEach(t -> open.add(type + "." + method + ": " + t));
        }
      }
    }
    assertEquals(Set.of(), open);
  }

  @Test
  void shouldListWholeApiWhenApplicationCompilesAgainstIt() {
    for (Class<?> type :
        List.of(
            ActiveApplication.class,
            Counter.class,
            Packet.class,
            PermissionDeniedException.class,
            RouterContext.class,
            SessionState.class)) {
      for (Method method : type.getDeclaredMethods()) {
        assertTrue(
            method.isSynthetic()
                || list.permitsExactly(
                    Type.getInternalName(type), method.getName(), Type.getMethodDescriptor(method)),
            method::toString);
      }
    }
  }

  @Test
  void shouldNeverListWhatReachesBeyondComputation() {
    list.members()
        .forEach(
            (type, members) ->
                members.forEach(
                    member ->
                        assertTrue(
                            !NEVER.contains(member.replaceAll("[(].*", "")),
                            () -> type + " " + member)));
    for (String type : List.of("java/lang/Thread", "java/lang/Runtime", "java/io/File")) {
      assertTrue(!list.permitsType(type), type);
    }
  }

  @Test
  void shouldTellPriceOfEachKindWhenMemberIsListed() {
    assertEquals(new Price.Constant(4, 0), list.price("java/lang/String", "length", "()I"));
    assertEquals(
        new Price.Constant(10, 16),
        list.price("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;"));
    assertEquals(
        new Price.Call(16), list.price("java/util/ArrayList", "add", "(Ljava/lang/Object;)Z"));
    assertEquals(
        new Price.Twin("dev/rosa/metering/twin/Things", "hashCode", "(Ljava/lang/Object;)I"),
        list.price("java/util/List", "hashCode", "()I"));
    assertEquals(
        new Price.Twin("dev/rosa/metering/twin/Texts", "make", "([C)Ljava/lang/String;"),
        list.price("java/lang/String", "<init>", "([C)V"));
    assertEquals(
        new Price.Twin(
            "dev/rosa/metering/twin/ArrayCalls",
            "arraycopy",
            "(Ljava/lang/Object;ILjava/lang/Object;II)V"),
        list.price("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V"));
    assertEquals(
        new Price.Prepaid("dev/rosa/metering/twin/Throwables", "pay"),
        list.price("java/lang/RuntimeException", "<init>", "()V"));
    assertEquals(
        Optional.of(
            new Price.Twin(
                "dev/rosa/metering/twin/Things", "superHashCode", "(Ljava/lang/Object;)I")),
        list.findSuperPrice("java/lang/Exception", "hashCode", "()I"));
    assertEquals(Optional.empty(), list.findSuperPrice("java/util/List", "size", "()I"));
    assertEquals(
        Optional.of("dev/rosa/metering/twin/collection/HashTable"),
        list.shadow("java/util/HashMap"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "  4 f()|f:1 has a member of no type",
        "class a.B/  f()|f:2 has f() without a price, expected N, N+BYTES",
        "class a.B/  4 f()/  call g()|f:3 has g() without a price",
        "class a.B/  4|f:2 has a price without a member",
        "class a.B/  4 f(/|f:2 has f(, expected",
        "class a.B/  4 f(File)|f:2 has the type File, which it does not list",
        "class a.B/  4 f() f()|f:2 has f() a second time",
        "class a.B/class a.B|f:2 lists a.B a second time",
        "class a.B with a.C|f:1 has the word with",
        "class a.B by|f:1 ends early, expected a class after 'by'",
        "class a.B/  twin|f:2 ends early, expected a class after 'twin'",
        "class a.B/  -4 f()|f:2 has -4 without a price",
      })
  void shouldNameFileAndLineWhenListHasADefect(String lines, String expected) {
    Exception e =
        assertThrows(
            IllegalStateException.class, () -> AllowList.parse("f", Stream.of(lines.split("/"))));
    assertTrue(e.getMessage().startsWith(expected), e.getMessage());
  }

  private List<String> unlistedTypes(String descriptor) {
    return Stream.concat(
            Stream.of(Type.getArgumentTypes(descriptor)), Stream.of(Type.getReturnType(descriptor)))
        .map(type -> type.getSort() == Type.ARRAY ? type.getElementType() : type)
        .filter(type -> type.getSort() == Type.OBJECT)
        .map(Type::getInternalName)
        .filter(type -> !list.permitsType(type))
        .toList();
  }

  private static Set<String> namesAndOverloads(Class<?> start) {
    Set<String> names = new TreeSet<>();
    for (Constructor<?> constructor : start.getDeclaredConstructors()) {
      names.add("<init>");
      names.add(AllowList.overload("<init>", Type.getConstructorDescriptor(constructor)));
    }
    for (Class<?> type : withSupertypes(start)) {
      for (Method method : type.getDeclaredMethods()) {
        names.add(AllowList.overload(method.getName(), Type.getMethodDescriptor(method)));
      }
      Stream.of(type.getDeclaredFields()).forEach(field -> names.add(field.getName()));
    }
    return names;
  }

  private static Set<Class<?>> withSupertypes(Class<?> type) {
    Set<Class<?>> all = new LinkedHashSet<>(List.of(type));
    if (type.getSuperclass() != null) {
      all.addAll(withSupertypes(type.getSuperclass()));
    }
    Stream.of(type.getInterfaces()).forEach(parent -> all.addAll(withSupertypes(parent)));
    return all;
  }

  private static Class<?> load(String internalName) throws ClassNotFoundException {
    return Class.forName(internalName.replace('/', '.'), false, AllowList.class.getClassLoader());
  }
}
