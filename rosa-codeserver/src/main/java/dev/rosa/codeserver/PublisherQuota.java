package dev.rosa.codeserver;

import dev.rosa.config.ByteSize;
import dev.rosa.identity.RosaId;
import io.grpc.Status;

/**
 * Bounds for what one publisher has at a Code Server. Each code is a line of the catalogue that all
 * routers get; its bytes and statements are kept after a withdrawal, and so is its name. Immutable.
 *
 * @param maxCodes codes of one publisher that are not withdrawn
 * @param maxNames names that one publisher owns because they used them first
 * @param maxStored bytes of all bundles and statements of one publisher, withdrawn ones included
 */
record PublisherQuota(int maxCodes, int maxNames, ByteSize maxStored) {

  /** Publications that a publisher may have signed, for each code that may stand at a time. */
  static final int PUBLICATIONS_PER_CODE = 16;

  static final int DEFAULT_MAX_CODES = 256;
  static final int DEFAULT_MAX_NAMES = 1024;
  static final ByteSize DEFAULT_MAX_STORED = new ByteSize(256 << 20);
  static final PublisherQuota DEFAULT =
      new PublisherQuota(DEFAULT_MAX_CODES, DEFAULT_MAX_NAMES, DEFAULT_MAX_STORED);

  /**
   * The part of a quota that is used.
   *
   * @param codes that are not withdrawn
   * @param publications withdrawn and earlier ones included
   * @param storedBytes of all bundles and statements, withdrawn ones included
   */
  record Used(int codes, int publications, long storedBytes) {}

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
    if (used.publications() >= (long) PUBLICATIONS_PER_CODE * maxCodes) {
      throw refusal(
          "%s has %d publications, withdrawn ones included, as many as one publisher may have: ask the operator"
              .formatted(publisher, used.publications()));
    }
    if (used.storedBytes() + bundleBytes > maxStored.bytes()) {
      throw refusal(
          "bundles and statements of %s, withdrawn ones included, would take more than %s: ask the operator"
              .formatted(publisher, maxStored));
    }
  }

  /**
   * Refuses a further name for which there is no room.
   *
   * @param owned names of the publisher without this one
   * @throws io.grpc.StatusRuntimeException RESOURCE_EXHAUSTED
   */
  void requireRoomForName(RosaId publisher, int owned) {
    if (owned >= maxNames) {
      throw refusal(
          ("%s owns %d names, as many as one publisher may: publish under one of them, or ask the"
                  + " operator for a line in <names>")
              .formatted(publisher, owned));
    }
  }

  private static RuntimeException refusal(String sentence) {
    return Status.RESOURCE_EXHAUSTED.withDescription(sentence).asRuntimeException();
  }
}
