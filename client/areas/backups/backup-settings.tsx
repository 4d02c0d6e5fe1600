import { CircleAlert, CircleX, type LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackupState } from '#shared/contracts/backups.ts'
import { GuideLink, guidePaths } from '../../lib/browser/guide-link.tsx'
import { useBeforeService } from '../../lib/service/service.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatMoment } from '../../lib/words/format.ts'
import { useLanguage } from '../../lib/words/language.ts'
import { cx } from '../../ui/cx.ts'
import { Button } from '../../ui/parts/button.tsx'
import { Spinner } from '../../ui/parts/loading.tsx'
import { BackupList } from './backup-list.tsx'
import { useStartBackup } from './backup-requests.ts'

/** What an owner should know about the backups: one is being made, the last one failed, or all are on the data's disk. */
function BackupNotices({ lastAt, failed, reason, sameDisk, running, automatic }: BackupState) {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  const language = useLanguage()
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
      <p role="status" className="flex items-center gap-2.5 text-[15px] empty:hidden">
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
    <div role={role} className={cx('flex gap-3 rounded-control px-4 py-3 text-[15px]', colour)}>
      <Icon aria-hidden="true" className={cx('mt-0.5 size-5 shrink-0', iconColour)} />
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
