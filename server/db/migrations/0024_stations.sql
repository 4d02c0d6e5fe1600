ALTER TABLE "menu_categories" ADD COLUMN "station_id" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "station_id" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "stations" jsonb DEFAULT '[{"id":1,"name":"Kitchen","nameRo":"Bucătărie"}]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "last_station_id" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "kitchen_minutes" integer[] DEFAULT '{5,10}' NOT NULL;