ALTER TABLE "session_participants" ADD COLUMN "proven_key" text;--> statement-breakpoint
ALTER TABLE "session_participants" ADD COLUMN "needs_no_key" boolean DEFAULT false NOT NULL;