import { expect, it } from 'vitest'
import type { Duty } from '#shared/domain/access.ts'
import { homeOf } from './not-allowed.tsx'

const user = (isOwner: boolean, ...duties: Duty[]) =>
  ({ id: 1, username: 'ana', isOwner, role: isOwner ? 'owner' : 'staff', duties }) as const

it.each([
  ['an owner', user(true, 'kitchen', 'floor'), '/dashboard'],
  ['staff with both duties', user(false, 'kitchen', 'floor'), '/floor'],
  ['a waiter', user(false, 'floor'), '/floor'],
  ['a cook', user(false, 'kitchen'), '/kitchen'],
  ['staff without duties', user(false), '/menu'],
])('%s lands on their page after signing in', (_, somebody, page) => {
  expect(homeOf({ ...somebody, duties: [...somebody.duties] })).toBe(page)
})
