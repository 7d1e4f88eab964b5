package dev.rosa.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
                    member -> assertTrue(!NEVER.contains(member), () -> type + " " + member)));
    for (String type : List.of("java/lang/Thread", "java/lang/Runtime", "java/io/File")) {
      assertTrue(!list.permitsType(type), type);
    }
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
    for (Class<?> type = start; type != null; type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        names.add(method.getName());
        names.add(AllowList.overload(method.getName(), Type.getMethodDescriptor(method)));
      }
      Stream.of(type.getDeclaredFields()).forEach(field -> names.add(field.getName()));
    }
    return names;
  }

  private static Class<?> load(String internalName) throws ClassNotFoundException {
    return Class.forName(internalName.replace('/', '.'), false, AllowList.class.getClassLoader());
  }
}
