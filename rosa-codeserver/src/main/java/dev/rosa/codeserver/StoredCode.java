package dev.rosa.codeserver;

import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import java.time.Instant;

/**
 * One publication of a code in the storage, without the bundle's bytes. Several publishers may have
 * published the same code.
 *
 * @param digest SHA-256 of the bundle: its name on the wire
 * @param name its name for people
 * @param publisher who signed for it
 * @param publishedAt as the publisher's statement says
 * @param withdrawn whether this publisher has withdrawn it
 * @param sizeBytes of the bundle
 * @param entryClass the class that the router makes an instance of
 */
record StoredCode(
    CodeDigest digest,
    String name,
    RosaId publisher,
    Instant publishedAt,
    boolean withdrawn,
    int sizeBytes,
    String entryClass) {}
