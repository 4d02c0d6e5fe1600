import { describe, expect, it, vi } from 'vitest'
import {
  type Backup,
  type BackupState,
  confirmRestored,
  createBackupLink,
  listBackups,
  startBackup,
} from '#shared/contracts/backups.ts'
import { type BeforeService, getBeforeService } from '#shared/contracts/before-service.ts'
import { queryClient } from '../../lib/api/query.ts'
import { serviceKey } from '../../lib/settings/change-settings.tsx'
import { dialog, fakeApi, render, screen, textBelow, waitFor } from '../../testing/render.tsx'
import { NO_BACKUP } from '../../testing/samples.ts'
import { useConfirmRestored } from './backup-requests.ts'
import BackupSettings from './backup-settings.tsx'

const backup = (day: number, bytes = 8_540_000): Backup => ({
  ...{ name: `masa-${day}`, at: `2026-11-${day}T02:00:00.000Z`, bytes, checked: true },
})
const FINE: BackupState = { ...NO_BACKUP, lastAt: '2026-11-21T02:00:00.000Z' }

describe('a restored copy', () => {
  function Confirm() {
    return <button type="button" onClick={useConfirmRestored()} />
  }

  it('is the real one after a question, which stays after a failure', async () => {
    fakeApi.refuses(confirmRestored, 503, { code: 'unavailable', message: 'Mai târziu' })
    const { user, t } = render(<Confirm />)
    await user.click(screen.getByRole('button'))
    const answer = () => screen.findByRole('button', { name: t('beforeService.ways.restored') })
    await user.click(await answer())
    expect(await screen.findByText('Mai târziu')).toBeDefined()
    fakeApi.answers(confirmRestored, undefined)
    await user.click(await answer())
    expect(await screen.findByText(t('beforeService.restored.done'))).toBeDefined()
    await waitFor(() => expect(screen.queryByText(t('beforeService.restored.title'))).toBeNull())
  })
})

