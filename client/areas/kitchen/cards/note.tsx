import type { TFunction } from 'i18next'
import { TriangleAlert } from 'lucide-react'
import { warnsOfAllergy } from '#shared/domain/orders/allergy-note.ts'
import { cx } from '../../../ui/cx.ts'

interface NoteProps {
  t: TFunction
  note: string
  /** Where a note that is no warning begins. */
  className: string
}

/** A guest's note, whole; one that warns of an allergy is a solid bar with a sign. */
export function Note({ t, note, className }: NoteProps) {
  const text = <span className="min-w-0 whitespace-pre-line">{t('kitchen.quoted', { note })}</span>
  if (!warnsOfAllergy(note))
    return <span className={cx('flex font-semibold text-[1.25rem] text-accent leading-[1.2]', className)}>{text}</span>
  return (
    <span className="flex items-start gap-2 rounded-[0.7rem] bg-accent px-2.5 py-2 font-bold text-[1.25rem] text-on-accent leading-[1.2]">
      <TriangleAlert role="img" aria-label={t('kitchen.allergy')} className="mt-px size-5.5 shrink-0" />
      {text}
    </span>
  )
}
