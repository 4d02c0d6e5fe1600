CREATE TABLE "journal" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "journal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"username" text,
	"address" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_failures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"networks" text[] NOT NULL,
	"username_key" text NOT NULL,
	"device" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"is_owner" boolean DEFAULT false NOT NULL,
	"duties" text[] DEFAULT '{}' NOT NULL,
	"self_registered" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone,
	"link_hash" text,
	"link_until" timestamp (3) with time zone,
	CONSTRAINT "users_usernameKey_unique" UNIQUE("username_key")
);
--> statement-breakpoint
CREATE TABLE "backup_links" (
	"word_hash" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backup_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"last_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failure" text,
	"restored_at" timestamp (3) with time zone,
	CONSTRAINT "backup_state_one_row" CHECK ("backup_state"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "event_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"menu_item_id" bigint,
	"quantity" integer NOT NULL,
	"name" text NOT NULL,
	"name_ro" text NOT NULL,
	"price_at_time_of_event" bigint NOT NULL,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"allergen_codes" text[] DEFAULT '{}' NOT NULL,
	"allergens" text,
	"allergens_checked" boolean,
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
	"erased_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_guests" CHECK ("events"."number_of_guests" >= 1),
	CONSTRAINT "events_discount" CHECK ("events"."discount" between 0 and 100),
	CONSTRAINT "events_language" CHECK ("events"."language" in ('en', 'ro')),
	CONSTRAINT "events_currency" CHECK ("events"."currency" in ('lei', 'eur')),
	CONSTRAINT "events_status" CHECK ("events"."status" in ('draft', 'pending', 'confirmed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"phone_number" text NOT NULL,
	"email" text,
	"notes" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"merged_into" bigint,
	"erasure_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customers_phoneNumber_unique" UNIQUE("phone_number")
);
--> statement-breakpoint
CREATE TABLE "customer_figures" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"order_count" integer DEFAULT 0 NOT NULL,
	"total_spent" bigint DEFAULT 0 NOT NULL,
	"first_order" timestamp (3) with time zone,
	"last_order" timestamp (3) with time zone,
	CONSTRAINT "customer_figures_order_count" CHECK ("customer_figures"."order_count" >= 0),
	CONSTRAINT "customer_figures_total_spent" CHECK ("customer_figures"."total_spent" >= 0)
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"key" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dish_portions" (
	"menu_item_id" bigint PRIMARY KEY NOT NULL,
	"portions_left" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "menu_categories" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "menu_categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"name_ro" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"station_id" integer,
	"vat_rate" numeric(5, 2),
	"served_hours" jsonb,
	CONSTRAINT "menu_categories_name_unique" UNIQUE("name"),
	CONSTRAINT "menu_categories_name" CHECK ("menu_categories"."name" <> '')
);
--> statement-breakpoint
CREATE TABLE "menu_imports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "menu_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"username" text NOT NULL,
	"kind" text NOT NULL,
	"added" integer NOT NULL,
	"changed" integer NOT NULL,
	"before" jsonb NOT NULL,
	"menu_after" text NOT NULL,
	CONSTRAINT "menu_imports_kind" CHECK ("menu_imports"."kind" in ('csv', 'list', 'bulk'))
);
--> statement-breakpoint
CREATE TABLE "menu_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "menu_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"category_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_ro" text DEFAULT '' NOT NULL,
	"name_is_fallback" boolean DEFAULT false NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"description_ro" text DEFAULT '' NOT NULL,
	"price" bigint NOT NULL,
	"image_url" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"allergens" text,
	"allergen_codes" text[] DEFAULT '{}' NOT NULL,
	"nutritional_values" jsonb,
	"ingredients" text DEFAULT '' NOT NULL,
	"ingredients_ro" text DEFAULT '' NOT NULL,
	"allergens_checked" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 1000000000 NOT NULL,
	"sold_out_until" timestamp (3) with time zone,
	"portions_until" timestamp (3) with time zone,
	"option_group_ids" bigint[] DEFAULT '{}' NOT NULL,
	"is_set_menu" boolean DEFAULT false NOT NULL,
	"takeaway_fee" jsonb,
	"served_hours" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "menu_items_name" CHECK ("menu_items"."name" <> ''),
	CONSTRAINT "menu_items_price" CHECK ("menu_items"."price" between 0 and 100000000)
);
--> statement-breakpoint
CREATE TABLE "menu_options" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "menu_options_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"name_ro" text DEFAULT '' NOT NULL,
	"price" bigint DEFAULT 0 NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"allergen_codes" text[] DEFAULT '{}' NOT NULL,
	"menu_item_id" bigint,
	"preselected" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"sold_out_until" timestamp (3) with time zone,
	CONSTRAINT "menu_options_name" CHECK ("menu_options"."name" <> '' or "menu_options"."menu_item_id" is not null),
	CONSTRAINT "menu_options_price" CHECK ("menu_options"."price" between 0 and 100000000),
	CONSTRAINT "menu_options_times" CHECK ("menu_options"."times" between 1 and 9)
);
--> statement-breakpoint
CREATE TABLE "option_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "option_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"name_ro" text DEFAULT '' NOT NULL,
	"dish_id" bigint,
	"without" boolean DEFAULT false NOT NULL,
	"min" integer DEFAULT 0 NOT NULL,
	"max" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"sold_out_changes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "option_groups_name" CHECK ("option_groups"."name" <> ''),
	CONSTRAINT "option_groups_min" CHECK ("option_groups"."min" between 0 and 30),
	CONSTRAINT "option_groups_max" CHECK ("option_groups"."max" >= greatest("option_groups"."min", 1))
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"hash" text PRIMARY KEY NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promotions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"title_ro" text NOT NULL,
	"description" text NOT NULL,
	"description_ro" text NOT NULL,
	"image_url" text DEFAULT '' NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"start_hour" text,
	"end_hour" text,
	"weekdays" smallint[] DEFAULT '{1,2,3,4,5,6,7}' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"order" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "promotions_dates" CHECK ("promotions"."start_date" <= "promotions"."end_date"),
	CONSTRAINT "promotions_hours" CHECK (("promotions"."start_hour" is null and "promotions"."end_hour" is null)
        or ("promotions"."start_hour" is not null and "promotions"."end_hour" is not null and "promotions"."start_hour" <= "promotions"."end_hour"
          and "promotions"."start_hour" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and "promotions"."end_hour" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')),
	CONSTRAINT "promotions_weekdays" CHECK (cardinality("promotions"."weekdays") > 0 and "promotions"."weekdays" <@ '{1,2,3,4,5,6,7}')
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"body_hash" text NOT NULL,
	"response" text NOT NULL,
	"shows" text NOT NULL,
	"shown_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_shows" CHECK ("idempotency_keys"."shows" in ('order', 'event', 'entry', 'day', 'withdrawal', 'other'))
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"menu_item_id" bigint,
	"quantity" integer NOT NULL,
	"removed_quantity" integer DEFAULT 0 NOT NULL,
	"name" text NOT NULL,
	"name_ro" text NOT NULL,
	"price" bigint NOT NULL,
	"notes" text,
	"guest_name" text,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"part_of" integer,
	"cooked" boolean DEFAULT true NOT NULL,
	"station_id" integer DEFAULT 1 NOT NULL,
	"vat_rate" numeric(5, 2),
	"vat_shares" jsonb,
	"done_at" timestamp (3) with time zone,
	"portions_until" timestamp (3) with time zone,
	CONSTRAINT "order_items_quantity" CHECK ("order_items"."quantity" between 0 and 891),
	CONSTRAINT "order_items_removed" CHECK ("order_items"."removed_quantity" between 0 and 891),
	CONSTRAINT "order_items_ordered" CHECK ("order_items"."quantity" + "order_items"."removed_quantity" >= 1),
	CONSTRAINT "order_items_price" CHECK ("order_items"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_prints" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_prints_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"ticket_id" integer,
	"username" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_prints_kind" CHECK ("order_prints"."kind" in ('receipt', 'bill', 'kitchen', 'removal', 'cancellation', 'move'))
);
--> statement-breakpoint
CREATE TABLE "order_status_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_status_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"status" text NOT NULL,
	"user_id" bigint,
	"username" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint,
	"customer_name" text NOT NULL,
	"phone_number" text NOT NULL,
	"email" text,
	"dining_option" text DEFAULT 'dine-in' NOT NULL,
	"table_id" bigint,
	"table_number" integer,
	"table_label" text,
	"moved_from" integer,
	"notes" text,
	"is_test" boolean DEFAULT false NOT NULL,
	"total" bigint NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"unpaid" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_version" integer DEFAULT 1 NOT NULL,
	"tickets" jsonb DEFAULT '[{"id":1,"kind":"kitchen"}]'::jsonb NOT NULL,
	"erasure_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"search_text" text NOT NULL,
	"is_proven" boolean DEFAULT true NOT NULL,
	"origin" integer[],
	"created_at" timestamp (3) with time zone NOT NULL,
	"pickup_at" timestamp (3) with time zone,
	"asap" boolean DEFAULT false NOT NULL,
	"start_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"ready_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"program" text,
	CONSTRAINT "orders_total" CHECK ("orders"."total" >= 0),
	CONSTRAINT "orders_dining_option" CHECK ("orders"."dining_option" in ('dine-in', 'takeaway')),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'preparing', 'ready', 'delivered', 'completed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "pickup_slots" (
	"at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "pickup_slots_taken" CHECK ("pickup_slots"."taken" >= 0)
);
--> statement-breakpoint
CREATE TABLE "totals" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"orders_up_to" bigint DEFAULT 0 NOT NULL,
	"orders" bigint DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"customers_up_to" bigint DEFAULT 0 NOT NULL,
	"customers" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "totals_one_row" CHECK ("totals"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "print_jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "print_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"printer_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"order_id" bigint,
	"ticket_id" integer,
	"table_id" bigint,
	"day" integer,
	"number" integer,
	"is_without_answer" boolean DEFAULT false NOT NULL,
	"copy" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone,
	"is_late" boolean DEFAULT false NOT NULL,
	"decision" text,
	"username" text,
	CONSTRAINT "print_jobs_ticket" UNIQUE("order_id","ticket_id","printer_id","copy"),
	CONSTRAINT "print_jobs_kind" CHECK ("print_jobs"."kind" in ('receipt', 'bill', 'kitchen', 'removal', 'cancellation', 'move', 'day', 'test')),
	CONSTRAINT "print_jobs_state" CHECK ("print_jobs"."state" in ('queued', 'sending', 'printed', 'sent', 'unconfirmed', 'failed', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "printers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "printers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"address" text,
	"port" integer NOT NULL,
	"answers" boolean DEFAULT true NOT NULL,
	"columns" integer NOT NULL,
	"mode" text NOT NULL,
	"stations" jsonb NOT NULL,
	"documents" jsonb NOT NULL,
	"fallback_id" bigint,
	"is_active" boolean NOT NULL,
	"token_hash" text,
	"state" text DEFAULT 'offline' NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"last_at" timestamp (3) with time zone,
	"leased_by" text,
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "printers_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "printers_kind" CHECK ("printers"."kind" in ('network', 'star')),
	CONSTRAINT "printers_address" CHECK (("printers"."kind" = 'network') = ("printers"."address" is not null)),
	CONSTRAINT "printers_mode" CHECK ("printers"."mode" in ('image', 'text')),
	CONSTRAINT "printers_state" CHECK ("printers"."state" in ('ready', 'offline', 'cover', 'paper', 'silent', 'off'))
);
--> statement-breakpoint
CREATE TABLE "whatsapp_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "whatsapp_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"accepted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "whatsapp_queue" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"configured" boolean DEFAULT false NOT NULL,
	"stopped_by" text,
	"last_at" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"counted_day" text,
	"sent_today" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "whatsapp_queue_one_row" CHECK ("whatsapp_queue"."id" = 1),
	CONSTRAINT "whatsapp_queue_stopped_by" CHECK ("whatsapp_queue"."stopped_by" in ('token', 'template', 'recipient', 'account', 'refused'))
);
--> statement-breakpoint
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
	"order_ids" bigint[] DEFAULT '{}' NOT NULL,
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
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"currency" text DEFAULT 'lei' NOT NULL,
	"owner_phone_number" text,
	"whatsapp_notifications_enabled" boolean DEFAULT true NOT NULL,
	"orders_paused" boolean DEFAULT false NOT NULL,
	"orders_paused_until" timestamp (3) with time zone,
	"table_keys_required" boolean DEFAULT false NOT NULL,
	"table_calls" boolean DEFAULT true NOT NULL,
	"delivery_note" boolean DEFAULT true NOT NULL,
	"registration" boolean DEFAULT true NOT NULL,
	"suggestions" boolean DEFAULT true NOT NULL,
	"public_address" text,
	"asked_host" text,
	"reached_host" text,
	"first_steps_away" boolean DEFAULT false NOT NULL,
	"no_tables" boolean DEFAULT false NOT NULL,
	"business_day_start" text DEFAULT '04:00' NOT NULL,
	"stations" jsonb DEFAULT '[{"id":1,"name":"Kitchen","nameRo":"Bucătărie"}]'::jsonb NOT NULL,
	"last_station_id" integer DEFAULT 1 NOT NULL,
	"kitchen_minutes" integer[] DEFAULT '{5,10}' NOT NULL,
	"payments" boolean DEFAULT false NOT NULL,
	"payment_methods" jsonb DEFAULT '[{"id":1,"kind":"cash","name":"Cash","nameRo":"Numerar"},{"id":2,"kind":"card","name":"Card","nameRo":"Card"},{"id":3,"kind":"voucher","name":"Meal vouchers","nameRo":"Tichete de masă"}]'::jsonb NOT NULL,
	"last_method_id" integer DEFAULT 3 NOT NULL,
	"cash_rounding" integer DEFAULT 0 NOT NULL,
	"house_limit" bigint DEFAULT 0 NOT NULL,
	"restaurant_name" text,
	"restaurant_address" text,
	"restaurant_phone" text,
	"legal_name" text,
	"tax_number" text,
	"opening_hours" jsonb,
	"last_order_minutes" integer DEFAULT 0 NOT NULL,
	"pickup" jsonb DEFAULT '{"on":false,"leadMinutes":20,"slotMinutes":15,"daysAhead":2,"ordersPerSlot":null}'::jsonb NOT NULL,
	"retention_months" integer,
	"retention_starts_at" timestamp (3) with time zone,
	CONSTRAINT "settings_one_row" CHECK ("settings"."id" = 1),
	CONSTRAINT "settings_language" CHECK ("settings"."language" in ('en', 'ro')),
	CONSTRAINT "settings_currency" CHECK ("settings"."currency" in ('lei', 'eur')),
	CONSTRAINT "settings_business_day_start" CHECK ("settings"."business_day_start" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
	CONSTRAINT "settings_retention" CHECK ("settings"."retention_months" between 1 and 120)
);
--> statement-breakpoint
CREATE TABLE "session_participants" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"guest_number" integer NOT NULL,
	"name" text NOT NULL,
	"is_ready" boolean DEFAULT false NOT NULL,
	"token_hash" text NOT NULL,
	"proven_key" text,
	"needs_no_key" boolean DEFAULT false NOT NULL,
	"refs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"left_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "session_participants_browser" UNIQUE("session_id","token_hash"),
	CONSTRAINT "session_participants_number" UNIQUE("session_id","guest_number")
);
--> statement-breakpoint
CREATE TABLE "shared_cart_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shared_cart_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_id" text NOT NULL,
	"participant_id" text NOT NULL,
	"menu_item_id" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"notes" text,
	"options" bigint[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shared_cart_items_quantity" CHECK ("shared_cart_items"."quantity" between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "shared_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"table_id" bigint NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"placed" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shared_sessions_status" CHECK ("shared_sessions"."status" in ('active', 'completed', 'cancelled')),
	CONSTRAINT "shared_sessions_placed" CHECK (("shared_sessions"."status" = 'completed') = ("shared_sessions"."placed" is not null))
);
--> statement-breakpoint
CREATE TABLE "table_calls" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "table_calls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"table_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"method" text,
	"token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone,
	"taken_by_id" bigint,
	"taken_by" text,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "table_calls_one_of_kind" UNIQUE("table_id","kind"),
	CONSTRAINT "table_calls_kind" CHECK ("table_calls"."kind" in ('waiter', 'bill')),
	CONSTRAINT "table_calls_method" CHECK ("table_calls"."method" in ('cash', 'card')),
	CONSTRAINT "table_calls_taken" CHECK (("table_calls"."taken_at" is null) = ("table_calls"."taken_by" is null) and ("table_calls"."taken_at" is null) = ("table_calls"."taken_by_id" is null))
);
--> statement-breakpoint
CREATE TABLE "tables" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tables_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"number" integer NOT NULL,
	"label" text,
	"capacity" integer NOT NULL,
	"key" text DEFAULT substr(translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), 1, 8) NOT NULL,
	"status" text DEFAULT 'available' NOT NULL,
	"reserved_for" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tables_number_unique" UNIQUE("number"),
	CONSTRAINT "tables_number" CHECK ("tables"."number" >= 1),
	CONSTRAINT "tables_capacity" CHECK ("tables"."capacity" >= 1),
	CONSTRAINT "tables_label" CHECK (length("tables"."label") between 1 and 30),
	CONSTRAINT "tables_status" CHECK ("tables"."status" in ('available', 'occupied', 'reserved'))
);
--> statement-breakpoint
CREATE TABLE "programs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "programs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "programs_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"webhook_id" bigint NOT NULL,
	"type" text NOT NULL,
	"subject_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"is_sending" boolean DEFAULT false NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"response_code" integer
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"old_secret" text,
	"secret_replaced_at" timestamp (3) with time zone,
	"events" text[] NOT NULL,
	"personal" boolean NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"failing_since" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_items" ADD CONSTRAINT "event_items_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_items" ADD CONSTRAINT "event_items_menu_item_id_menu_items_id_fk" FOREIGN KEY ("menu_item_id") REFERENCES "public"."menu_items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merged_into_customers_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dish_portions" ADD CONSTRAINT "dish_portions_menu_item_id_menu_items_id_fk" FOREIGN KEY ("menu_item_id") REFERENCES "public"."menu_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_items" ADD CONSTRAINT "menu_items_category_id_menu_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."menu_categories"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_options" ADD CONSTRAINT "menu_options_group_id_option_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."option_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_options" ADD CONSTRAINT "menu_options_menu_item_id_menu_items_id_fk" FOREIGN KEY ("menu_item_id") REFERENCES "public"."menu_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "option_groups" ADD CONSTRAINT "option_groups_dish_id_menu_items_id_fk" FOREIGN KEY ("dish_id") REFERENCES "public"."menu_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_menu_item_id_menu_items_id_fk" FOREIGN KEY ("menu_item_id") REFERENCES "public"."menu_items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_prints" ADD CONSTRAINT "order_prints_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_status_changes" ADD CONSTRAINT "order_status_changes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_figures" ADD CONSTRAINT "customer_figures_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_table_id_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."tables"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_jobs" ADD CONSTRAINT "print_jobs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whatsapp_messages" ADD CONSTRAINT "whatsapp_messages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_entries" ADD CONSTRAINT "day_entries_reverses_id_day_entries_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."day_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_shares" ADD CONSTRAINT "entry_shares_entry_id_day_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."day_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_shares" ADD CONSTRAINT "entry_shares_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_participants" ADD CONSTRAINT "session_participants_session_id_shared_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."shared_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_cart_items" ADD CONSTRAINT "shared_cart_items_session_id_shared_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."shared_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_cart_items" ADD CONSTRAINT "shared_cart_items_participant_id_session_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."session_participants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_cart_items" ADD CONSTRAINT "shared_cart_items_menu_item_id_menu_items_id_fk" FOREIGN KEY ("menu_item_id") REFERENCES "public"."menu_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_sessions" ADD CONSTRAINT "shared_sessions_table_id_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."tables"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_calls" ADD CONSTRAINT "table_calls_table_id_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."tables"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_origin_phone" ON "orders" USING btree ("phone_number") WHERE "orders"."origin" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("webhook_id","id") WHERE "webhook_deliveries"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_menu" ON "webhook_deliveries" USING btree ("webhook_id") WHERE "webhook_deliveries"."type" = 'menu.changed' and "webhook_deliveries"."attempts" = 0 and "webhook_deliveries"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "journal_at_index" ON "journal" USING btree ("at");--> statement-breakpoint
