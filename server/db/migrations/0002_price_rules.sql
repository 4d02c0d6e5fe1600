CREATE TABLE "price_rules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"name_ro" text DEFAULT '' NOT NULL,
	"percent" integer NOT NULL,
	"category_ids" bigint[] NOT NULL,
	"dish_ids" bigint[] NOT NULL,
	"weekly" jsonb,
	"from" date,
	"until" date,
	"is_active" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "price_rules_percent" CHECK ("price_rules"."percent" between 1 and 90)
);
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "list_price" bigint;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "rule" jsonb;--> statement-breakpoint
CREATE INDEX "order_items_rule" ON "order_items" USING btree ("order_id") WHERE "order_items"."rule" is not null;--> statement-breakpoint
-- Offers are a part of the menu.
CREATE TRIGGER price_rules_announce_insert AFTER INSERT ON "price_rules" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('menu');
CREATE TRIGGER price_rules_announce_update AFTER UPDATE ON "price_rules" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('menu');
CREATE TRIGGER price_rules_announce_delete AFTER DELETE ON "price_rules" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change('menu');
CREATE TRIGGER price_rules_event AFTER INSERT OR UPDATE OR DELETE ON "price_rules" FOR EACH ROW EXECUTE FUNCTION add_menu_event();
