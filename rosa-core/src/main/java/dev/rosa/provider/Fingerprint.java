package dev.rosa.provider;

import dev.rosa.provider.measure.Machine;
import dev.rosa.provider.measure.PacketMix;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;

/**
 * Hash of everything that a measurement depends on, in 64 hex digits. When it changes, the registry
 * measures anew. Stateless.
 */
final class Fingerprint {

  /** Changes with the way of measuring. */
  private static final String METHOD = "rosa-race-1";

  private Fingerprint() {}

  /** Of the machine, the contenders with their versions, in any order, and the mix. */
  static String of(Machine machine, List<Server> servers, PacketMix mix) {
    StringJoiner text = new StringJoiner("\n");
    text.add(METHOD).add(machine.cpu()).add(machine.cpuFlags());
    text.add(Integer.toString(machine.cores())).add(machine.jvm()).add(mix.toString());
    servers.stream()
        .map(server -> server.label() + " = " + server.description())
        .sorted()
        .forEach(text::add);
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of()
          .formatHex(digest.digest(text.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
