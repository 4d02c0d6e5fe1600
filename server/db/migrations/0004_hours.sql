ALTER TABLE "menu_categories" ADD COLUMN "served_hours" jsonb;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "served_hours" jsonb;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "opening_hours" jsonb;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "last_order_minutes" integer DEFAULT 0 NOT NULL;