import { describe, expect, it } from 'vitest'
import { logout } from '#shared/contracts/accounts.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { SoundButton } from '../../entities/live-orders/index.ts'
import { fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { useLogOut } from './log-out.tsx'

function LogOut({ label }: { label: string }) {
  const { start, dialog } = useLogOut()
  return (
    <>
      <button type="button" onClick={start}>
        {label}
      </button>
      {dialog}
    </>
  )
}

describe.each(LANGUAGES)('logging out (%s)', (language) => {
  const open = () => {
    fakeApi.answers(logout, undefined)
    const rendered = render(
      <>
        <SoundButton />
        <LogOut label="Leave" />
      </>,
      { language },
    )
    const press = () => rendered.user.click(screen.getByRole('button', { name: 'Leave' }))
    return { ...rendered, press }
  }

  it('requires a confirmation on a device that rings, and can be cancelled', async () => {
    const { user, t, press } = open()
    await press()
    const question = within(await screen.findByRole('alertdialog', { name: t('auth.logOutTitle') }))
    expect(question.getByText(t('auth.logOutRings'))).toBeDefined()
    await user.click(question.getByRole('button', { name: t('common.cancel') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(fakeApi.callsOf(logout)).toEqual([])

    await press()
    const reopened = within(await screen.findByRole('alertdialog'))
    await user.click(reopened.getByRole('button', { name: t('auth.logOut') }))
    expect(await screen.findByText(t('auth.loggedOut'))).toBeDefined()
    expect(fakeApi.callsOf(logout)).toHaveLength(1)
  })

  it('requires no confirmation on a device whose sound is off', async () => {
    const { user, t, press } = open()
    const sound = screen.getByRole('button', { name: t('sound.name') })
    await user.click(sound)
    // The first press is heard, if the page did not play the sound yet.
    if (sound.getAttribute('aria-pressed') === 'true') await user.click(sound)
    await press()
    expect(await screen.findByText(t('auth.loggedOut'))).toBeDefined()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.click(screen.getByRole('button', { pressed: false }))
  })
})
