package dev.rosa.router.execution;

import dev.rosa.bundle.FailurePolicy;
import dev.rosa.keys.CodeDigest;
import java.util.List;

/**
 * Active code whose bytes were checked and that is ready to start: the part that all its instances
 * share. The arrays are not to be changed.
 *
 * @param digest its name
 * @param failurePolicy treatment of a packet when it fails
 * @param samples payloads that it may be prewarmed on, perhaps none
 * @param startable makes its instances
 * @param breaker stops it when it fails too often
 */
public record VerifiedCode(
    CodeDigest digest,
    FailurePolicy failurePolicy,
    List<byte[]> samples,
    StartableCode startable,
    CodeBreaker breaker) {}
