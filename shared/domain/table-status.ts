/** Every status a table can have (docs/glossary.md). */
export const TABLE_STATUSES = ['available', 'occupied', 'reserved'] as const
