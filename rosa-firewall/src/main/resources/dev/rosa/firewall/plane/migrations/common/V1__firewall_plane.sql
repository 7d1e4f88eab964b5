-- What the firewall plane keeps. Times are milliseconds of the plane's clock.

-- Bans in force; sources as text: an address, a prefix, or a MAC address.
CREATE TABLE ban (
  source       VARCHAR(49)  NOT NULL PRIMARY KEY,
  start_millis BIGINT       NOT NULL,
  end_millis   BIGINT       NOT NULL,
  by_operator  INTEGER      NOT NULL CHECK (by_operator IN (0, 1)),
  reason       VARCHAR(255) NOT NULL
);
CREATE INDEX ban_by_end ON ban (end_millis);

-- Bans of a source that are not forgotten: a repeat offender is banned for longer.
CREATE TABLE offence (
  source     VARCHAR(49) NOT NULL PRIMARY KEY,
  count      INTEGER     NOT NULL,
  end_millis BIGINT      NOT NULL
);
CREATE INDEX offence_by_end ON offence (end_millis);

-- Sources that an operator has allowed by command.
CREATE TABLE allowed (
  source VARCHAR(49) NOT NULL PRIMARY KEY
);

-- Distance of the plane's clock from the machine's uptime in one boot.
CREATE TABLE plane_clock (
  boot          VARCHAR(64) NOT NULL PRIMARY KEY,
  offset_millis BIGINT      NOT NULL
);
