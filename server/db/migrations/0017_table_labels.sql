ALTER TABLE "orders" ADD COLUMN "table_label" text;--> statement-breakpoint
ALTER TABLE "tables" ADD COLUMN "label" text;--> statement-breakpoint
ALTER TABLE "tables" ADD CONSTRAINT "tables_label" CHECK (length("tables"."label") between 1 and 30);