import { CircleAlert, CircleX, Download, type LucideIcon } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Backup, BackupState } from '#shared/contracts/backups.ts'
import { formatBytes, formatMoment } from '#shared/i18n/format.ts'
import { GuideLink, guidePaths } from '../../lib/browser/guide-link.tsx'
import { NotLoaded } from '../../lib/loading/list.tsx'
import { useBeforeService } from '../../lib/settings/change-settings.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, cx, Dialog, EmptyState, PasswordInput, Spinner, TextField, useTranslation } from '../../ui/index.ts'
import { isWrongPassword, useBackups, useDownloadBackup, useStartBackup } from './backup-requests.ts'

/** Asks for the owner's password before a backup is downloaded: the file contains everything. */
function PasswordForm({ backup, onStarted }: { backup: Backup; onStarted: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useDownloadBackup(backup, onStarted)
  const form = useForm({ defaultValues: { password: '' } })
  const { error } = form.getFieldState('password', form.formState)
  const submit = form.handleSubmit(({ password }) =>
    mutate(password, {
      onError(failure) {
        if (!isWrongPassword(failure)) return
        form.setError('password', { message: t('users.ownPasswordWrong') })
        form.setFocus('password', { shouldSelect: true })
      },
    }),
  )
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <TextField
        as={PasswordInput}
        label={t('users.ownPassword')}
        error={error?.message}
        register={() => form.register('password', { required: t('validation.passwordRequired') })}
        autoComplete="current-password"
        maxLength={200}
      />
      <Button type="submit" pending={isPending} className="mt-1 w-full">
        {t('backups.download')}
      </Button>
    </form>
  )
}

const MAX_SHOWN = 5

function BackupList() {
  const { t } = useTranslation()
  const query = useBackups()
  const backups = query.data
  const [isWhole, setIsWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  if (!backups) return <NotLoaded queries={[query]} shapes={['h-28']} />
  if (backups.length === 0)
    return <EmptyState role="status" title={t('backups.none')} description={t('backups.noneDescription')} />
  const isTruncated = !isWhole && backups.length > MAX_SHOWN
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('backups.list')}
        className="divide-y divide-line card-face outline-none"
      >
        {(isTruncated ? backups.slice(0, MAX_SHOWN) : backups).map((backup) => (
          <BackupItem key={backup.name} backup={backup} />
        ))}
      </ul>
      {isTruncated && (
        <Button
          variant="quiet"
          className="self-center"
          onClick={() => {
            setIsWhole(true)
            // The button, which had the focus, disappears.
            list.current?.focus({ preventScroll: true })
          }}
        >
          {t('backups.showAll', { count: backups.length })}
        </Button>
      )}
    </>
  )
}

function BackupItem({ backup }: { backup: Backup }) {
  const { t, language } = useTranslation()
  const { timeZone } = useSettings()
  const [isOpen, setIsOpen] = useState(false)
  const { at, bytes } = backup
  const moment = formatMoment(at, timeZone, language)
  const size = formatBytes(bytes, language)
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
        onClick={() => setIsOpen(true)}
      >
        <Download className="size-4" />
        {t('backups.download')}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('backups.downloadTitle', { moment })}
        description={t('backups.downloadDescription', { size })}
      >
        <PasswordForm backup={backup} onStarted={() => setIsOpen(false)} />
      </Dialog>
    </li>
  )
}

/** What an owner should know about the backups: one is being made, the last one failed, or all are on the data's disk. */
function BackupNotices({ lastAt, failed, reason, sameDisk, running, automatic }: BackupState) {
  const { t, language } = useTranslation()
  const { timeZone } = useSettings()
  const lastGood =
    lastAt === null
      ? t('backups.noneGood')
      : t('backups.lastGood', { moment: formatMoment(lastAt, timeZone, language) })
  return (
    <>
      {failed && (
        <Notice role="alert" Icon={CircleX} colour="bg-cancelled-soft text-cancelled">
          <p className="font-semibold">{t('backups.failed')}</p>
          <p className="mt-1">{t(`backups.failures.${reason ?? 'other'}`)}</p>
          <p className="mt-1">{lastGood}</p>
        </Notice>
      )}
      {sameDisk && (automatic || lastAt !== null) && (
        <Notice Icon={CircleAlert} colour="bg-pending-soft" iconColour="text-pending">
          <p className="font-semibold">{t('backups.sameDisk')}</p>
          <p className="mt-1 text-sm">
            {t('backups.sameDiskRemedy')} <GuideLink href={guidePaths.backups}>{t('backups.guide')}</GuideLink>
          </p>
        </Notice>
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

interface NoticeProps {
  role?: 'alert'
  Icon: LucideIcon
  colour: string
  iconColour?: string
  children: ReactNode
}

function Notice({ role, Icon, colour, iconColour, children }: NoticeProps) {
  return (
    <div role={role} className={cx('flex gap-3 rounded-control px-4 py-3 text-body', colour)}>
      <Icon className={cx('mt-0.5 size-5 shrink-0', iconColour)} />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/** The backups: their state, the list, and a button to make one (docs/product/backups.md#backups-settings). */
export default function BackupSettings() {
  const { t } = useTranslation()
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
