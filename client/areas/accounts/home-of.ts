import type { User } from '#shared/contracts/accounts.ts'
import { mayUse } from '#shared/domain/access.ts'
import { paths } from '../../lib/browser/paths.ts'

/** The page on which a user lands after signing in (docs/product/accounts.md#accounts-landing). */
export function homeOf(user: User) {
  if (user.isOwner) return paths.dashboard
  if (mayUse('floor', user)) return paths.floor
  return mayUse('kitchen', user) ? paths.kitchen : paths.menu
}
