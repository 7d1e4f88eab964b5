package dev.rosa.codeserver;

import com.google.protobuf.ByteString;
import dev.rosa.control.v1.SignedStatement;

/**
 * A code's bytes as they were published, and the statement that its publisher signed.
 *
 * @param name the code's name for people
 * @param bytes the jar; whoever hands it on checks it against the digest
 * @param publication kept as it came, for routers to check again
 */
record StoredBundle(String name, ByteString bytes, SignedStatement publication) {}
