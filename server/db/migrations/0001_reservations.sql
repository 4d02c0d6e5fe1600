CREATE TABLE "reservations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reservations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"party" integer NOT NULL,
	"name" text NOT NULL,
	"phone_number" text NOT NULL,
	"notes" text,
	"language" text NOT NULL,
	"status" text NOT NULL,
	"table_ids" bigint[] DEFAULT '{}' NOT NULL,
	"source" text NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"token_hash" text,
	"origin" integer[],
	"history" jsonb NOT NULL,
	"erasure_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"erased_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reservations_token" UNIQUE("token_hash"),
	CONSTRAINT "reservations_until" CHECK ("reservations"."until" > "reservations"."at"),
	CONSTRAINT "reservations_party" CHECK ("reservations"."party" between 1 and 999),
	CONSTRAINT "reservations_language" CHECK ("reservations"."language" in ('en', 'ro')),
	CONSTRAINT "reservations_status" CHECK ("reservations"."status" in ('asked', 'confirmed', 'seated', 'done', 'cancelled', 'no_show')),
	CONSTRAINT "reservations_source" CHECK ("reservations"."source" in ('guest', 'house'))
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_shows";--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "reservations" jsonb DEFAULT '{"on":false,"online":false,"slotMinutes":30,"stayMinutes":120,"lastSeatingMinutes":60,"leadMinutes":60,"daysAhead":30,"maxParty":8,"asksFrom":null,"heldMinutes":30}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tables" ADD COLUMN "reservable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "reservations_at_index" ON "reservations" USING btree ("at");--> statement-breakpoint
CREATE INDEX "reservations_phone_number_index" ON "reservations" USING btree ("phone_number");--> statement-breakpoint
CREATE INDEX "reservations_origin" ON "reservations" USING btree ("at") WHERE "reservations"."origin" is not null;--> statement-breakpoint
CREATE INDEX "reservations_open" ON "reservations" USING btree ("until") WHERE "reservations"."status" in ('asked', 'confirmed', 'seated');--> statement-breakpoint
ALTER TABLE "tables" DROP COLUMN "reserved_for";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_shows" CHECK ("idempotency_keys"."shows" in ('order', 'event', 'entry', 'day', 'reservation', 'withdrawal', 'other'));