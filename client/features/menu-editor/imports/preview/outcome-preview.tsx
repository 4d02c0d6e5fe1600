import { Equal, Eraser, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BadRow, MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { useMoney } from '../../../../entities/settings/index.ts'
import { errorMessage } from '../../../../lib/api/error-message.ts'
import { NoAnswerError } from '../../../../lib/api/request-error.ts'
import { useLanguage } from '../../../../lib/words/use-language.ts'
import { Button } from '../../../../ui/parts/button.tsx'
import { hasEffect } from '../has-effect.ts'
import { useLastImport } from '../import-calls.ts'
import { LastImportNote } from '../last-import-note.tsx'
import { Problem } from '../problem.tsx'
import { ChangedCell, inOneLanguage, useColumnName } from './changed-cell.tsx'

/** The number of entries of each list rendered at first, and of those added each time; thousands would take long. */
const INITIAL_ENTRIES = 200
const ENTRIES_PER_STEP = 1000

interface OutcomePreviewProps {
  outcome: MenuOutcome
  /** The error of the change; after a timeout it may have been made nevertheless. */
  failure: { title: string; error: Error } | null
  /** Whether the menu changed after the confirmed preview, so that this is another one. */
  isNewPreview: boolean
  /** Whether an earlier attempt got no response. */
  mayBeDone: boolean
  /** The text above the bad rows: they must be corrected first. */
  badRowsText: string
  /** Returns the text that identifies a row of the import, or a dish of a bulk change. */
  rowTitle: (line: number) => string
  /** Adds rows with unknown ids as new dishes; undefined if that is not offered. */
  onTakeAsNew?: () => void
}

/** The preview of a change of the menu: the counts, bad rows, and each new or changed dish. */
export function OutcomePreview(props: OutcomePreviewProps) {
  const { outcome, failure, isNewPreview, mayBeDone, badRowsText, rowTitle, onTakeAsNew } = props
  const { t } = useTranslation()
  const { format } = useMoney()
  const language = useLanguage()
  const { additions, changed, deleted = [], bad } = outcome
  return (
    <>
      {isNewPreview && !mayBeDone && <Problem>{t('menuImports.outdated')}</Problem>}
      {mayBeDone && !failure && <UnknownOutcomeProblem />}
      {failure?.error instanceof NoAnswerError && <Problem>{t('menuImports.unknown')}</Problem>}
      {failure && !(failure.error instanceof NoAnswerError) && (
        <Problem title={failure.title}>{errorMessage(failure.error)}</Problem>
      )}
      <Counts outcome={outcome} />
      {bad.length > 0 && <p className="mt-3 font-semibold">{badRowsText}</p>}
      {bad.length === 0 && !hasEffect(outcome) && <p className="mt-3 font-semibold">{t('menuImports.nothing')}</p>}
      <EntryList title={t('menuImports.bad')} entries={bad}>
        {(row, index) => <BadRowEntry key={`${row.line} ${row.column} ${index}`} row={row} placeOf={rowTitle} />}
      </EntryList>
      {onTakeAsNew && outcome.unknownIds > 0 && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-sunk px-4 py-3">
          <p className="min-w-0 flex-1 basis-60 text-[15px]">{t('menuImports.unknownIds')}</p>
          <Button variant="outline" onClick={onTakeAsNew}>
            {t('menuImports.takeAsNew')}
          </Button>
        </div>
      )}
      <EntryList title={t('menuImports.added')} entries={additions}>
        {({ line, name, category, price }) => (
          <Row key={line}>
            <p className="flex justify-between gap-4">
              <span className="min-w-0 break-words font-semibold">{name}</span>
              <span className="figures shrink-0 font-semibold">{format(price)}</span>
            </p>
            <p className="text-sm text-muted">
              {rowTitle(line)} · {category}
            </p>
          </Row>
        )}
      </EntryList>
      {deleted.length > 0 && <p className="mt-3 text-[15px]">{t('menuImports.deletedForEver')}</p>}
      <EntryList title={t('menuImports.deleted')} entries={deleted}>
        {({ id, name }) => (
          <Row key={id}>
            <p className="break-words font-semibold">{name}</p>
          </Row>
        )}
      </EntryList>
      <EntryList title={t('menuImports.changed')} entries={changed}>
        {({ id, name, changes }) => (
          <Row key={id}>
            <p className="break-words font-semibold">{name}</p>
            <ul className="mt-1 space-y-1">
              {inOneLanguage(changes, language).map((cell) => (
                <ChangedCell key={cell.column} cell={cell} />
              ))}
            </ul>
          </Row>
        )}
      </EntryList>
    </>
  )
}

/** Shows the last import, so that the owner sees whether a change without a response was made. */
function UnknownOutcomeProblem() {
  const { t } = useTranslation()
  const { data } = useLastImport()
  return (
    <Problem title={t('menuImports.mayBeDone')}>
      {data && (
        <>
          <p className="mt-1.5">{t('menuImports.last')}</p>
          <LastImportNote last={data} />
        </>
      )}
    </Problem>
  )
}

function Counts({ outcome }: { outcome: MenuOutcome }) {
  const { t } = useTranslation()
  const counts = [
    {
      key: 'wrong',
      count: new Set(outcome.bad.map(({ line }) => line)).size,
      icon: TriangleAlert,
      tone: 'text-cancelled',
    },
    { key: 'adds', count: outcome.added, icon: Plus, tone: 'text-ready' },
    { key: 'changes', count: outcome.changed.length, icon: Pencil, tone: 'text-preparing' },
    { key: 'deletes', count: outcome.deleted?.length ?? 0, icon: Trash2, tone: 'text-cancelled' },
    { key: 'clears', count: outcome.cleared, icon: Eraser, tone: 'text-cancelled' },
    { key: 'leaves', count: outcome.left, icon: Equal, tone: 'text-muted' },
  ] as const
  return (
    <ul aria-label={t('menuImports.summary')} className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
      {counts.map(
        ({ key, count, icon: Icon, tone }) =>
          count > 0 && (
            <li key={key} className="flex items-center gap-2 text-[15px]">
              <Icon aria-hidden="true" className={`size-4.5 shrink-0 ${tone}`} />
              {t(`menuImports.${key}`, { count })}
            </li>
          ),
      )}
    </ul>
  )
}

interface EntryListProps<Entry> {
  title: string
  entries: readonly Entry[]
  children: (entry: Entry, index: number) => ReactNode
}

/** The first entries of a list with a button to show more; renders nothing for an empty list. */
function EntryList<Entry>({ title, entries, children }: EntryListProps<Entry>) {
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

function Row({ children }: { children: ReactNode }) {
  return (
    <li className="px-4 py-2.5 text-[15px] [contain-intrinsic-size:auto_64px] [content-visibility:auto]">{children}</li>
  )
}

function BadRowEntry({ row, placeOf }: { row: BadRow; placeOf: (line: number) => string }) {
  const columnName = useColumnName()
  const location = [placeOf(row.line), row.column && columnName(row.column)].filter(Boolean)
  return (
    <Row>
      <p className="font-semibold">{location.join(' · ')}</p>
      <p className="break-words text-cancelled">{row.message}</p>
    </Row>
  )
}
