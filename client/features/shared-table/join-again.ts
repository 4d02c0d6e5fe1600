import { join } from './session.ts'
import { tableStore } from './table-store.ts'

/** Joins under the name that was given before; asks for one where there is none, or where its owner has left. */
export function joinAgain(): void {
  const { name, ended } = tableStore.getState()
  if (name && (ended === 'completed' || ended === 'expired')) void join(name)
  else tableStore.setState({ dialog: 'join' })
}
