-- Hints to the other Code Servers on the storage, which look at it regularly as well. SQLite sends
-- none. The channel has the schema's name.
CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_TABLE_SCHEMA, '');
  RETURN NULL;
END
$$;

CREATE TRIGGER catalogue_changed AFTER UPDATE ON catalogue
  FOR EACH ROW WHEN (OLD.version <> NEW.version OR OLD.leased <> NEW.leased)
  EXECUTE FUNCTION announce_change();
