CREATE TABLE "backup_links" (
	"word_hash" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
