CREATE TABLE "pickup_slots" (
	"at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "pickup_slots_taken" CHECK ("pickup_slots"."taken" >= 0)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pickup_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "asap" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "start_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "pickup" jsonb DEFAULT '{"on":false,"leadMinutes":20,"slotMinutes":15,"daysAhead":2,"ordersPerSlot":null}'::jsonb NOT NULL;