import { Suspense } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { getCurrentUser } from '#shared/contracts/accounts.ts'
import { getTables } from '#shared/contracts/tables.ts'
import { DUTIES, type Duty } from '#shared/domain/access.ts'
import { fakeApi, render, screen } from '../../testing/render.tsx'
import { GuestTableDialog } from './order-overlays.tsx'

beforeEach(() => {
  fakeApi.answers(getTables, [{ id: 31, number: 1, label: null, capacity: 4, status: 'available' }])
})

const open = (tableKeysRequired: boolean) =>
  render(
    <Suspense>
      <GuestTableDialog open onOpenChange={() => {}} tableId={null} onChoose={() => {}} />
    </Suspense>,
    { settings: { tableKeysRequired } },
  )
const signIn = (duties: Duty[], isOwner = false) => {
  localStorage.setItem('masa.signed-in', JSON.stringify({ version: 1, value: true }))
  fakeApi.answers(getCurrentUser, { id: 1, username: 'ana', isOwner, role: isOwner ? 'owner' : 'staff', duties })
}

it('while keys are not required, everybody can choose a table', async () => {
  open(false)
  expect(await screen.findByRole('combobox')).toBeDefined()
})

it('while keys are required, guests must scan the code, and the current user is not requested', async () => {
  const { t } = open(true)
  expect(await screen.findByRole('dialog', { name: t('table.scan') })).toBeDefined()
  expect(fakeApi.callsOf(getCurrentUser)).toEqual([])
})

it.each([
  ['an owner chooses a table', () => signIn([...DUTIES], true), true],
  ['staff with the duty floor choose a table', () => signIn(['floor']), true],
  ['other staff must scan the code', () => signIn(['kitchen']), false],
])('while keys are required, %s', async (_, signInFirst, chooses) => {
  signInFirst()
  const { t } = open(true)
  expect(await screen.findByRole('dialog', { name: t(chooses ? 'table.choose' : 'table.scan') })).toBeDefined()
  if (chooses) expect(await screen.findByRole('combobox')).toBeDefined()
  else expect(screen.queryByRole('combobox')).toBeNull()
})
