package dev.rosa.codeserver;

import com.google.protobuf.ByteString;
import dev.rosa.keys.CodeDigest;
import io.grpc.Status;

/** Conversion of code digests from and to messages, shared by several services. */
final class Messages {

  private Messages() {}

  static ByteString bytes(CodeDigest digest) {
    return ByteString.copyFrom(digest.toBytes());
  }

  /**
   * A digest from a request.
   *
   * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT if it has not 32 bytes
   */
  static CodeDigest digest(ByteString bytes) {
    if (bytes.size() != CodeDigest.BYTES) {
      throw Status.INVALID_ARGUMENT
          .withDescription("a code digest has 32 bytes, this one has " + bytes.size())
          .asRuntimeException();
    }
    return CodeDigest.of(bytes.toByteArray());
  }
}
