ALTER TABLE "day_entries" ADD COLUMN "is_receipted" boolean;--> statement-breakpoint
-- Recorded while receipts were on: since they were switched on, or what stands on one.
UPDATE "day_entries" SET "is_receipted" = "id" in (select unnest("payment_ids") from "fiscal_receipts" where "state" <> 'withdrawn')
WHERE "kind" = 'payment' AND (
  "id" > (select "fiscal_after" from "settings" where "fiscal") OR "id" in (select unnest("payment_ids") from "fiscal_receipts")
);--> statement-breakpoint
CREATE INDEX "day_entries_unreceipted" ON "day_entries" USING btree ("id") WHERE not "day_entries"."is_receipted";--> statement-breakpoint
ALTER TABLE "settings" DROP COLUMN "fiscal_after";
