DROP INDEX "orders_customer";--> statement-breakpoint
CREATE INDEX "customers_by_last_order" ON "customers" USING btree (coalesce("last_order", '-infinity'),"id") WHERE "customers"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "customers_by_name" ON "customers" USING btree ("search_text" collate "C","id") WHERE "customers"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "customers_by_order_count" ON "customers" USING btree ("order_count","id") WHERE "customers"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "customers_by_total_spent" ON "customers" USING btree ("total_spent","id") WHERE "customers"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "orders_customer_id" ON "orders" USING btree ("customer_id","id");--> statement-breakpoint
-- The searches work without these two indexes, but then read all rows: pg_trgm comes with most installations of
-- PostgreSQL, but not with all, and not every user may create it.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  -- A new row version is put on a list first. A short list keeps searches fast, and the moment short in which it is emptied.
  CREATE INDEX "orders_search" ON "orders" USING gin ("search_text" gin_trgm_ops) WITH (gin_pending_list_limit = 512);
  CREATE INDEX "customers_search" ON "customers" USING gin ("search_text" gin_trgm_ops) WITH (gin_pending_list_limit = 512);
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
  RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END $$;
