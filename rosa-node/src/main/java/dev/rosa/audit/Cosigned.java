package dev.rosa.audit;

import dev.rosa.identity.RosaId;
import java.time.Instant;

/**
 * Witness of the audit log, with the newest checkpoint of an export that it has cosigned.
 *
 * @param size number of rows
 * @param isLost the log does not have those rows: its operator has accepted the loss
 */
public record Cosigned(RosaId node, long size, Instant at, boolean isLost) {}
