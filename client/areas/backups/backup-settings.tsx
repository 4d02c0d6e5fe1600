import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useBeforeService } from '../../lib/service/service.ts'
import { Button } from '../../ui/parts/button.tsx'
import { useStartBackup } from './backup-calls.ts'
import { BackupList } from './backup-list.tsx'
import { BackupNotices } from './backup-notices.tsx'

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
