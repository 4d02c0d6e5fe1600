ALTER TABLE "idempotency_keys" RENAME COLUMN "order_id" TO "shown_id";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "shows" text NOT NULL DEFAULT 'other';--> statement-breakpoint
ALTER TABLE "day_entries" ADD COLUMN "order_ids" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- The responses that are stored already. A print job's lay under the id of its order.
UPDATE "idempotency_keys" SET "shows" = CASE
    WHEN "body_hash" = 'withdrawn' THEN 'withdrawal'
    WHEN split_part("key", ' ', 1) IN ('/api/orders', '/api/orders/:id/items/:itemId', '/api/orders/:id/prints') THEN 'order'
    WHEN split_part("key", ' ', 1) = '/api/events' THEN 'event'
    WHEN split_part("key", ' ', 1) IN ('/api/payments', '/api/payments/:id/reverse', '/api/till') THEN 'entry'
    WHEN split_part("key", ' ', 1) = '/api/days/close' THEN 'day'
    ELSE 'other' END;--> statement-breakpoint
UPDATE "idempotency_keys" SET "shown_id" = CASE
    WHEN "shows" = 'order' THEN "shown_id"
    WHEN "shows" IN ('event', 'entry') THEN substring("answer" from '^\{"id":([0-9]{1,18})[,}]')::bigint
    WHEN "shows" = 'day' THEN substring("answer" from '^\{"number":([0-9]{1,9}),')::bigint END;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "shows" DROP DEFAULT;--> statement-breakpoint
-- What a payment was for is known of the orders that got a share of it.
UPDATE "day_entries" SET "order_ids" = ARRAY(
    SELECT DISTINCT "order_id" FROM "entry_shares" WHERE "entry_id" IN ("day_entries"."id", "day_entries"."reverses_id"))
  WHERE "kind" <> 'till' AND ("guest_name" IS NOT NULL OR "reason" IS NOT NULL);--> statement-breakpoint
CREATE INDEX "idempotency_keys_withdrawals" ON "idempotency_keys" USING btree ("created_at") WHERE "idempotency_keys"."shows" = 'withdrawal';--> statement-breakpoint
CREATE INDEX "day_entries_named" ON "day_entries" USING gin ("order_ids") WHERE ("day_entries"."guest_name" is not null or "day_entries"."reason" is not null);--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_shows" CHECK ("idempotency_keys"."shows" in ('order', 'event', 'entry', 'day', 'withdrawal', 'other'));--> statement-breakpoint
DROP TRIGGER "day_entries_stay" ON "day_entries";--> statement-breakpoint
CREATE TRIGGER "day_entries_stay" BEFORE DELETE OR UPDATE OF "id", "kind", "at", "user_id", "username", "currency", "method_id", "method_kind", "method_name", "method_name_ro", "amount", "tip", "rounding", "tendered", "reverses_id", "order_ids" ON "day_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_entry"();
