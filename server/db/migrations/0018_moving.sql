CREATE TABLE "move_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"phase" text NOT NULL,
	"place" text NOT NULL,
	"move_key" text NOT NULL,
	CONSTRAINT "move_state_one_row" CHECK ("move_state"."id" = 1),
	CONSTRAINT "move_state_phase" CHECK ("move_state"."phase" in ('moved', 'arriving'))
);
