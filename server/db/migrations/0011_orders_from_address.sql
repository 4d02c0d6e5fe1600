ALTER TABLE "orders" ADD COLUMN "from_address" integer;--> statement-breakpoint
CREATE INDEX "orders_from_address" ON "orders" USING btree ("from_address") WHERE "orders"."from_address" is not null;