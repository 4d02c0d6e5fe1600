CREATE TABLE "backup_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"last_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "backup_state_one_row" CHECK ("backup_state"."id" = 1)
);
--> statement-breakpoint
INSERT INTO "backup_state" ("id") VALUES (1);--> statement-breakpoint
-- Keys of erased rows are noted beside the backups as soon as they are committed.
CREATE TRIGGER erasures_announce AFTER INSERT ON "erasures" FOR EACH STATEMENT EXECUTE FUNCTION announce_change('erasures');
