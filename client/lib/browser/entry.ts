import type { Access } from '#shared/domain/access.ts'

/** What an entry of the history keeps beside its address and its layers; a reload and Back find it again. */
interface Entry {
  /** The floor went to this entry itself, so that closing what it shows goes back. */
  isOpenedHere?: true
  /** The day of this report was just closed and is not printed yet. */
  isUnprinted?: true
  /** The access that a user lacked, who was sent to sign-in. */
  refused?: Access
}

const current = () => (history.state ?? {}) as Entry

export const entry = {
  get: <Field extends keyof Entry>(field: Field): Entry[Field] => current()[field],

  set(changes: Entry, address?: string): void {
    history.replaceState({ ...current(), ...changes }, '', address)
  },

  /** The state of another entry; an open layer has no part in it. */
  of: (state: Entry): Entry => state,
}
