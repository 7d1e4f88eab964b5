package dev.rosa.codeserver;

import dev.rosa.config.ByteSize;
import dev.rosa.identity.RosaId;
import io.grpc.Status;

/**
 * Bounds for what one publisher has at a Code Server. Each code is a line of the catalogue that all
 * routers get, and its bytes are kept after a withdrawal. Immutable.
 *
 * @param maxCodes codes of one publisher that are not withdrawn
 * @param maxStored bytes of all bundles of one publisher, withdrawn ones included
 */
record PublisherQuota(int maxCodes, ByteSize maxStored) {

  static final int DEFAULT_MAX_CODES = 256;
  static final ByteSize DEFAULT_MAX_STORED = new ByteSize(256 << 20);

  /**
   * The part of a quota that is used.
   *
   * @param codes that are not withdrawn
   * @param storedBytes of all bundles, withdrawn ones included
   */
  record Used(int codes, long storedBytes) {}

  /**
   * Refuses a further bundle for which there is no room.
   *
   * @param used without this bundle
   * @throws io.grpc.StatusRuntimeException RESOURCE_EXHAUSTED
   */
  void requireRoom(RosaId publisher, Used used, int bundleBytes) {
    if (used.codes() >= maxCodes) {
      throw refusal(
          "%s has %d codes, as many as one publisher may have: withdraw some"
              .formatted(publisher, used.codes()));
    }
    if (used.storedBytes() + bundleBytes > maxStored.bytes()) {
      throw refusal(
          "the bundles of %s, withdrawn ones included, would take more than %s: ask the operator"
              .formatted(publisher, maxStored));
    }
  }

  private static RuntimeException refusal(String sentence) {
    return Status.RESOURCE_EXHAUSTED.withDescription(sentence).asRuntimeException();
  }
}
