CREATE TABLE "event_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"menu_item_id" bigint,
	"quantity" integer NOT NULL,
	"name" text NOT NULL,
	"name_ro" text NOT NULL,
	"price_at_time_of_event" bigint NOT NULL,
	"allergen_codes" text[] DEFAULT '{}' NOT NULL,
	"allergens" text,
	CONSTRAINT "event_items_quantity" CHECK ("event_items"."quantity" between 1 and 9999),
	CONSTRAINT "event_items_price" CHECK ("event_items"."price_at_time_of_event" >= 0)
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"customer_phone" text NOT NULL,
	"event_date" date NOT NULL,
	"valid_until" date NOT NULL,
	"number_of_guests" integer NOT NULL,
	"discount" numeric(5, 2) DEFAULT 0 NOT NULL,
	"notes" text,
	"language" text NOT NULL,
	"currency" text NOT NULL,
	"restaurant" jsonb NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"erasure_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_guests" CHECK ("events"."number_of_guests" >= 1),
	CONSTRAINT "events_discount" CHECK ("events"."discount" between 0 and 100),
	CONSTRAINT "events_language" CHECK ("events"."language" in ('en', 'ro')),
	CONSTRAINT "events_currency" CHECK ("events"."currency" in ('lei', 'eur')),
	CONSTRAINT "events_status" CHECK ("events"."status" in ('draft', 'pending', 'confirmed', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "order_prints" DROP CONSTRAINT "order_prints_kind";--> statement-breakpoint
DROP INDEX "orders_open_at_table";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "moved_from" integer;--> statement-breakpoint
ALTER TABLE "event_items" ADD CONSTRAINT "event_items_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_items" ADD CONSTRAINT "event_items_menu_item_id_menu_items_id_fk" FOREIGN KEY ("menu_item_id") REFERENCES "public"."menu_items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_items_event_id_index" ON "event_items" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "event_items_menu_item_id_index" ON "event_items" USING btree ("menu_item_id");--> statement-breakpoint
CREATE INDEX "events_customer_phone_index" ON "events" USING btree ("customer_phone");--> statement-breakpoint
CREATE INDEX "orders_table_status" ON "orders" USING btree ("table_id","status");--> statement-breakpoint
ALTER TABLE "order_prints" ADD CONSTRAINT "order_prints_kind" CHECK ("order_prints"."kind" in ('receipt', 'bill', 'kitchen', 'removal', 'cancellation', 'move'));--> statement-breakpoint
UPDATE "promotions" p SET "order" = n.place FROM (SELECT id, row_number() OVER (ORDER BY "order", id) AS place FROM "promotions") n WHERE n.id = p.id;
