-- 1 if rows of fetched_secret were ever deleted because there were too many routers: from then on a
-- router without rows may have had some.
ALTER TABLE catalogue ADD COLUMN fetches_forgotten INTEGER NOT NULL DEFAULT 0;
-- 0 if the router may have fetched secrets of codes that are not in its rows.
ALTER TABLE fetched_secret ADD COLUMN whole INTEGER NOT NULL DEFAULT 1;
-- The bounds of the time before.
UPDATE catalogue SET fetches_forgotten = 1
  WHERE (SELECT COUNT(DISTINCT router) FROM fetched_secret) >= 1024;
UPDATE fetched_secret SET whole = 0
  WHERE (SELECT fetches_forgotten FROM catalogue) = 1
  OR router IN (SELECT router FROM fetched_secret GROUP BY router HAVING COUNT(*) >= 4096);
