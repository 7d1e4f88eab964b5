package dev.rosa.firewall.plane.record;

import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.policy.HeldBan;
import dev.rosa.firewall.plane.policy.Offence;
import java.util.Optional;

/**
 * State of a source that is to be recorded in the place of what is there. Immutable.
 *
 * @param source the source
 * @param ban its ban; empty: it has none
 * @param offence its offences; empty: it has none
 */
public record RecordChange(Source source, Optional<HeldBan> ban, Optional<Offence> offence) {}
