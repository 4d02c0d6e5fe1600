CREATE TABLE "dish_portions" (
	"menu_item_id" bigint PRIMARY KEY NOT NULL,
	"portions_left" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "link_hash" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "link_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "portions_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "portions_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "registration" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "dish_portions" ADD CONSTRAINT "dish_portions_menu_item_id_menu_items_id_fk" FOREIGN KEY ("menu_item_id") REFERENCES "public"."menu_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "menu_items_portions_until_index" ON "menu_items" USING btree ("portions_until") WHERE "menu_items"."portions_until" is not null;--> statement-breakpoint
CREATE TRIGGER dish_portions_announce AFTER INSERT OR UPDATE OR DELETE ON "dish_portions" FOR EACH STATEMENT EXECUTE FUNCTION announce_change('portions');
--> statement-breakpoint
-- A dish without portions left is sold out, also in shared carts. Orders count portions while they hold locks that come
-- after those of sessions, so a session that is locked is not waited for: what changes it reads its dishes anew.
CREATE FUNCTION portions_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  dish bigint := coalesce(NEW.menu_item_id, OLD.menu_item_id);
  told int;
BEGIN
  IF (coalesce(OLD.portions_left, 1) > 0) IS DISTINCT FROM (coalesce(NEW.portions_left, 1) > 0) THEN
    WITH free AS (
      SELECT id FROM shared_sessions WHERE status = 'active' AND id IN (
        SELECT session_id FROM shared_cart_items JOIN menu_items item ON item.id = menu_item_id
        WHERE item.id = dish OR EXISTS (
          SELECT FROM menu_options WHERE menu_options.menu_item_id = dish AND group_id = ANY (item.option_group_ids)))
      FOR UPDATE SKIP LOCKED
    ), touched AS (
      UPDATE shared_sessions SET version = version + 1 FROM free WHERE shared_sessions.id = free.id
      RETURNING shared_sessions.id, pg_notify('masa', json_build_object('topic', 'session', 'id', shared_sessions.id)::text)
    )
    SELECT count(*) INTO told FROM touched;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER dish_portions_changed AFTER INSERT OR UPDATE OR DELETE ON "dish_portions" FOR EACH ROW EXECUTE FUNCTION portions_changed();
