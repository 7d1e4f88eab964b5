package dev.rosa.code;

import dev.rosa.bundle.AllowList;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Second reader of {@code allowed-members.txt}, which shares no code with the verifier's and cares
 * for no prices. Immutable.
 */
final class ListedMembers {

  private static final Set<String> LINKAGE =
      Set.of(
          "java/lang/invoke/LambdaMetafactory.metafactory",
          "java/lang/invoke/LambdaMetafactory.altMetafactory",
          "java/lang/invoke/StringConcatFactory.makeConcat",
          "java/lang/invoke/StringConcatFactory.makeConcatWithConstants",
          "java/lang/runtime/ObjectMethods.bootstrap");

  /** Members by the type that lists them, as {@code name(Type,int[])}, or a field's name. */
  private final Map<String, Set<String>> members = new HashMap<>();

  private final Map<String, List<String>> parents = new HashMap<>();

  private ListedMembers() {}

  static ListedMembers read() {
    ListedMembers list = new ListedMembers();
    try (InputStream in = AllowList.class.getResourceAsStream("allowed-members.txt");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      String[] type = new String[1];
      lines
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .forEach(line -> list.add(line.trim().split("\\s+"), type));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return list;
  }

  private void add(String[] words, String[] type) {
    if (words[0].equals("class")) {
      type[0] = words[1].replace('.', '/');
      members.put(type[0], new HashSet<>());
      List<String> above = new ArrayList<>();
      boolean extending = false;
      for (String word : words) {
        if (extending) {
          above.add(word.replace('.', '/'));
        }
        extending |= word.equals("extends");
      }
      parents.put(type[0], above);
      return;
    }
    int first = words[0].equals("twin") && words[1].equals("static") ? 3 : 2;
    first = Character.isDigit(words[0].charAt(0)) ? 1 : first;
    for (int i = first; i < words.length; i++) {
      members.get(type[0]).add(words[i]);
    }
  }

  boolean hasType(String internalName) {
    return members.containsKey(internalName);
  }

  static boolean isLinkage(String owner, String name) {
    return LINKAGE.contains(owner + "." + name);
  }

  /**
   * True if the type or one above it lists a field of this name, or a method with this descriptor.
   */
  boolean has(String owner, String name, String descriptor) {
    String member = descriptor.startsWith("(") ? name + arguments(descriptor) : name;
    return lists(owner, member);
  }

  private boolean lists(String type, String member) {
    return members.containsKey(type)
        && (members.get(type).contains(member)
            || parents.get(type).stream().anyMatch(parent -> lists(parent, member)));
  }

  /** {@code (Type,int[])} of a method's descriptor. */
  private static String arguments(String descriptor) {
    List<String> all = new ArrayList<>();
    int at = 1;
    while (descriptor.charAt(at) != ')') {
      int dimensions = 0;
      while (descriptor.charAt(at) == '[') {
        dimensions++;
        at++;
      }
      int end = descriptor.charAt(at) == 'L' ? descriptor.indexOf(';', at) : at;
      all.add(type(descriptor.substring(at, end)).concat("[]".repeat(dimensions)));
      at = end + 1;
      if (all.get(all.size() - 1).startsWith("?")) {
        all.set(all.size() - 1, primitive(descriptor.charAt(end)) + "[]".repeat(dimensions));
      }
    }
    return "(" + String.join(",", all) + ")";
  }

  private static String type(String descriptor) {
    return descriptor.isEmpty() ? "?" : descriptor.substring(descriptor.lastIndexOf('/') + 1);
  }

  private static String primitive(char descriptor) {
    return switch (descriptor) {
      case 'Z' -> "boolean";
      case 'B' -> "byte";
      case 'C' -> "char";
      case 'S' -> "short";
      case 'I' -> "int";
      case 'J' -> "long";
      case 'F' -> "float";
      case 'D' -> "double";
      default -> throw new IllegalArgumentException("type " + descriptor);
    };
  }
}
