import { loadCartLines } from '../cart/index.ts'

/**
 * A module of its own, so that the script of a guest without a table does not list the files of the shared table. The
 * rows of its cart come with it, so that they are there when the network is not.
 */
export function loadComponents() {
  void loadCartLines.prefetch()
  return import('./shared-table.tsx')
}
