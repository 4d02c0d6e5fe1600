import { Suspense } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { getCurrentUser } from '#shared/contracts/accounts.ts'
import { getTables } from '#shared/contracts/tables.ts'
import { fakeApi, render, screen } from '../../../testing/render.tsx'
import ChooseTable from './choose-table.tsx'

beforeEach(() => {
  fakeApi.answers(getTables, [{ id: 31, number: 1, capacity: 4, status: 'available' }])
})

const open = (tableKeysRequired: boolean) =>
  render(
    <Suspense>
      <ChooseTable open onOpenChange={() => {}} tableId={null} onChoose={() => {}} />
    </Suspense>,
    { settings: { tableKeysRequired } },
  )
const signedIn = (isOwner: boolean) => {
  localStorage.setItem('masa.signed-in', JSON.stringify({ version: 1, value: true }))
  fakeApi.answers(getCurrentUser, { id: 1, username: 'ana', isOwner, role: isOwner ? 'owner' : 'staff' })
}

it('everybody can choose a table while keys are not required', async () => {
  open(false)
  expect(await screen.findByRole('combobox')).toBeDefined()
})

it('guests are asked to scan the code while keys are required, without a request for the user', async () => {
  const { t } = open(true)
  expect(await screen.findByRole('dialog', { name: t('table.scan') })).toBeDefined()
  expect(fakeApi.callsOf(getCurrentUser)).toEqual([])
})

it.each([
  ['an owner chooses a table', true],
  ['staff must scan the code', false],
])('while keys are required, %s', async (_, isOwner) => {
  signedIn(isOwner)
  const { t } = open(true)
  expect(await screen.findByRole('dialog', { name: t(isOwner ? 'table.choose' : 'table.scan') })).toBeDefined()
  if (isOwner) expect(await screen.findByRole('combobox')).toBeDefined()
  else expect(screen.queryByRole('combobox')).toBeNull()
})
