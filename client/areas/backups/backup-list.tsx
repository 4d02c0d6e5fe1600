import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Backup } from '#shared/contracts/backups.ts'
import { NotLoaded } from '../../lib/loading/not-loaded.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatBytes, formatMoment } from '../../lib/words/format.ts'
import { useLanguage } from '../../lib/words/language.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { PasswordInput } from '../../ui/inputs/text-inputs.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Badge } from '../../ui/parts/badge.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { EmptyState } from '../../ui/parts/empty-state.tsx'
import { isWrongPassword, useBackups, useDownloadBackup } from './backup-requests.ts'

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
      <Field label={t('users.ownPassword')} error={error?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('password', { required: t('validation.passwordRequired') })}
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
