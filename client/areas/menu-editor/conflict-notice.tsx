import { useEffect, useRef } from 'react'
import { Button, useTranslation } from '../../ui/index.ts'

interface ConflictNoticeProps {
  title: string
  /** The fields that differ, with both values as texts; `mine` is null where this form has not changed the field. */
  rows: readonly { label: string; theirs: string; mine: string | null }[]
  pending: boolean
  onTakeTheirs: () => void
  onSaveMine: () => void
}

/** Shows both versions of what somebody else has saved meanwhile, with a choice (docs/product/menu.md#menu-two-versions). */
export function ConflictNotice({ title, rows, pending, onTakeTheirs, onSaveMine }: ConflictNoticeProps) {
  const { t } = useTranslation()
  const notice = useRef<HTMLElement>(null)
  useEffect(() => {
    notice.current?.focus()
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section
      ref={notice}
      tabIndex={-1}
      role="alert"
      aria-label={title}
      className="mb-5 scroll-mt-4 rounded-card border border-pending bg-pending-soft p-4"
    >
      <h3 className="font-semibold text-pending">{title}</h3>
      <p className="mt-1 text-body">{t('menuEditor.conflict.description')}</p>
      <dl className="mt-3 divide-y divide-line rounded-control border border-line bg-card">
        {rows.map(({ label, theirs, mine }) => (
          <div key={label} className="grid gap-x-4 gap-y-1 px-3.5 py-2.5 sm:grid-cols-[9rem_1fr_1fr]">
            <dt className="text-sm font-semibold">{label}</dt>
            <dd className="min-w-0 text-body break-words whitespace-pre-line">
              <span className="block text-small text-muted">{t('menuEditor.conflict.theirs')}</span>
              {theirs}
            </dd>
            <dd className="min-w-0 text-body break-words whitespace-pre-line">
              <span className="block text-small text-muted">{t('menuEditor.conflict.mine')}</span>
              {mine ?? <span className="text-muted">{t('menuEditor.conflict.notMine')}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3.5 flex flex-wrap gap-2.5">
        <Button variant="outline" disabled={pending} onClick={onTakeTheirs}>
          {t('menuEditor.conflict.takeTheirs')}
        </Button>
        <Button pending={pending} onClick={onSaveMine}>
          {t('menuEditor.conflict.saveMine')}
        </Button>
      </div>
    </section>
  )
}
