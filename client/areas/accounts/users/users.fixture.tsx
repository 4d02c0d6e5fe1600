import { vi } from 'vitest'
import { type ListedUser, listUsers } from '#shared/contracts/accounts.ts'
import { fakeApi, render, screen, within } from '../../../testing/render.tsx'
import { UserSettings } from './user-settings.tsx'

export const BOSS: ListedUser = {
  id: 1,
  username: 'boss',
  isOwner: true,
  role: 'owner',
  duties: ['kitchen', 'floor'],
  selfRegistered: false,
  createdAt: '2026-01-02T10:00:00.000Z',
  lastSignInAt: '2026-11-20T18:05:00.000Z',
}
export const ANA: ListedUser = {
  ...BOSS,
  id: 2,
  username: 'ana',
  isOwner: false,
  role: 'staff',
  duties: [],
  selfRegistered: true,
  lastSignInAt: null,
}

export const bodiesOf = (endpoint: Parameters<typeof fakeApi.callsOf>[0]) =>
  fakeApi.callsOf(endpoint).map(({ body }) => body)

/** Opens the settings of users as the owner `BOSS`. */
export async function openUsers(users = [ANA, BOSS]) {
  const onSignedOut = vi.fn()
  fakeApi.answers(listUsers, users)
  const view = render(<UserSettings me={BOSS.id} onSignedOut={onSignedOut} />)
  const row = async (name: string) => within(await screen.findByRole('listitem', { name }))
  await row('boss')
  /** Chooses an entry of the menu in a user's row. */
  const chooseMore = async (name: string, label: string) => {
    const more = view.t('common.moreFor', { name: name })
    await view.user.click((await row(name)).getByRole('button', { name: more }))
    await view.user.click(await screen.findByRole('menuitem', { name: label }))
  }
  return {
    ...view,
    row,
    onSignedOut,
    chooseMore,
    /** @returns the confirmation that the entry opens */
    async openConfirmation(name: string, label: string) {
      await chooseMore(name, label)
      return within(await screen.findByRole('alertdialog'))
    },
  }
}
