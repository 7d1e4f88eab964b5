package dev.rosa.router.evidence;

import dev.rosa.evidence.Proof;

/**
 * Kind of evidence that dropped packets are. Immutable.
 *
 * @param word its word in evidence: the drop reason's name
 * @param proof proof of the packet's source; null: such packets are never recorded
 * @param port UDP port that the packets were for; 0: unknown
 */
public record DropKind(String word, Proof proof, int port) {}
