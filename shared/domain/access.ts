/** The duties that an owner can give to staff (docs/product/accounts.md#accounts-duties); owners have all of them. */
export const DUTIES = ['kitchen', 'floor'] as const
export type Duty = (typeof DUTIES)[number]

/**
 * Who may use an endpoint (docs/product/accounts.md#accounts-access). `public` allows everybody, `signedIn` every user,
 * `owner` owners. A duty allows the users who have that duty, and `service` the users who have at least one duty.
 */
export type Access = 'public' | 'signedIn' | Duty | 'service' | 'owner'

/** What an owner can let another program do (docs/product/accounts.md#accounts-programs). */
export const SCOPES = [
  ...['orders:read', 'guests:read', 'orders:write', 'menu:read', 'menu:write', 'reports:read'],
] as const
export type Scope = (typeof SCOPES)[number]

export interface Rights {
  isOwner: boolean
  /** The duties of the user; an owner has all. */
  duties: readonly Duty[]
  /** True of a program that may not read who ordered and what guests wrote. */
  hidesGuests?: boolean
}

export const OWNER_RIGHTS: Rights = { isOwner: true, duties: DUTIES }

/** Whether a user may use an endpoint with this access. @param user null if nobody is signed in */
export function mayUse(access: Access, user: Rights | null): boolean {
  if (access === 'public') return true
  if (user === null) return false
  if (access === 'signedIn') return true
  if (access === 'owner') return user.isOwner
  return access === 'service' ? user.duties.length > 0 : user.duties.includes(access)
}

/** The addresses of staff's pages, which are another page of the build than guests' (docs/decisions/030-little-script.md). */
export const STAFF_PAGES = ['/auth', '/dashboard', '/kitchen', '/floor'] as const
