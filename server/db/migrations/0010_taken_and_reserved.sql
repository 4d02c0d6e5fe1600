ALTER TABLE "tables" ADD COLUMN "reserved_for" jsonb;--> statement-breakpoint
CREATE INDEX "day_entries_at_index" ON "day_entries" USING brin ("at");