package dev.rosa.as.staging;

import dev.rosa.as.records.CodeSecrets;
import dev.rosa.as.records.EpochEnds;
import dev.rosa.as.records.Epochs;
import dev.rosa.as.state.RevocationList;
import dev.rosa.as.state.StatePublication;

/** Records of what is staged, shared by the clients of all Code Servers. */
public record StagingRecords(
    CodeSecrets secrets,
    Epochs epochs,
    EpochEnds ends,
    StatePublication state,
    RevocationList revocations) {}