describe('the backups in the settings', () => {
  const moment = (day: number) => `${day} Nov 2026, 04:00`
  const letServerHave = (state: Partial<BackupState>, backups: Backup[]) => {
    // Only this part of the checks is used here.
    fakeApi.answers(getBeforeService, { backup: { ...FINE, ...state } } as BeforeService)
    fakeApi.answers(listBackups, backups)
  }
  const open = (state: Partial<BackupState> = {}, backups = [backup(21)]) => {
    letServerHave(state, backups)
    const view = render(<BackupSettings />)
    return { ...view, make: () => screen.getByRole('button', { name: view.t('backups.make') }) }
  }

  it('lists them with moment, size and check', async () => {
    const { t } = open({}, [backup(21), backup(20, 120_000)])
    const newest = await screen.findByRole('listitem', { name: moment(21) })
    const size = '8.5\u00a0MB'
    expect(newest.textContent).toContain(`${size} · ${t('backups.checked')}`)
    expect(screen.getByRole('listitem', { name: moment(20) }).textContent).toContain('120\u00a0kB')
    expect(await screen.findByText(new RegExp(t('backups.automatic')))).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows that there is none yet, and starts the first one', async () => {
    const { user, t, make } = open({ lastAt: null }, [])
    expect(await screen.findByText(t('backups.none'))).toBeDefined()
    fakeApi.answers(startBackup, undefined)
    letServerHave({ lastAt: null, running: true }, [])
    await user.click(make())
    expect(await screen.findByText(t('backups.running'))).toBeDefined()
    expect(make()).toHaveProperty('disabled', true)
    // The end is announced by a CHANGED frame, after which the page fetches again.
    letServerHave({}, [backup(21)])
    await queryClient.invalidateQueries({ queryKey: serviceKey })
    expect(await screen.findByRole('listitem', { name: moment(21) })).toBeDefined()
    await waitFor(() => expect(screen.queryByText(t('backups.running'))).toBeNull())
    expect(make()).toHaveProperty('disabled', false)
  })

  it('shows the server’s message if a backup is being made already', async () => {
    fakeApi.refuses(startBackup, 409, { code: 'backup_running', message: 'Se face deja' })
    const { user, t, make } = open()
    await user.click(make())
    expect(await screen.findByText(t('backups.startFailed'))).toBeDefined()
    expect(screen.getByText('Se face deja')).toBeDefined()
  })

  it.each([
    ['with an earlier good one', FINE.lastAt],
    ['without any good one', null],
  ])('shows that the last one failed, %s', async (_, lastAt) => {
    const { t } = open({ failed: true, reason: 'disk_full', lastAt })
    const alert = await screen.findByRole('alert')
    for (const text of [t('backups.failed'), t('backups.failures.disk_full')]) expect(alert.textContent).toContain(text)
    expect(alert.textContent).toContain(
      lastAt === null ? t('backups.noneGood') : t('backups.lastGood', { moment: moment(21) }),
    )
  })

  it('shows that they are on the disk with the data, unless there are none and none will be made', async () => {
    const { t } = open({ sameDisk: true })
    expect(await screen.findByText(t('backups.sameDisk'))).toBeDefined()
    letServerHave({ sameDisk: true, automatic: false, lastAt: null }, [])
    await queryClient.invalidateQueries({ queryKey: serviceKey })
    expect(await screen.findByText(new RegExp(t('backups.byHand')))).toBeDefined()
    expect(screen.queryByText(t('backups.sameDisk'))).toBeNull()
  })

  it('shows that they could not be loaded, with a button to retry', async () => {
    fakeApi.answers(getBeforeService, { backup: FINE } as BeforeService)
    fakeApi.refuses(listBackups, 503, { message: 'Fum în bucătărie' })
    const { user, t } = render(<BackupSettings />)
    expect(await screen.findByText('Fum în bucătărie')).toBeDefined()
    fakeApi.answers(listBackups, [backup(21)])
    await user.click(screen.getByRole('button', { name: t('common.tryAgain') }))
    expect(await screen.findByRole('listitem', { name: moment(21) })).toBeDefined()
  })

  describe('on download', () => {
    const openDialog = async () => {
      const view = open()
      const { user, t } = view
      await user.click(await screen.findByRole('button', { name: `${t('backups.download')}: ${moment(21)}` }))
      const form = await dialog(t('backups.downloadTitle', { moment: moment(21) }))
      return { ...view, form, field: form.getByLabelText(t('users.ownPassword')) }
    }

    it('asks for the password, and starts the download by the link', async () => {
      const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
      const { user, t, field } = await openDialog()
      await user.click(field)
      await user.keyboard('{Enter}')
      await waitFor(() => expect(textBelow(field)).toBe(t('validation.passwordRequired')))
      expect(fakeApi.callsOf(createBackupLink)).toEqual([])

      fakeApi.refuses(createBackupLink, 403, { code: 'wrong_password', message: 'Nu' })
      await user.fill(field, 'greșită')
      await user.keyboard('{Enter}')
      await waitFor(() => expect(textBelow(field)).toBe('Nu'))
      await waitFor(() => expect(document.activeElement).toBe(field))
      expect(clicked).not.toHaveBeenCalled()

      fakeApi.answers(createBackupLink, { link: '/api/backups/links/word' })
      await user.fill(field, 'parola-mea')
      await user.keyboard('{Enter}')
      await waitFor(() => expect(clicked).toHaveBeenCalledOnce())
      const link = clicked.mock.contexts[0] as HTMLAnchorElement
      expect([new URL(link.href).pathname, link.hasAttribute('download')]).toEqual(['/api/backups/links/word', true])
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(fakeApi.callsOf(createBackupLink).at(-1)).toMatchObject({
        path: '/api/backups/masa-21/link',
        body: { currentPassword: 'parola-mea' },
      })
      clicked.mockRestore()
    })

    it('shows any other failure, and keeps the dialog open', async () => {
      fakeApi.refuses(createBackupLink, 404, { message: 'Nu mai este' })
      const { user, t, field } = await openDialog()
      await user.fill(field, 'parola-mea')
      await user.keyboard('{Enter}')
      expect(await screen.findByText('Nu mai este')).toBeDefined()
      expect(screen.getByText(t('common.notDownloaded'))).toBeDefined()
      expect(screen.getByRole('dialog')).toBeDefined()
    })
  })
})
