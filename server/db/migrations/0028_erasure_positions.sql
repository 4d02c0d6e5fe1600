CREATE TABLE "backup_positions" (
	"name" text PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasure_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"restaurant_id" text NOT NULL,
	"last_position" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "erasure_state_one_row" CHECK ("erasure_state"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "position" bigint;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_position_unique" UNIQUE("position");--> statement-breakpoint
-- The id stays among the secrets too, for an older instance, which runs until it is replaced.
INSERT INTO "erasure_state" ("restaurant_id")
SELECT coalesce((SELECT "value" FROM "secrets" WHERE "name" = 'restaurant'), gen_random_uuid()::text);
--> statement-breakpoint
-- Stands for all backups so far: none of them contains what is erased from now on.
INSERT INTO "backup_positions" ("name", "position")
SELECT to_char(now() AT TIME ZONE 'UTC', '"masa-"YYYY-MM-DD"T"HH24-MI-SS"Z.tar.zst"'), 0
WHERE EXISTS (SELECT FROM "backup_state" WHERE "last_at" IS NOT NULL);
