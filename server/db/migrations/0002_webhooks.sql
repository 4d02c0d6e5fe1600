CREATE TABLE "webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"webhook_id" bigint NOT NULL,
	"type" text NOT NULL,
	"subject_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"response_code" integer
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"events" text[] NOT NULL,
	"personal" boolean NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"failing_since" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("webhook_id","id") WHERE "webhook_deliveries"."ended_at" is null;--> statement-breakpoint
-- Events are written in the transaction of what happened, whatever makes it happen.
CREATE FUNCTION add_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (webhook_id, type, subject_id)
  SELECT id, TG_ARGV[0], (to_jsonb(NEW) ->> TG_ARGV[1])::bigint FROM webhooks WHERE is_active AND TG_ARGV[0] = ANY (events);
  RETURN NULL;
END $$;
-- A menu's event that nobody has tried to send covers this change too. It is locked, so that it is sent after the commit.
CREATE FUNCTION add_menu_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH waiting AS MATERIALIZED (
    SELECT webhook_id FROM webhook_deliveries
    WHERE type = 'menu.changed' AND attempts = 0 AND ended_at IS NULL FOR UPDATE SKIP LOCKED
  )
  INSERT INTO webhook_deliveries (webhook_id, type)
  SELECT id, 'menu.changed' FROM webhooks
  WHERE is_active AND 'menu.changed' = ANY (events) AND id NOT IN (SELECT webhook_id FROM waiting);
  RETURN NULL;
END $$;
CREATE TRIGGER orders_created_event AFTER INSERT ON "orders" FOR EACH ROW WHEN (NOT NEW.is_test) EXECUTE FUNCTION add_event('order.created', 'id');
-- Marks (seen, prints) do not raise this version.
CREATE TRIGGER orders_changed_event AFTER UPDATE OF "changed_version" ON "orders" FOR EACH ROW
  WHEN (NOT NEW.is_test AND (NEW.status = OLD.status OR NEW.status NOT IN ('completed', 'cancelled'))) EXECUTE FUNCTION add_event('order.changed', 'id');
CREATE TRIGGER orders_completed_event AFTER UPDATE OF "changed_version" ON "orders" FOR EACH ROW
  WHEN (NOT NEW.is_test AND NEW.status <> OLD.status AND NEW.status = 'completed') EXECUTE FUNCTION add_event('order.completed', 'id');
CREATE TRIGGER orders_cancelled_event AFTER UPDATE OF "changed_version" ON "orders" FOR EACH ROW
  WHEN (NOT NEW.is_test AND NEW.status <> OLD.status AND NEW.status = 'cancelled') EXECUTE FUNCTION add_event('order.cancelled', 'id');
CREATE TRIGGER day_entries_event AFTER INSERT ON "day_entries" FOR EACH ROW WHEN (NEW.kind <> 'till') EXECUTE FUNCTION add_event('payment.recorded', 'id');
CREATE TRIGGER days_event AFTER INSERT ON "days" FOR EACH ROW EXECUTE FUNCTION add_event('day.closed', 'number');
CREATE TRIGGER menu_items_event AFTER INSERT OR UPDATE OR DELETE ON "menu_items" FOR EACH STATEMENT EXECUTE FUNCTION add_menu_event();
CREATE TRIGGER menu_categories_event AFTER INSERT OR UPDATE OR DELETE ON "menu_categories" FOR EACH STATEMENT EXECUTE FUNCTION add_menu_event();
CREATE TRIGGER option_groups_event AFTER INSERT OR UPDATE OR DELETE ON "option_groups" FOR EACH STATEMENT EXECUTE FUNCTION add_menu_event();
CREATE TRIGGER dish_portions_event AFTER UPDATE ON "dish_portions" FOR EACH ROW WHEN ((OLD.portions_left > 0) <> (NEW.portions_left > 0)) EXECUTE FUNCTION add_menu_event();
