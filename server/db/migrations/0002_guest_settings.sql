ALTER TABLE "settings" ADD COLUMN "delivery_note" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "suggestions" boolean DEFAULT true NOT NULL;