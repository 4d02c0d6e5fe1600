DROP INDEX "menu_items_sold_out_until_index";--> statement-breakpoint
DROP INDEX "menu_items_portions_until_index";--> statement-breakpoint
ALTER TABLE "backup_state" ADD COLUMN "gate_open_at" timestamp (3) with time zone;