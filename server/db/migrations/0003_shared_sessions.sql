CREATE TABLE "session_participants" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"guest_number" integer NOT NULL,
	"name" text NOT NULL,
	"is_ready" boolean DEFAULT false NOT NULL,
	"token_hash" text NOT NULL,
	"refs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"left_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "session_participants_browser" UNIQUE("session_id","token_hash"),
	CONSTRAINT "session_participants_number" UNIQUE("session_id","guest_number")
);
--> statement-breakpoint
CREATE TABLE "shared_cart_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shared_cart_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_id" text NOT NULL,
	"participant_id" text NOT NULL,
	"menu_item_id" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"notes" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shared_cart_items_line" UNIQUE("session_id","participant_id","menu_item_id"),
	CONSTRAINT "shared_cart_items_quantity" CHECK ("shared_cart_items"."quantity" between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "shared_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"table_id" bigint NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"placed" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shared_sessions_status" CHECK ("shared_sessions"."status" in ('active', 'completed', 'cancelled')),
	CONSTRAINT "shared_sessions_placed" CHECK (("shared_sessions"."status" = 'completed') = ("shared_sessions"."placed" is not null))
);
--> statement-breakpoint
ALTER TABLE "session_participants" ADD CONSTRAINT "session_participants_session_id_shared_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."shared_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_cart_items" ADD CONSTRAINT "shared_cart_items_session_id_shared_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."shared_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_cart_items" ADD CONSTRAINT "shared_cart_items_participant_id_session_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."session_participants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_cart_items" ADD CONSTRAINT "shared_cart_items_menu_item_id_menu_items_id_fk" FOREIGN KEY ("menu_item_id") REFERENCES "public"."menu_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_sessions" ADD CONSTRAINT "shared_sessions_table_id_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."tables"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shared_cart_items_participant_id_index" ON "shared_cart_items" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "shared_cart_items_menu_item_id_index" ON "shared_cart_items" USING btree ("menu_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shared_sessions_one_at_table" ON "shared_sessions" USING btree ("table_id") WHERE "shared_sessions"."status" = 'active';--> statement-breakpoint
CREATE INDEX "shared_sessions_updated_at_index" ON "shared_sessions" USING btree ("updated_at");--> statement-breakpoint
-- The lines of open shared carts show name, price and availability of today: whoever changes a dish or a category, by
-- whatever way, the carts that hold it get a new version, and every instance hears of it. A deleted dish takes its lines
-- along, and the ready marks of those who wanted it.
CREATE FUNCTION touch_shared_carts(dishes bigint[]) RETURNS void LANGUAGE sql AS $$
  WITH touched AS (
    UPDATE shared_sessions SET version = version + 1
    WHERE status = 'active' AND id IN (SELECT session_id FROM shared_cart_items WHERE menu_item_id = ANY (dishes))
    RETURNING id
  )
  SELECT pg_notify('masa', json_build_object('topic', 'session', 'id', id)::text) FROM touched;
$$;--> statement-breakpoint
CREATE FUNCTION dish_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_shared_carts(ARRAY[OLD.id]);
  IF TG_OP = 'UPDATE' THEN RETURN NULL; END IF;
  UPDATE session_participants SET is_ready = false
  WHERE is_ready AND id IN (SELECT participant_id FROM shared_cart_items WHERE menu_item_id = OLD.id);
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE FUNCTION category_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_shared_carts(ARRAY(SELECT id FROM menu_items WHERE category_id = NEW.id));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER menu_items_shared_carts AFTER UPDATE ON "menu_items" FOR EACH ROW
  WHEN ((OLD.name, OLD.name_ro, OLD.price, OLD.is_active, OLD.category_id) IS DISTINCT FROM (NEW.name, NEW.name_ro, NEW.price, NEW.is_active, NEW.category_id))
  EXECUTE FUNCTION dish_changed();--> statement-breakpoint
CREATE TRIGGER menu_items_leave_shared_carts BEFORE DELETE ON "menu_items" FOR EACH ROW EXECUTE FUNCTION dish_changed();--> statement-breakpoint
CREATE TRIGGER menu_categories_shared_carts AFTER UPDATE ON "menu_categories" FOR EACH ROW
  WHEN (OLD.is_active IS DISTINCT FROM NEW.is_active) EXECUTE FUNCTION category_changed();
