-- The texts of searches as `searchedText` makes them, from those that were folded before: lower-case and without marks.
CREATE FUNCTION searched_text(folded text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(
    replace(replace(replace(replace(translate(lower(regexp_replace(
      normalize(regexp_replace(folded, '[-''"`\u00ab\u00b4\u00bb\u02b9-\u02bf\u02c8\u02ca\u02cb\u02d7\u0384\u055a\u058a\u05be\u05f3\u05f4\u1400\u1806\u1fbd\u1fbf\u1fef\u1ffd\u2010-\u2015\u2018-\u201f\u2032-\u2037\u2039\u203a\u2043\u2212\u2e02-\u2e05\u2e09\u2e0a\u2e0c\u2e0d\u2e17\u2e1a\u2e1c\u2e1d\u2e20\u2e21\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ua78b\ua78c\ufe31\ufe32\ufe58\ufe63\uff02\uff07\uff0d\uff40\U00010d6e\U00010ead]', '', 'g'), NFKD),
      '[\u0300-\u036f\u064b-\u0655\u0670\u0e4d\u0ecd\u3099\u309a\u00ad\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\u061c\u17b4\u17b5\u180e\U0001d159]', '', 'g') COLLATE "C"),
      'øðđɖɗłƚıɨħŧŋɲĸƙəǝɛɔƀɓƒǥƶΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϜς', 'oddddlliihtnnkkeeeobbfgzαβγδεζηθικλμνξοπρστυφχψωϝσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')
$$;--> statement-breakpoint
UPDATE "orders" SET "search_text" = searched_text("search_text") WHERE "search_text" ~ '[-''"`]|[^ -~]';--> statement-breakpoint
UPDATE "customers" SET "search_text" = searched_text("search_text") WHERE "search_text" ~ '[-''"`]|[^ -~]';--> statement-breakpoint
DROP FUNCTION searched_text(text);
