INSERT INTO "settings" ("id") VALUES (1);--> statement-breakpoint
INSERT INTO "summary_shards" ("shard") SELECT generate_series(0, 31);--> statement-breakpoint
INSERT INTO "menu_categories" ("name", "name_ro", "position")
SELECT name, name_ro, (ordinality - 1)::int FROM unnest(
  ARRAY['Burgeri', 'Preparate din Pui', 'Preparate din Carne', 'Preparate la Grătar', 'Vegetariene', 'Paste și Risotto', 'Garnituri', 'Platouri', 'Sosuri', 'Pizza', 'Paste', 'Burgers', 'Preparate de pui', 'Preparate din porc', 'Desert', 'Drinks', 'Băuturi Răcoritoare', 'Băuturi Calde', 'Cafea', 'Smoothie-uri', 'Cocktailuri', 'Bere', 'Vinuri'],
  ARRAY['Burgeri', 'Preparate din Pui', 'Preparate din Carne', 'Preparate la Grătar', 'Vegetariene', 'Paste și Risotto', 'Garnituri', 'Platouri', 'Sosuri', 'Pizza', 'Paste', 'Burgeri', 'Preparate de pui', 'Preparate din porc', 'Desert', 'Băuturi', 'Băuturi Răcoritoare', 'Băuturi Calde', 'Cafea', 'Smoothie-uri', 'Cocktailuri', 'Bere', 'Vinuri']
) WITH ORDINALITY AS listed (name, name_ro, ordinality);--> statement-breakpoint
-- Whoever changes the menu or the settings, by whatever way, every instance hears of it at the commit.
CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('masa', json_build_object('topic', TG_ARGV[0])::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER menu_items_announce AFTER INSERT OR UPDATE OR DELETE ON "menu_items" FOR EACH STATEMENT EXECUTE FUNCTION announce_change('menu');--> statement-breakpoint
CREATE TRIGGER menu_categories_announce AFTER INSERT OR UPDATE OR DELETE ON "menu_categories" FOR EACH STATEMENT EXECUTE FUNCTION announce_change('menu');--> statement-breakpoint
CREATE TRIGGER settings_announce AFTER UPDATE ON "settings" FOR EACH STATEMENT EXECUTE FUNCTION announce_change('settings');
