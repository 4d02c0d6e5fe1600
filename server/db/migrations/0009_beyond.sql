CREATE TABLE "report_months" (
	"month" text PRIMARY KEY NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"day_start" text NOT NULL,
	"time_zone" text NOT NULL,
	"sums" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_checks" (
	"word_hash" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"reached_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "whatsapp_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "whatsapp_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"accepted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "whatsapp_queue" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"configured" boolean DEFAULT false NOT NULL,
	"account" text,
	"stopped_by" text,
	"last_at" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"strange_answers" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "whatsapp_queue_one_row" CHECK ("whatsapp_queue"."id" = 1),
	CONSTRAINT "whatsapp_queue_stopped_by" CHECK ("whatsapp_queue"."stopped_by" in ('token', 'template', 'recipient', 'account', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ready_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "retention_months" integer;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "retention_starts_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "whatsapp_messages" ADD CONSTRAINT "whatsapp_messages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "whatsapp_messages_waiting" ON "whatsapp_messages" USING btree ("id") WHERE "whatsapp_messages"."accepted_at" is null;--> statement-breakpoint
CREATE INDEX "whatsapp_messages_order" ON "whatsapp_messages" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_retention" CHECK ("settings"."retention_months" between 1 and 120);--> statement-breakpoint
INSERT INTO "whatsapp_queue" DEFAULT VALUES;--> statement-breakpoint
UPDATE "orders" o SET "ready_at" = r.at FROM (
	SELECT c.order_id, min(c.at) AS at FROM "order_status_changes" c
	WHERE c.status = 'ready' AND NOT EXISTS (
		SELECT FROM "order_status_changes" later
		WHERE later.order_id = c.order_id AND later.id > c.id AND later.status IN ('pending', 'preparing')
	)
	GROUP BY c.order_id
) r WHERE r.order_id = o.id;--> statement-breakpoint
UPDATE "orders" SET "erased_at" = "updated_at" WHERE "customer_name" = '' AND "phone_number" = '';--> statement-breakpoint
UPDATE "events" SET "erased_at" = "updated_at" WHERE "customer_name" = '' AND "customer_phone" = '';--> statement-breakpoint
CREATE FUNCTION past_order_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  placed timestamptz := coalesce(NEW.created_at, OLD.created_at);
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('report months', 0));
  DELETE FROM report_months WHERE starts_at <= placed AND ends_at > placed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_past_placed AFTER INSERT ON "orders" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.created_at < now() - interval '1 day') EXECUTE FUNCTION past_order_changed();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_past_changed AFTER UPDATE ON "orders" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.created_at < now() - interval '1 day' AND (OLD.changed_version, OLD.status, OLD.total, OLD.table_number, OLD.dining_option, OLD.currency, OLD.ready_at) IS DISTINCT FROM (NEW.changed_version, NEW.status, NEW.total, NEW.table_number, NEW.dining_option, NEW.currency, NEW.ready_at))
  EXECUTE FUNCTION past_order_changed();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_past_deleted AFTER DELETE ON "orders" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.created_at < now() - interval '1 day') EXECUTE FUNCTION past_order_changed();
