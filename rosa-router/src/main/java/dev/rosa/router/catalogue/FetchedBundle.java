package dev.rosa.router.catalogue;

import com.google.protobuf.ByteString;

/**
 * Bundle that a Code Server sent.
 *
 * @param jar unverified
 * @param publisher name of the user whose signature this router accepted
 */
public record FetchedBundle(ByteString jar, String publisher) {}
