/** A module of its own, so that the script of a guest without a table does not list the files of the shared table. */
export const loadComponents = () => import('./shared-table.tsx')
