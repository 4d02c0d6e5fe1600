CREATE TABLE "summary_hours" (
	"hour" timestamp (3) with time zone NOT NULL,
	"shard" smallint NOT NULL,
	"orders" bigint NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "summary_hours_hour_shard_pk" PRIMARY KEY("hour","shard")
);
--> statement-breakpoint
-- The longest business day is shorter.
INSERT INTO "summary_hours" ("hour", "shard", "orders", "total")
SELECT date_bin('1 hour', "created_at", '2000-01-01 00:00Z'), 0, count(*), sum("total") FROM "orders"
WHERE "created_at" > now() - interval '48 hours' AND "status" <> 'cancelled' AND NOT "is_test" GROUP BY 1;
