CREATE TABLE "menu_imports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "menu_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"username" text NOT NULL,
	"kind" text NOT NULL,
	"added" integer NOT NULL,
	"changed" integer NOT NULL,
	"before" jsonb NOT NULL,
	"menu_after" text NOT NULL,
	CONSTRAINT "menu_imports_kind" CHECK ("menu_imports"."kind" in ('csv', 'list', 'bulk'))
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"hash" text PRIMARY KEY NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "ingredients" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "ingredients_ro" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "sold_out_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "menu_items_sold_out_until_index" ON "menu_items" USING btree ("sold_out_until") WHERE "menu_items"."sold_out_until" is not null;--> statement-breakpoint
UPDATE "menu_items" SET "nutritional_values" = '{"saturates":null,"sugars":null,"salt":null}'::jsonb || "nutritional_values" WHERE "nutritional_values" IS NOT NULL;--> statement-breakpoint
UPDATE "menu_categories" c SET "position" = n.place FROM (SELECT id, row_number() OVER (ORDER BY position, id) AS place FROM "menu_categories") n WHERE n.id = c.id;--> statement-breakpoint
DROP TRIGGER menu_items_shared_carts ON "menu_items";--> statement-breakpoint
CREATE TRIGGER menu_items_shared_carts AFTER UPDATE ON "menu_items" FOR EACH ROW
  WHEN ((OLD.name, OLD.name_ro, OLD.price, OLD.is_active, OLD.category_id, OLD.sold_out_until) IS DISTINCT FROM (NEW.name, NEW.name_ro, NEW.price, NEW.is_active, NEW.category_id, NEW.sold_out_until))
  EXECUTE FUNCTION dish_changed();
