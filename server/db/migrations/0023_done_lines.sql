ALTER TABLE "order_items" ADD COLUMN "done_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "order_items" SET "done_at" = "orders"."updated_at" FROM "orders"
WHERE "orders"."id" = "order_items"."order_id" AND "orders"."status" IN ('ready', 'delivered') AND "order_items"."quantity" > 0;
