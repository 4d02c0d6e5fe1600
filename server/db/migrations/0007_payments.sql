CREATE TABLE "day_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "day_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" bigint NOT NULL,
	"username" text NOT NULL,
	"currency" text NOT NULL,
	"method_id" integer,
	"method_kind" text,
	"method_name" text,
	"method_name_ro" text,
	"amount" bigint NOT NULL,
	"tip" bigint DEFAULT 0 NOT NULL,
	"rounding" bigint DEFAULT 0 NOT NULL,
	"tendered" bigint,
	"guest_name" text,
	"reason" text,
	"reverses_id" bigint,
	CONSTRAINT "day_entries_kind" CHECK ("day_entries"."kind" in ('payment', 'reversal', 'till')),
	CONSTRAINT "day_entries_reverses" CHECK (("day_entries"."kind" = 'reversal') = ("day_entries"."reverses_id" is not null)),
	CONSTRAINT "day_entries_method" CHECK (("day_entries"."kind" = 'till') = ("day_entries"."method_kind" is null))
);
--> statement-breakpoint
CREATE TABLE "days" (
	"number" integer PRIMARY KEY NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"last_entry" bigint NOT NULL,
	"left_in_till" bigint NOT NULL,
	"report" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entry_shares" (
	"entry_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "entry_shares_entry_id_order_id_pk" PRIMARY KEY("entry_id","order_id")
);
--> statement-breakpoint
ALTER TABLE "menu_categories" ADD COLUMN "vat_rate" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "vat_rate" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "vat_shares" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "unpaid" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "payments" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "payment_methods" jsonb DEFAULT '[{"id":1,"kind":"cash","name":"Cash","nameRo":"Numerar"},{"id":2,"kind":"card","name":"Card","nameRo":"Card"},{"id":3,"kind":"voucher","name":"Meal vouchers","nameRo":"Tichete de masă"}]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "last_method_id" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "cash_rounding" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "house_limit" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "day_entries" ADD CONSTRAINT "day_entries_reverses_id_day_entries_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."day_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_shares" ADD CONSTRAINT "entry_shares_entry_id_day_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."day_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_shares" ADD CONSTRAINT "entry_shares_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "day_entries_reverses_id_index" ON "day_entries" USING btree ("reverses_id") WHERE "day_entries"."reverses_id" is not null;--> statement-breakpoint
CREATE INDEX "entry_shares_order_id_index" ON "entry_shares" USING btree ("order_id");--> statement-breakpoint
CREATE FUNCTION "refuse_change_of_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception 'entries of a day are added and never changed';
end $$;--> statement-breakpoint
CREATE TRIGGER "day_entries_stay" BEFORE DELETE OR UPDATE OF "id", "kind", "at", "user_id", "username", "currency", "method_id", "method_kind", "method_name", "method_name_ro", "amount", "tip", "rounding", "tendered", "reverses_id" ON "day_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_entry"();--> statement-breakpoint
CREATE TRIGGER "entry_shares_stay" BEFORE DELETE OR UPDATE ON "entry_shares" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_entry"();
