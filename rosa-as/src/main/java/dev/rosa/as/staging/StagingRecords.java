package dev.rosa.as.staging;

import dev.rosa.as.audit.WitnessedLog;
import dev.rosa.as.records.CodeSecrets;
import dev.rosa.as.records.EpochEnds;
import dev.rosa.as.records.Epochs;
import dev.rosa.as.records.LogForks;
import dev.rosa.as.state.RevocationList;
import dev.rosa.as.state.StatePublication;

/** Bundle of the records in the database that the clients of all Code Servers share. */
public record StagingRecords(
    CodeSecrets secrets,
    Epochs epochs,
    EpochEnds ends,
    StatePublication state,
    RevocationList revocations,
    WitnessedLog log,
    LogForks forks,
    Publications publications) {}
