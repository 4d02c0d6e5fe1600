ALTER TABLE "event_items" ADD COLUMN "allergens_checked" boolean;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "allergens_checked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "position" integer DEFAULT 1000000000 NOT NULL;--> statement-breakpoint
UPDATE "menu_items" SET "position" = numbered.position FROM (SELECT id, row_number() OVER (PARTITION BY category_id ORDER BY id) AS position FROM "menu_items") numbered WHERE numbered.id = "menu_items".id;
