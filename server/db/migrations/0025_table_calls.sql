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
ALTER TABLE "settings" ADD COLUMN "table_calls" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "table_calls" ADD CONSTRAINT "table_calls_table_id_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."tables"("id") ON DELETE cascade ON UPDATE no action;