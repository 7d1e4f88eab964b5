package dev.rosa.proxy.rules;

import dev.rosa.config.ByteSize;

/**
 * The element {@code <rule>}; an attribute that is not given is null, and asks for nothing. Lists
 * are words separated by spaces.
 */
record RuleConfig(
    String name,
    String action,
    String protocols,
    String users,
    String groups,
    String from,
    String to,
    String hosts,
    String paths,
    String commands,
    String categories,
    String times,
    String types,
    String files,
    String kinds,
    ByteSize longerThan,
    String scan,
    String log) {}
