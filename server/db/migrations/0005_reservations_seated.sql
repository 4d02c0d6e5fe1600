DROP INDEX "reservations_open";--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "is_known" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "seated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "day_end" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "reservations" SET "day_end" = "at" + interval '1 day', "seated_at" = coalesce((
	SELECT max((step ->> 'at')::timestamptz) FROM jsonb_array_elements("history") step WHERE step ->> 'status' = 'seated'
), "at") WHERE "status" = 'seated';--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_seated" CHECK (("reservations"."status" = 'seated') = ("reservations"."seated_at" is not null) and ("reservations"."seated_at" is null) = ("reservations"."day_end" is null));