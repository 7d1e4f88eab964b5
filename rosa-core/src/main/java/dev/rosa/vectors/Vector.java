package dev.rosa.vectors;

import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.keys.UserId;
import java.net.InetAddress;

/**
 * One test vector as its file has it: inputs and expected outputs. The 32-bit numbers are unsigned;
 * bytes of any length are hex digits, an even number of them. Holds keys that are public by being
 * in a vector file.
 *
 * @param index its place in the file, from 0
 * @param inputs what goes in
 * @param expected what must come out
 */
public record Vector(int index, Inputs inputs, Expected expected) {

  /**
   * Inputs of one sealed packet.
   *
   * @param suite the number on the wire, 0–255, known or not
   * @param suiteName its name, or null if the file has none
   * @param payload in clear, at most 65,535 bytes
   */
  public record Inputs(
      int suite,
      String suiteName,
      CodeSecret kci,
      int domain,
      int epoch,
      int sst,
      int set,
      long session,
      UserId user,
      CodeDigest codeDigest,
      long grant,
      InetAddress source,
      InetAddress destination,
      int servicePort,
      long sequence,
      String payload) {}

  /**
   * Outputs that an implementation must produce.
   *
   * @param kdfContext PROTOCOL §2
   * @param kHmac empty where the suite has none
   * @param kEncrypt empty where the suite has none
   * @param datagram the UDP payload
   */
  public record Expected(String kdfContext, String kHmac, String kEncrypt, String datagram) {}
}
