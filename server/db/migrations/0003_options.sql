CREATE TABLE "menu_options" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "menu_options_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"name_ro" text DEFAULT '' NOT NULL,
	"price" bigint DEFAULT 0 NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"allergen_codes" text[] DEFAULT '{}' NOT NULL,
	"menu_item_id" bigint,
	"preselected" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"sold_out_until" timestamp (3) with time zone,
	CONSTRAINT "menu_options_name" CHECK ("menu_options"."name" <> '' or "menu_options"."menu_item_id" is not null),
	CONSTRAINT "menu_options_price" CHECK ("menu_options"."price" between 0 and 100000000),
	CONSTRAINT "menu_options_times" CHECK ("menu_options"."times" between 1 and 9)
);
--> statement-breakpoint
CREATE TABLE "option_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "option_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"name_ro" text DEFAULT '' NOT NULL,
	"dish_id" bigint,
	"without" boolean DEFAULT false NOT NULL,
	"min" integer DEFAULT 0 NOT NULL,
	"max" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"sold_out_changes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "option_groups_name" CHECK ("option_groups"."name" <> ''),
	CONSTRAINT "option_groups_min" CHECK ("option_groups"."min" between 0 and 30),
	CONSTRAINT "option_groups_max" CHECK ("option_groups"."max" >= greatest("option_groups"."min", 1))
);
--> statement-breakpoint
ALTER TABLE "shared_cart_items" DROP CONSTRAINT "shared_cart_items_line";--> statement-breakpoint
ALTER TABLE "order_items" DROP CONSTRAINT "order_items_quantity";--> statement-breakpoint
ALTER TABLE "order_items" DROP CONSTRAINT "order_items_removed";--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "option_group_ids" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "is_set_menu" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "takeaway_fee" jsonb;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "options" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "part_of" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "cooked" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "shared_cart_items" ADD COLUMN "options" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_options" ADD CONSTRAINT "menu_options_group_id_option_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."option_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_options" ADD CONSTRAINT "menu_options_menu_item_id_menu_items_id_fk" FOREIGN KEY ("menu_item_id") REFERENCES "public"."menu_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "option_groups" ADD CONSTRAINT "option_groups_dish_id_menu_items_id_fk" FOREIGN KEY ("dish_id") REFERENCES "public"."menu_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "menu_options_group_id_index" ON "menu_options" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "menu_options_menu_item_id_index" ON "menu_options" USING btree ("menu_item_id");--> statement-breakpoint
CREATE INDEX "option_groups_dish_id_index" ON "option_groups" USING btree ("dish_id");--> statement-breakpoint
CREATE INDEX "shared_cart_items_session_id_index" ON "shared_cart_items" USING btree ("session_id");--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_quantity" CHECK ("order_items"."quantity" between 0 and 891);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_removed" CHECK ("order_items"."removed_quantity" between 0 and 891);--> statement-breakpoint
CREATE TRIGGER option_groups_announce AFTER INSERT OR UPDATE OR DELETE ON "option_groups" FOR EACH STATEMENT EXECUTE FUNCTION announce_change('menu');
--> statement-breakpoint
-- Shared carts also show the options of their dishes: a change of a group, of a dish that an option names, or of the
-- groups of a dish gives the carts a new version.
CREATE FUNCTION option_group_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_shared_carts(ARRAY(SELECT id FROM menu_items WHERE NEW.id = ANY (option_group_ids)));
  RETURN NULL;
END $$;
CREATE TRIGGER option_groups_shared_carts AFTER UPDATE ON "option_groups" FOR EACH ROW EXECUTE FUNCTION option_group_changed();
CREATE OR REPLACE FUNCTION dish_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_shared_carts(ARRAY[OLD.id] || ARRAY(
    SELECT item.id FROM menu_options JOIN menu_items item ON menu_options.group_id = ANY (item.option_group_ids)
    WHERE menu_options.menu_item_id = OLD.id));
  IF TG_OP = 'UPDATE' THEN RETURN NULL; END IF;
  UPDATE session_participants SET is_ready = false
  WHERE is_ready AND id IN (SELECT participant_id FROM shared_cart_items WHERE menu_item_id = OLD.id);
  RETURN OLD;
END $$;
DROP TRIGGER menu_items_shared_carts ON "menu_items";
CREATE TRIGGER menu_items_shared_carts AFTER UPDATE ON "menu_items" FOR EACH ROW
  WHEN ((OLD.name, OLD.name_ro, OLD.price, OLD.is_active, OLD.category_id, OLD.sold_out_until, OLD.option_group_ids) IS DISTINCT FROM (NEW.name, NEW.name_ro, NEW.price, NEW.is_active, NEW.category_id, NEW.sold_out_until, NEW.option_group_ids))
  EXECUTE FUNCTION dish_changed();
