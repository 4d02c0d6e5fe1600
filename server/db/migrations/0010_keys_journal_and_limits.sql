CREATE TABLE "journal" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "journal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"username" text,
	"address" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "login_failures" ADD COLUMN "succeeded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "used_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "table_keys_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "public_address" text;--> statement-breakpoint
ALTER TABLE "tables" ADD COLUMN "key" text DEFAULT substr(translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), 1, 8) NOT NULL;--> statement-breakpoint
ALTER TABLE "whatsapp_queue" ADD COLUMN "counted_day" text;--> statement-breakpoint
ALTER TABLE "whatsapp_queue" ADD COLUMN "sent_today" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "whatsapp_queue" ADD COLUMN "in_flood" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "journal_at_index" ON "journal" USING btree ("at");