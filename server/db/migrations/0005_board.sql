ALTER TABLE "settings" ADD COLUMN "business_day_start" text DEFAULT '04:00' NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_business_day_start" CHECK ("settings"."business_day_start" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');--> statement-breakpoint
ALTER TABLE "menu_items" DROP CONSTRAINT "menu_items_price";--> statement-breakpoint
-- Not for the rows that are there: a dish that costs more must not keep the server from starting. It cannot be ordered.
ALTER TABLE "menu_items" ADD CONSTRAINT "menu_items_price" CHECK ("menu_items"."price" between 0 and 100000000) NOT VALID;
