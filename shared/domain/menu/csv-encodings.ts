/** What a CSV may be whose text is neither UTF-8 nor UTF-16 (docs/product/menu.md#menu-csv-letters). */
export const CSV_ENCODINGS = ['windows-1250', 'windows-1252', 'macintosh', 'mac-romanian', 'cp852'] as const
export type CsvEncoding = (typeof CSV_ENCODINGS)[number]
