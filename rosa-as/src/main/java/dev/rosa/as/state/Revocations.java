package dev.rosa.as.state;

/** Bundle of the kinds of revocations that an operator can make, and the list of them. */
public record Revocations(
    SessionRevocations sessions,
    SubjectRevocations subjects,
    EpochRevocations epochs,
    RouterRevocations routers,
    RevocationList list) {}
