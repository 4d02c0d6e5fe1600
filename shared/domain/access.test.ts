import { expect, it } from 'vitest'
import { type Access, DUTIES, mayUse, type Rights } from './access.ts'

const PEOPLE = {
  nobody: null,
  staff: { isOwner: false, duties: [] },
  kitchen: { isOwner: false, duties: ['kitchen'] },
  floor: { isOwner: false, duties: ['floor'] },
  both: { isOwner: false, duties: DUTIES },
  owner: { isOwner: true, duties: DUTIES },
} satisfies Record<string, Rights | null>

it.each<[Access, (keyof typeof PEOPLE)[]]>([
  ['public', ['nobody', 'staff', 'kitchen', 'floor', 'both', 'owner']],
  ['signedIn', ['staff', 'kitchen', 'floor', 'both', 'owner']],
  ['kitchen', ['kitchen', 'both', 'owner']],
  ['floor', ['floor', 'both', 'owner']],
  ['service', ['kitchen', 'floor', 'both', 'owner']],
  ['owner', ['owner']],
])('what has the access %s may be used by %j', (access, expected) => {
  expect(Object.entries(PEOPLE).flatMap(([name, user]) => (mayUse(access, user) ? name : []))).toEqual(expected)
})
