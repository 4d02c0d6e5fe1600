import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/parts/button.tsx'
import { type DishForm, dishConflicts } from './dish-form.ts'
import { useFieldWords } from './field-words.ts'
import type { DishEditorForm } from './use-dish-editor.ts'

interface ConflictNoticeProps {
  form: DishEditorForm
  /** The dish when this form was opened. */
  before: DishForm
  /** The dish as somebody else has saved it since. */
  theirs: DishForm
  pending: boolean
  onTakeTheirs: () => void
  onSaveMine: () => void
}

/**
 * Shows both versions of a dish that somebody else has saved meanwhile, with a choice
 * (docs/product/menu.md#menu-two-versions).
 */
export function ConflictNotice({ form, before, theirs, pending, onTakeTheirs, onSaveMine }: ConflictNoticeProps) {
  const { t } = useTranslation()
  const { label, value } = useFieldWords()
  const mine = useWatch({ control: form.control, compute: (values) => values })
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
      aria-label={t('menuEditor.conflict.title')}
      className="mb-5 scroll-mt-4 rounded-card border border-pending bg-pending-soft p-4"
    >
      <h3 className="font-semibold text-pending">{t('menuEditor.conflict.title')}</h3>
      <p className="mt-1 text-[15px]">{t('menuEditor.conflict.description')}</p>
      <dl className="mt-3 divide-y divide-line rounded-[14px] border border-line bg-card">
        {dishConflicts(before, theirs, mine).map(({ field, isMine }) => (
          <div key={field} className="grid gap-x-4 gap-y-1 px-3.5 py-2.5 sm:grid-cols-[9rem_1fr_1fr]">
            <dt className="text-sm font-semibold">{label(field)}</dt>
            <dd className="min-w-0 text-[15px] break-words whitespace-pre-line">
              <span className="block text-[13px] text-muted">{t('menuEditor.conflict.theirs')}</span>
              {value(field, theirs)}
            </dd>
            <dd className="min-w-0 text-[15px] break-words whitespace-pre-line">
              <span className="block text-[13px] text-muted">{t('menuEditor.conflict.mine')}</span>
              {isMine ? value(field, mine) : <span className="text-muted">{t('menuEditor.conflict.notMine')}</span>}
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
