import type { PastImport } from '#shared/contracts/menu/menu-imports.ts'

export const LAST_IMPORT: PastImport = {
  at: '2026-11-20T18:05:00.000Z',
  username: 'ana',
  kind: 'csv',
  added: 2,
  changed: 1,
  undoable: true,
}
