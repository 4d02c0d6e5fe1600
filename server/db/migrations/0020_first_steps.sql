ALTER TABLE "settings" ADD COLUMN "first_steps_away" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "settings" SET "first_steps_away" = true WHERE "restaurant_name" IS NOT NULL OR EXISTS (SELECT FROM "orders");
