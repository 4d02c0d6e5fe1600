import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Backup } from '#shared/contracts/backups.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatBytes, formatMoment } from '../../lib/words/format.ts'
import { useLanguage } from '../../lib/words/language.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { PasswordInput } from '../../ui/inputs/text-inputs.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Badge } from '../../ui/parts/badge.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { EmptyState, LoadFailure } from '../../ui/parts/empty-state.tsx'
import { Skeleton } from '../../ui/parts/loading.tsx'
import { isWrongPassword, useBackups, useDownloadBackup } from './backup-calls.ts'

interface DownloadDialogProps {
  backup: Backup
  /** The moment of the backup and the size of its file, as text. */
  moment: string
  size: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks for the owner's password before a backup is downloaded: the file contains everything. */
function DownloadDialog({ backup, moment, size, open, onOpenChange }: DownloadDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('backups.downloadTitle', { moment })}
      description={t('backups.downloadDescription', { size })}
    >
      <PasswordForm backup={backup} onStarted={() => onOpenChange(false)} />
    </Dialog>
  )
}

function PasswordForm({ backup, onStarted }: { backup: Backup; onStarted: () => void }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useDownloadBackup(backup, onStarted)
  const isWrong = !isPending && isWrongPassword(error)
  useEffect(() => {
    if (!isWrong) return
    field.current?.focus()
    field.current?.select()
  }, [isWrong])
  const problem = isMissing ? t('validation.passwordRequired') : isWrong ? t('users.ownPasswordWrong') : undefined
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setIsMissing(password === '')
        if (password === '') field.current?.focus()
        else mutate(password)
      }}
    >
      <Field label={t('users.ownPassword')} error={problem}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={field}
            value={password}
            onChange={({ target }) => {
              setPassword(target.value)
              setIsMissing(false)
            }}
            autoComplete="current-password"
            maxLength={200}
          />
        )}
      </Field>
      <Button type="submit" pending={isPending} className="mt-1 w-full">
        {t('backups.download')}
      </Button>
    </form>
  )
}

/** How many backups are shown at first. */
const MAX_SHOWN = 5

export function BackupList() {
  const { t } = useTranslation()
  const { data: backups, error, isFetching, refetch } = useBackups()
  const [isWhole, setIsWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  if (!backups) {
    if (error && !isFetching) return <LoadFailure description={errorMessage(error)} onRetry={() => void refetch()} />
    return (
      <div role="status">
        <span className="sr-only">{t('common.loading')}</span>
        <Skeleton className="h-28" />
      </div>
    )
  }
  if (backups.length === 0)
    return <EmptyState role="status" title={t('backups.none')} description={t('backups.noneDescription')} />
  const isTruncated = !isWhole && backups.length > MAX_SHOWN
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('backups.list')}
        className="divide-y divide-line rounded-card border border-line bg-card outline-none"
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
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const { at, bytes, checked, where } = backup
  const moment = formatMoment(at, timeZone, language)
  const size = formatBytes(bytes, language)
  return (
    <li aria-label={moment} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <time dateTime={at} className="font-semibold tabular-nums">
            {moment}
          </time>
          {!checked && <Badge tone="pending">{t('backups.unchecked')}</Badge>}
        </p>
        <p className="mt-0.5 text-sm text-muted">
          {[size, t(`backups.places.${where}`), ...(checked ? [t('backups.checked')] : [])].join(' · ')}
        </p>
      </div>
      <Button
        size="small"
        variant="outline"
        aria-label={`${t('backups.download')}: ${moment}`}
        onClick={() => setIsOpen(true)}
      >
        <Download aria-hidden="true" className="size-4" />
        {t('backups.download')}
      </Button>
      <DownloadDialog backup={backup} moment={moment} size={size} open={isOpen} onOpenChange={setIsOpen} />
    </li>
  )
}
