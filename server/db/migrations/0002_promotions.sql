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
	"is_active" boolean DEFAULT true NOT NULL,
	"order" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "promotions_dates" CHECK ("promotions"."start_date" <= "promotions"."end_date"),
	CONSTRAINT "promotions_hours" CHECK (("promotions"."start_hour" is null and "promotions"."end_hour" is null)
        or ("promotions"."start_hour" is not null and "promotions"."end_hour" is not null and "promotions"."start_hour" <= "promotions"."end_hour"
          and "promotions"."start_hour" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and "promotions"."end_hour" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'))
);
