-- The current functions and triggers of the database, for people to read; server/db/migrate.test.ts compares them with
-- those that the migrations create.
-- To change one, change it here and in a new migration.

-- Every change of the menu or the settings is announced to all instances at its commit, whatever makes the change.
CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('masa', json_build_object('topic', TG_ARGV[0])::text);
  RETURN NULL;
END $$;
CREATE TRIGGER menu_items_announce AFTER INSERT OR UPDATE OR DELETE ON "menu_items" FOR EACH STATEMENT EXECUTE FUNCTION announce_change('menu');
CREATE TRIGGER menu_categories_announce AFTER INSERT OR UPDATE OR DELETE ON "menu_categories" FOR EACH STATEMENT EXECUTE FUNCTION announce_change('menu');
CREATE TRIGGER settings_announce AFTER UPDATE ON "settings" FOR EACH STATEMENT EXECUTE FUNCTION announce_change('settings');

-- Keys of erased rows are noted beside the backups as soon as they are committed.
CREATE TRIGGER erasures_announce AFTER INSERT ON "erasures" FOR EACH STATEMENT EXECUTE FUNCTION announce_change('erasures');

-- The lines of active shared carts show the current name, price and availability of their dishes. When a dish or its
-- category changes, the carts with that dish get a new version, which is announced to all instances. When a dish is
-- deleted, its lines are deleted too, and the guests who wanted it are no longer ready.
CREATE FUNCTION touch_shared_carts(dishes bigint[]) RETURNS void LANGUAGE sql AS $$
  WITH touched AS (
    UPDATE shared_sessions SET version = version + 1
    WHERE status = 'active' AND id IN (SELECT session_id FROM shared_cart_items WHERE menu_item_id = ANY (dishes))
    RETURNING id
  )
  SELECT pg_notify('masa', json_build_object('topic', 'session', 'id', id)::text) FROM touched;
$$;
CREATE FUNCTION dish_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_shared_carts(ARRAY[OLD.id]);
  IF TG_OP = 'UPDATE' THEN RETURN NULL; END IF;
  UPDATE session_participants SET is_ready = false
  WHERE is_ready AND id IN (SELECT participant_id FROM shared_cart_items WHERE menu_item_id = OLD.id);
  RETURN OLD;
END $$;
CREATE FUNCTION category_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_shared_carts(ARRAY(SELECT id FROM menu_items WHERE category_id = NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER menu_items_shared_carts AFTER UPDATE ON "menu_items" FOR EACH ROW
  WHEN ((OLD.name, OLD.name_ro, OLD.price, OLD.is_active, OLD.category_id, OLD.sold_out_until) IS DISTINCT FROM (NEW.name, NEW.name_ro, NEW.price, NEW.is_active, NEW.category_id, NEW.sold_out_until))
  EXECUTE FUNCTION dish_changed();
CREATE TRIGGER menu_items_leave_shared_carts BEFORE DELETE ON "menu_items" FOR EACH ROW EXECUTE FUNCTION dish_changed();
CREATE TRIGGER menu_categories_shared_carts AFTER UPDATE ON "menu_categories" FOR EACH ROW
  WHEN (OLD.is_active IS DISTINCT FROM NEW.is_active) EXECUTE FUNCTION category_changed();

-- A change of an order deletes the stored sums of its month (report_months), which are then computed again. A month is
-- summed three days after its end at the earliest, so younger orders belong to no stored month; both are measured by the
-- database's clock. The triggers are deferred to the commit, because summing a month takes the lock exclusively and reads
-- only what was committed before; and so that no other lock is waited for after this one.
CREATE FUNCTION past_order_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  placed timestamptz := coalesce(NEW.created_at, OLD.created_at);
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('report months', 0));
  DELETE FROM report_months WHERE starts_at <= placed AND ends_at > placed;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER orders_past_placed AFTER INSERT ON "orders" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.created_at < now() - interval '1 day') EXECUTE FUNCTION past_order_changed();
CREATE CONSTRAINT TRIGGER orders_past_changed AFTER UPDATE ON "orders" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.created_at < now() - interval '1 day' AND (OLD.changed_version, OLD.status, OLD.total, OLD.table_number, OLD.dining_option, OLD.currency, OLD.ready_at) IS DISTINCT FROM (NEW.changed_version, NEW.status, NEW.total, NEW.table_number, NEW.dining_option, NEW.currency, NEW.ready_at))
  EXECUTE FUNCTION past_order_changed();
CREATE CONSTRAINT TRIGGER orders_past_deleted AFTER DELETE ON "orders" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.created_at < now() - interval '1 day') EXECUTE FUNCTION past_order_changed();
