import { Download } from 'lucide-react'
import { useId } from 'react'
import * as z from 'zod/mini'
import { credentialsSchema } from '#shared/contracts/accounts.ts'
import type { Backup, BackupState } from '#shared/contracts/backups.ts'
import { formatBytes, formatMoment } from '#shared/i18n/format.ts'
import { showDialog } from '../../kit/dialog.tsx'
import { GuideLink, guidePaths } from '../../lib/browser/guide-link.tsx'
import { SendForm, useSendForm } from '../../lib/changes/send-form.tsx'
import { NotLoaded } from '../../lib/loading/list.tsx'
import { useBeforeService } from '../../lib/settings/change-settings.tsx'
import { timeZone } from '../../lib/settings/settings.ts'
import { Button, Callout, EmptyState, language, PasswordInput, Spinner, TextField, t } from '../../ui/index.ts'
import { useBackups, useDownloadBackup, useStartBackup } from './backup-requests.ts'

/** Asks for the owner's password before a backup is downloaded: the file contains everything. */
function PasswordForm({ backup, onStarted }: { backup: Backup; onStarted: () => void }) {
  const { mutateAsync } = useDownloadBackup(backup)
  const sending = useSendForm({
    schema: z.pick(credentialsSchema, { password: true }),
    start: { password: '' },
    send: ({ password }) => mutateAsync(password),
    fieldOfCode: { wrong_password: 'password' },
    onSent: onStarted,
  })
  return (
    <SendForm sending={sending} label={t('backups.download')}>
      <TextField
        as={PasswordInput}
        label={t('users.ownPassword')}
        {...sending.register('password')}
        autoComplete="current-password"
        maxLength={200}
      />
    </SendForm>
  )
}

function BackupList() {
  const query = useBackups()
  const backups = query.data
  if (!backups) return <NotLoaded queries={[query]} shapes={['h-28']} />
  if (backups.length === 0)
    return <EmptyState role="status" title={t('backups.none')} description={t('backups.noneDescription')} />
  return (
    <ul aria-label={t('backups.list')} className="divide-y divide-line card-face">
      {backups.map((backup) => (
        <BackupItem key={backup.name} backup={backup} />
      ))}
    </ul>
  )
}

function BackupItem({ backup }: { backup: Backup }) {
  const { at, bytes } = backup
  const moment = formatMoment(at, timeZone, language)
  const size = formatBytes(bytes)
  const download = () =>
    showDialog({
      title: t('backups.downloadTitle', { moment }),
      description: t('backups.downloadDescription', { size }),
      content: (close) => <PasswordForm backup={backup} onStarted={() => close()} />,
    })
  return (
    <li aria-label={moment} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-44">
        <time dateTime={at} className="font-semibold tabular-nums">
          {moment}
        </time>
        <p className="mt-0.5 text-sm text-muted">
          {size} · {t('backups.checked')}
        </p>
      </div>
      <Button
        size="small"
        variant="outline"
        aria-label={`${t('backups.download')}: ${moment}`}
        onClick={() => void download()}
      >
        <Download className="size-4" />
        {t('backups.download')}
      </Button>
    </li>
  )
}

/** What an owner should know about the backups: one is being made, the last one failed, or all are on the data's disk. */
function BackupNotices({ lastAt, failed, reason, sameDisk, running, automatic }: BackupState) {
  const lastGood =
    lastAt === null
      ? t('backups.noneGood')
      : t('backups.lastGood', { moment: formatMoment(lastAt, timeZone, language) })
  return (
    <>
      {failed && (
        <Callout isFailure title={t('backups.failed')}>
          <p>{t(`backups.failures.${reason ?? 'other'}`)}</p>
          <p>{lastGood}</p>
        </Callout>
      )}
      {sameDisk && (automatic || lastAt !== null) && (
        <Callout title={t('backups.sameDisk')}>
          <p className="text-sm">
            {t('backups.sameDiskRemedy')} <GuideLink href={guidePaths.backups}>{t('backups.guide')}</GuideLink>
          </p>
        </Callout>
      )}
      <p role="status" className="flex items-center gap-2.5 text-body empty:hidden">
        {running && (
          <>
            <Spinner className="size-4 shrink-0" />
            <span>{t('backups.running')}</span>
          </>
        )}
      </p>
    </>
  )
}

/** The backups: their state, the list, and a button to make one (docs/product/backups.md#backups-settings). */
export default function BackupSettings() {
  const titleId = useId()
  const { start, isPending } = useStartBackup()
  const backup = useBeforeService().data?.backup
  return (
    <section aria-labelledby={titleId} className="mt-6 flex flex-col gap-4 border-t border-line pt-5">
      <div>
        <h3 id={titleId} className="text-base font-bold">
          {t('backups.title')}
        </h3>
        <p className="mt-1 text-sm text-muted">
          {t('backups.hint')} {backup && t(backup.automatic ? 'backups.automatic' : 'backups.byHand')}
        </p>
      </div>
      {backup && <BackupNotices {...backup} />}
      <Button variant="outline" pending={isPending || backup?.running} onClick={start} className="self-start">
        {t('backups.make')}
      </Button>
      <BackupList />
    </section>
  )
}
