import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/parts/button.tsx'

/** The number of entries of each list rendered at first, and of those added each time; thousands would take long. */
const INITIAL_ENTRIES = 200
const ENTRIES_PER_STEP = 1000

interface EntryListProps<Entry> {
  title: string
  /** A sentence below the title. */
  note?: string
  entries: readonly Entry[]
  children: (entry: Entry, index: number) => ReactNode
}

/** The first entries of a list with a button to show more; renders nothing for an empty list. */
export function EntryList<Entry>({ title, note, entries, children }: EntryListProps<Entry>) {
  const { t } = useTranslation()
  const [shownCount, setShownCount] = useState(INITIAL_ENTRIES)
  const section = useRef<HTMLElement>(null)
  if (entries.length === 0) return null
  const hiddenCount = entries.length - shownCount
  const showMore = () => {
    setShownCount(shownCount + ENTRIES_PER_STEP)
    // The focused button is removed.
    if (hiddenCount <= ENTRIES_PER_STEP) section.current?.focus()
  }
  return (
    <section ref={section} tabIndex={-1} aria-label={title} className="mt-5 outline-none">
      <h3 className="font-semibold text-muted text-sm">{title}</h3>
      {note && <p className="mt-0.5 text-[15px]">{note}</p>}
      <ul className="mt-2 divide-y divide-line rounded-control border border-line bg-card">
        {entries.slice(0, shownCount).map(children)}
      </ul>
      {hiddenCount > 0 && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 text-muted text-sm">
          {t('menuImports.moreRows', { count: hiddenCount })}
          <Button variant="quiet" size="small" className="underline" onClick={showMore}>
            {t('menuImports.showMore')}
          </Button>
        </p>
      )}
    </section>
  )
}

/** An entry of the list; rendered only near the visible part. */
export function Row({ children }: { children: ReactNode }) {
  return (
    <li className="px-4 py-2.5 text-[15px] [contain-intrinsic-size:auto_64px] [content-visibility:auto]">{children}</li>
  )
}
