import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Backup } from '#shared/contracts/backups.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatBytes, formatMoment } from '../../lib/words/format.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { Badge } from '../../ui/parts/badge.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { EmptyState } from '../../ui/parts/empty-state.tsx'
import { LoadFailure } from '../../ui/parts/load-failed.tsx'
import { Skeleton } from '../../ui/parts/skeleton.tsx'
import { useBackups } from './backup-calls.ts'
import { DownloadDialog } from './download-dialog.tsx'

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
  const isCut = !isWhole && backups.length > MAX_SHOWN
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('backups.list')}
        className="divide-y divide-line rounded-card border border-line bg-card outline-none"
      >
        {(isCut ? backups.slice(0, MAX_SHOWN) : backups).map((backup) => (
          <BackupItem key={backup.name} backup={backup} />
        ))}
      </ul>
      {isCut && (
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
