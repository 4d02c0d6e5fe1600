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
ALTER TABLE "print_jobs" ADD CONSTRAINT "print_jobs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "print_jobs_open" ON "print_jobs" USING btree ("printer_id","id") WHERE "print_jobs"."state" in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "print_jobs_undecided" ON "print_jobs" USING btree ("printer_id") WHERE "print_jobs"."state" in ('unconfirmed', 'failed') and "print_jobs"."decision" is null;--> statement-breakpoint
CREATE INDEX "print_jobs_created" ON "print_jobs" USING btree ("created_at");