package dev.rosa.as.state;

/** Everything that an operator can revoke, and the list of it. */
public record Revocations(
    SessionRevocations sessions,
    SubjectRevocations subjects,
    EpochRevocations epochs,
    RouterRevocations routers,
    RevocationList list) {}
