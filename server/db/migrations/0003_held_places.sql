CREATE INDEX "orders_from_phone" ON "orders" USING btree ("phone_number") WHERE "orders"."from_address" is not null;--> statement-breakpoint
-- Ends a transaction that was overtaken, which then runs again: also where the commit is sent with the check.
CREATE FUNCTION conflict_unless(holds boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT holds THEN RAISE serialization_failure; END IF;
END $$;