CREATE INDEX "login_failures_networks_index" ON "login_failures" USING gin ("networks");--> statement-breakpoint
CREATE INDEX "login_failures_username_key_at_index" ON "login_failures" USING btree ("username_key","at");--> statement-breakpoint
CREATE INDEX "login_failures_at_index" ON "login_failures" USING btree ("at");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "event_items_event_id_index" ON "event_items" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "event_items_menu_item_id_index" ON "event_items" USING btree ("menu_item_id");--> statement-breakpoint
CREATE INDEX "events_customer_phone_index" ON "events" USING btree ("customer_phone");--> statement-breakpoint
CREATE INDEX "customers_merged_into_index" ON "customers" USING btree ("merged_into") WHERE "customers"."merged_into" is not null;--> statement-breakpoint
CREATE INDEX "customer_figures_by_last_order" ON "customer_figures" USING btree (coalesce("last_order", '-infinity'),"customer_id");--> statement-breakpoint
CREATE INDEX "customers_by_name" ON "customers" USING btree ("search_text" collate "C","id") WHERE "customers"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "customer_figures_by_order_count" ON "customer_figures" USING btree ("order_count","customer_id");--> statement-breakpoint
CREATE INDEX "customer_figures_by_total_spent" ON "customer_figures" USING btree ("total_spent","customer_id");--> statement-breakpoint
CREATE INDEX "menu_items_category_id_index" ON "menu_items" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "menu_items_sold_out_until_index" ON "menu_items" USING btree ("sold_out_until") WHERE "menu_items"."sold_out_until" is not null;--> statement-breakpoint
CREATE INDEX "menu_items_portions_until_index" ON "menu_items" USING btree ("portions_until") WHERE "menu_items"."portions_until" is not null;--> statement-breakpoint
CREATE INDEX "menu_options_group_id_index" ON "menu_options" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "menu_options_menu_item_id_index" ON "menu_options" USING btree ("menu_item_id");--> statement-breakpoint
CREATE INDEX "option_groups_dish_id_index" ON "option_groups" USING btree ("dish_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_withdrawals" ON "idempotency_keys" USING btree ("created_at") WHERE "idempotency_keys"."shows" = 'withdrawal';--> statement-breakpoint
CREATE INDEX "order_items_order_id_index" ON "order_items" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_items_menu_item_id_index" ON "order_items" USING btree ("menu_item_id");--> statement-breakpoint
CREATE INDEX "order_prints_order_id_index" ON "order_prints" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_status_changes_order_id_index" ON "order_status_changes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "orders_status_id" ON "orders" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "orders_table_status" ON "orders" USING btree ("table_id","status");--> statement-breakpoint
CREATE INDEX "orders_unproven" ON "orders" USING btree ("table_id","status") WHERE not "orders"."is_proven";--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "orders_customer_id" ON "orders" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "orders_number_alone" ON "orders" USING btree ("phone_number") WHERE "orders"."customer_id" is null and "orders"."phone_number" not in ('', '0000000000');--> statement-breakpoint
CREATE INDEX "orders_ended" ON "orders" USING btree ("ended_at") WHERE "orders"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_origin" ON "orders" USING gin ("origin") WHERE "orders"."origin" is not null;--> statement-breakpoint
CREATE INDEX "print_jobs_open" ON "print_jobs" USING btree ("printer_id","id") WHERE "print_jobs"."state" in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "print_jobs_undecided" ON "print_jobs" USING btree ("printer_id") WHERE "print_jobs"."state" in ('unconfirmed', 'failed') and "print_jobs"."decision" is null;--> statement-breakpoint
CREATE INDEX "print_jobs_created" ON "print_jobs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "whatsapp_messages_waiting" ON "whatsapp_messages" USING btree ("id") WHERE "whatsapp_messages"."accepted_at" is null;--> statement-breakpoint
CREATE INDEX "whatsapp_messages_order" ON "whatsapp_messages" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "day_entries_named" ON "day_entries" USING gin ("order_ids") WHERE ("day_entries"."guest_name" is not null or "day_entries"."reason" is not null);--> statement-breakpoint
CREATE INDEX "day_entries_reverses_id_index" ON "day_entries" USING btree ("reverses_id") WHERE "day_entries"."reverses_id" is not null;--> statement-breakpoint
CREATE INDEX "day_entries_at_index" ON "day_entries" USING brin ("at");--> statement-breakpoint
CREATE INDEX "entry_shares_order_id_index" ON "entry_shares" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "shared_cart_items_session_id_index" ON "shared_cart_items" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "shared_cart_items_participant_id_index" ON "shared_cart_items" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "shared_cart_items_menu_item_id_index" ON "shared_cart_items" USING btree ("menu_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shared_sessions_one_at_table" ON "shared_sessions" USING btree ("table_id") WHERE "shared_sessions"."status" = 'active';--> statement-breakpoint
CREATE INDEX "shared_sessions_updated_at_index" ON "shared_sessions" USING btree ("updated_at");--> statement-breakpoint
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
--> statement-breakpoint
INSERT INTO "settings" ("id") VALUES (1);
--> statement-breakpoint
INSERT INTO "totals" DEFAULT VALUES;
--> statement-breakpoint
INSERT INTO "menu_categories" ("name", "name_ro", "position")
SELECT name, name_ro, ordinality::int FROM unnest(
  ARRAY['Burgeri', 'Preparate din Pui', 'Preparate din Carne', 'Preparate la Grătar', 'Vegetariene', 'Paste și Risotto', 'Garnituri', 'Platouri', 'Sosuri', 'Pizza', 'Paste', 'Burgers', 'Preparate de pui', 'Preparate din porc', 'Desert', 'Drinks', 'Băuturi Răcoritoare', 'Băuturi Calde', 'Cafea', 'Smoothie-uri', 'Cocktailuri', 'Bere', 'Vinuri'],
  ARRAY['Burgeri', 'Preparate din Pui', 'Preparate din Carne', 'Preparate la Grătar', 'Vegetariene', 'Paste și Risotto', 'Garnituri', 'Platouri', 'Sosuri', 'Pizza', 'Paste', 'Burgeri', 'Preparate de pui', 'Preparate din porc', 'Desert', 'Băuturi', 'Băuturi Răcoritoare', 'Băuturi Calde', 'Cafea', 'Smoothie-uri', 'Cocktailuri', 'Bere', 'Vinuri']
) WITH ORDINALITY AS listed (name, name_ro, ordinality);
--> statement-breakpoint
INSERT INTO "whatsapp_queue" DEFAULT VALUES;
--> statement-breakpoint
INSERT INTO "backup_state" ("id") VALUES (1);
--> statement-breakpoint
-- Every change of the menu or the settings is announced to all instances at its commit, whatever makes the change. A
-- statement that changed no row is not announced: NOTIFY makes commits wait for each other. A trigger that sees the changed
-- rows is for one kind of statement.
CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    PERFORM pg_notify('masa', json_build_object('topic', TG_ARGV[0])::text);
  END IF;
  RETURN NULL;
END $$;
DO $$
DECLARE
  announced record;
  kind text;
BEGIN
  FOR announced IN VALUES ('menu_items', 'menu'), ('menu_categories', 'menu'), ('option_groups', 'menu'),
    ('dish_portions', 'portions'), ('settings', 'settings')
  LOOP
    FOREACH kind IN ARRAY ARRAY['INSERT', 'UPDATE', 'DELETE'] LOOP
      EXECUTE format(
        'CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_change(%L)',
        announced.column1 || '_announce_' || lower(kind), kind, announced.column1,
        CASE kind WHEN 'DELETE' THEN 'OLD' ELSE 'NEW' END, announced.column2);
    END LOOP;
  END LOOP;
END $$;

-- Keys of erased rows are noted beside the backups as soon as they are committed.
CREATE FUNCTION announce_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('masa', json_build_object('topic', 'erasures', 'id', NEW.key)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER erasures_announce AFTER INSERT ON "erasures" FOR EACH ROW EXECUTE FUNCTION announce_erasure();

-- The lines of active shared carts show the current name, price, options and availability of their dishes. When a dish,
-- its category, one of its groups of options or a dish that an option names changes, the carts with that dish get a new
-- version, which is announced to all instances. When a dish is deleted, its lines are deleted too, and the guests who
-- wanted it are no longer ready.
CREATE FUNCTION touch_shared_carts(dishes bigint[]) RETURNS void LANGUAGE sql AS $$
  WITH touched AS (
    UPDATE shared_sessions SET version = version + 1
    WHERE status = 'active' AND id IN (SELECT session_id FROM shared_cart_items WHERE menu_item_id = ANY (dishes))
    RETURNING id
  )
  SELECT pg_notify('masa', json_build_object('topic', 'session', 'id', id)::text) FROM touched;
$$;
CREATE FUNCTION dish_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_shared_carts(ARRAY[OLD.id] || ARRAY(
    SELECT item.id FROM menu_options JOIN menu_items item ON menu_options.group_id = ANY (item.option_group_ids)
    WHERE menu_options.menu_item_id = OLD.id));
  IF TG_OP = 'UPDATE' THEN RETURN NULL; END IF;
  UPDATE session_participants SET is_ready = false
  WHERE is_ready AND id IN (SELECT participant_id FROM shared_cart_items WHERE menu_item_id = OLD.id);
  RETURN OLD;
END $$;
CREATE FUNCTION category_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_shared_carts(ARRAY(SELECT id FROM menu_items WHERE category_id = NEW.id));
  RETURN NULL;
END $$;
CREATE FUNCTION option_group_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_shared_carts(ARRAY(SELECT id FROM menu_items WHERE NEW.id = ANY (option_group_ids)));
  RETURN NULL;
END $$;
CREATE TRIGGER menu_items_shared_carts AFTER UPDATE ON "menu_items" FOR EACH ROW
  WHEN ((OLD.name, OLD.name_ro, OLD.price, OLD.is_active, OLD.category_id, OLD.sold_out_until, OLD.option_group_ids) IS DISTINCT FROM (NEW.name, NEW.name_ro, NEW.price, NEW.is_active, NEW.category_id, NEW.sold_out_until, NEW.option_group_ids))
  EXECUTE FUNCTION dish_changed();
CREATE TRIGGER menu_items_leave_shared_carts BEFORE DELETE ON "menu_items" FOR EACH ROW EXECUTE FUNCTION dish_changed();
CREATE TRIGGER menu_categories_shared_carts AFTER UPDATE ON "menu_categories" FOR EACH ROW
  WHEN (OLD.is_active IS DISTINCT FROM NEW.is_active) EXECUTE FUNCTION category_changed();
CREATE TRIGGER option_groups_shared_carts AFTER UPDATE ON "option_groups" FOR EACH ROW EXECUTE FUNCTION option_group_changed();

-- A dish without portions left is sold out, also in shared carts. Orders count portions while they hold locks that come
-- after those of sessions, so a session that is locked is not waited for: what changes it reads its dishes anew.
CREATE FUNCTION portions_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  dish bigint := coalesce(NEW.menu_item_id, OLD.menu_item_id);
  told int;
BEGIN
  IF (coalesce(OLD.portions_left, 1) > 0) IS DISTINCT FROM (coalesce(NEW.portions_left, 1) > 0) THEN
    WITH free AS (
      SELECT id FROM shared_sessions WHERE status = 'active' AND id IN (
        SELECT session_id FROM shared_cart_items JOIN menu_items item ON item.id = menu_item_id
        WHERE item.id = dish OR EXISTS (
          SELECT FROM menu_options WHERE menu_options.menu_item_id = dish AND group_id = ANY (item.option_group_ids)))
      FOR UPDATE SKIP LOCKED
    ), touched AS (
      UPDATE shared_sessions SET version = version + 1 FROM free WHERE shared_sessions.id = free.id
      RETURNING shared_sessions.id, pg_notify('masa', json_build_object('topic', 'session', 'id', shared_sessions.id)::text)
    )
    SELECT count(*) INTO told FROM touched;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER dish_portions_changed AFTER INSERT OR UPDATE OR DELETE ON "dish_portions" FOR EACH ROW EXECUTE FUNCTION portions_changed();

-- The entries of a day are added and never changed.
CREATE FUNCTION "refuse_change_of_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception 'entries of a day are added and never changed';
end $$;
CREATE TRIGGER "day_entries_stay" BEFORE DELETE OR UPDATE OF "id", "kind", "at", "user_id", "username", "currency", "method_id", "method_kind", "method_name", "method_name_ro", "amount", "tip", "rounding", "tendered", "reverses_id", "order_ids" ON "day_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_entry"();
CREATE TRIGGER "entry_shares_stay" BEFORE DELETE OR UPDATE ON "entry_shares" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_entry"();

-- Events are written in the transaction of what happened, whatever makes it happen.
CREATE FUNCTION add_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (webhook_id, type, subject_id)
  SELECT id, TG_ARGV[0], (to_jsonb(NEW) ->> TG_ARGV[1])::bigint FROM webhooks WHERE is_active AND TG_ARGV[0] = ANY (events);
  RETURN NULL;
END $$;
-- Whoever was sent a person's data hears that it was erased, also without the wish to hear of changed orders.
CREATE FUNCTION add_erased_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (webhook_id, type, subject_id)
  SELECT id, 'order.changed', NEW.id FROM webhooks
  WHERE is_active AND personal AND events && '{order.created,order.changed,order.completed,order.cancelled,payment.recorded}';
  RETURN NULL;
END $$;
-- What guests cannot see is no change: a hidden dish, one of a hidden category, a station, a VAT rate. An event that nobody
-- has tried to send covers this change too. It is locked, so that it is sent after the commit.
CREATE FUNCTION add_menu_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  hidden text[] := '{station_id,vat_rate,updated_at}';
  before jsonb := to_jsonb(OLD) - hidden;
  after jsonb := to_jsonb(NEW) - hidden;
BEGIN
  IF before = after OR NOT EXISTS (
    SELECT FROM unnest(ARRAY[before, after]) AS states (state)
    WHERE coalesce(state ->> 'is_active', 'true') = 'true' AND state IS NOT NULL
      AND NOT EXISTS (SELECT FROM menu_categories WHERE id = (state ->> 'category_id')::bigint AND NOT is_active)
  ) THEN RETURN NULL; END IF;
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
CREATE TRIGGER orders_erased_event AFTER UPDATE OF "erased_at" ON "orders" FOR EACH ROW
  WHEN (NOT NEW.is_test AND OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL) EXECUTE FUNCTION add_erased_event();
CREATE TRIGGER day_entries_event AFTER INSERT ON "day_entries" FOR EACH ROW WHEN (NEW.kind <> 'till') EXECUTE FUNCTION add_event('payment.recorded', 'id');
CREATE TRIGGER days_event AFTER INSERT ON "days" FOR EACH ROW EXECUTE FUNCTION add_event('day.closed', 'number');
CREATE TRIGGER menu_items_event AFTER INSERT OR UPDATE OR DELETE ON "menu_items" FOR EACH ROW EXECUTE FUNCTION add_menu_event();
CREATE TRIGGER menu_categories_event AFTER INSERT OR UPDATE OR DELETE ON "menu_categories" FOR EACH ROW EXECUTE FUNCTION add_menu_event();
CREATE TRIGGER option_groups_event AFTER INSERT OR UPDATE OR DELETE ON "option_groups" FOR EACH ROW EXECUTE FUNCTION add_menu_event();
CREATE TRIGGER dish_portions_event AFTER UPDATE ON "dish_portions" FOR EACH ROW WHEN ((OLD.portions_left > 0) <> (NEW.portions_left > 0)) EXECUTE FUNCTION add_menu_event();
