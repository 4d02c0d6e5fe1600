CREATE TABLE "fiscal_receipts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fiscal_receipts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"names" text[] DEFAULT '{}' NOT NULL,
	"order_ids" bigint[] DEFAULT '{}' NOT NULL,
	"item_ids" bigint[] DEFAULT '{}' NOT NULL,
	"payment_ids" bigint[] DEFAULT '{}' NOT NULL,
	"guest_name" text,
	"tax_number" text,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"payments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"number" text,
	"code" text,
	"info" text,
	"at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	"decided_by" text,
	"late_answer" jsonb,
	"undone_at" timestamp (3) with time zone,
	"day" integer,
	CONSTRAINT "fiscal_receipts_name_unique" UNIQUE("name"),
	CONSTRAINT "fiscal_receipts_kind" CHECK ("fiscal_receipts"."kind" in ('receipt', 'z')),
	CONSTRAINT "fiscal_receipts_state" CHECK ("fiscal_receipts"."state" in ('waiting', 'handed', 'printed', 'refused', 'unclear', 'by_hand', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "printers" DROP CONSTRAINT "printers_kind";--> statement-breakpoint
DROP INDEX "day_entries_named";--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "is_deposit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "day_entries" ADD COLUMN "tax_number" text;--> statement-breakpoint
ALTER TABLE "printers" ADD COLUMN "profile" jsonb;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "fiscal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "fiscal_after" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "fiscal_receipts_orders" ON "fiscal_receipts" USING gin ("order_ids");--> statement-breakpoint
CREATE INDEX "fiscal_receipts_names" ON "fiscal_receipts" USING gin ("names");--> statement-breakpoint
CREATE INDEX "fiscal_receipts_looked_at" ON "fiscal_receipts" USING btree ("id") WHERE ("fiscal_receipts"."state" in ('waiting', 'handed', 'refused', 'unclear') or "fiscal_receipts"."undone_at" is not null or "fiscal_receipts"."late_answer" is not null);--> statement-breakpoint
CREATE INDEX "fiscal_receipts_undated" ON "fiscal_receipts" USING btree ("state") WHERE "fiscal_receipts"."day" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "fiscal_receipts_handed" ON "fiscal_receipts" USING btree ("state") WHERE "fiscal_receipts"."state" = 'handed';--> statement-breakpoint
CREATE INDEX "day_entries_orders" ON "day_entries" USING gin ("order_ids");--> statement-breakpoint
ALTER TABLE "printers" ADD CONSTRAINT "printers_profile" CHECK (("printers"."kind" = 'fiscal') = ("printers"."profile" is not null));--> statement-breakpoint
ALTER TABLE "printers" ADD CONSTRAINT "printers_kind" CHECK ("printers"."kind" in ('network', 'star', 'fiscal'));