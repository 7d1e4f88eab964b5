package dev.rosa.router.execution;

import dev.rosa.api.ActiveApplication;
import dev.rosa.bundle.FailurePolicy;
import dev.rosa.keys.CodeDigest;
import java.util.List;

/**
 * Code whose bytes were checked and whose classes are defined: the part that all its instances
 * share. Immutable; the arrays are not to be changed.
 *
 * @param digest its name
 * @param failurePolicy treatment of a packet when it fails
 * @param samples payloads that it may be prewarmed on, perhaps none
 * @param type class of its instances
 */
public record VerifiedCode(
    CodeDigest digest,
    FailurePolicy failurePolicy,
    List<byte[]> samples,
    Class<? extends ActiveApplication> type) {}
