package dev.rosa.bundle;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/**
 * List of the types and members outside its own bundle that active code may use, read from {@code
 * allowed-members.txt}. The file's head describes its form. Names are internal ({@code a/b/C}),
 * except where said. Immutable.
 */
public final class AllowList {

  private static final String RESOURCE = "allowed-members.txt";

  /** Entry of a type: its supertypes, and the members that may be used. */
  private record Listed(List<String> supertypes, Set<String> members) {}

  private final Map<String, Listed> types;

  private AllowList(Map<String, Listed> types) {
    this.types = types;
  }

  /** The list that is part of this build. */
  public static AllowList builtIn() {
    try (InputStream in = AllowList.class.getResourceAsStream(RESOURCE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return parse(lines.lines());
    } catch (IOException e) {
      throw new UncheckedIOException(RESOURCE + " cannot be read", e);
    }
  }

  private static AllowList parse(Stream<String> lines) {
    Map<String, Listed> types = new HashMap<>();
    Listed current = null;
    for (String line : (Iterable<String>) lines::iterator) {
      String[] words = line.trim().split("\\s+");
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (words[0].equals("class")) {
        current = new Listed(supertypes(words), new HashSet<>());
        types.put(internal(words[1]), current);
      } else {
        current.members.addAll(List.of(words));
      }
    }
    return new AllowList(types);
  }

  private static List<String> supertypes(String[] words) {
    return Stream.of(words).skip(3).map(AllowList::internal).collect(Collectors.toList());
  }

  private static String internal(String name) {
    return name.replace('.', '/');
  }

  /** The {@linkplain Class#getName names} of all classes that may be named. */
  public Set<String> classNames() {
    return types.keySet().stream().map(AllowList::sourceName).collect(Collectors.toSet());
  }

  private static String sourceName(String internalName) {
    return internalName.replace('/', '.');
  }

  /** True if the class of this {@linkplain Class#getName name} may be named. */
  public boolean permitsClass(String className) {
    return types.containsKey(internal(className));
  }

  boolean permitsType(String internalName) {
    return types.containsKey(internalName);
  }

  /** True if the field is listed at its owner or at one of the owner's supertypes. */
  boolean permitsField(String owner, String name) {
    return permits(owner, name, name);
  }

  /** True if the method is listed at its owner or at one of the owner's supertypes. */
  boolean permitsMethod(String owner, String name, String descriptor) {
    return permits(owner, name, overload(name, descriptor));
  }

  /** True if it is listed at its owner itself: constructors and static methods do not inherit. */
  boolean permitsExactly(String owner, String name, String descriptor) {
    Listed type = types.get(owner);
    return type != null && lists(type, name, overload(name, descriptor));
  }

  private boolean permits(String owner, String name, String overload) {
    Listed type = types.get(owner);
    if (type == null) {
      return false;
    }
    return lists(type, name, overload)
        || type.supertypes.stream().anyMatch(parent -> permits(parent, name, overload));
  }

  private static boolean lists(Listed type, String name, String overload) {
    return type.members.contains(name) || type.members.contains(overload);
  }

  /** As the list and a reader write it: {@code name(byte[],int)}. */
  static String overload(String name, String descriptor) {
    return Stream.of(Type.getArgumentTypes(descriptor))
        .map(Type::getClassName)
        .collect(Collectors.joining(",", name + "(", ")"));
  }

  /** All listed types, for tests that hold the list against the JDK. */
  Map<String, Set<String>> members() {
    return types.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().members));
  }

  List<String> supertypes(String internalName) {
    return types.get(internalName).supertypes;
  }
}
