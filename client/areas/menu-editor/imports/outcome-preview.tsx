import { ArrowRight, CircleAlert, Copy, Equal, Eraser, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BadRow, MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { nameIn } from '#shared/domain/language.ts'
import { ALLERGEN_CODES } from '#shared/domain/menu/allergens.ts'
import { errorMessage, NoAnswerError } from '../../../lib/api/request-error.ts'
import { useMoney } from '../../../lib/settings/settings.ts'
import { Badge, Button, useTranslation } from '../../../ui/index.ts'
import { useAllergenNames } from '../../allergens/index.ts'
import { useColumnName } from './columns-form.tsx'
import { hasEffect, type PreviewedChange } from './previewed-change.ts'

type Cell = MenuOutcome['changed'][number]['changes'][number]

/** A changed field of a dish: its name, and the old and new value as text; a cleared value is marked. */
function ChangedCell({ cell }: { cell: Cell }) {
  const { t } = useTranslation()
  const columnName = useColumnName()
  const cellText = useCellText()
  const { column, old, new: newValue } = cell
  return (
    <li className="grid gap-x-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <span className="text-muted text-sm sm:pt-px">{columnName(column)}</span>
      <span className="min-w-0 whitespace-pre-line break-words">
        <span className="sr-only">{t('menuImports.from')} </span>
        {old === '' ? <em className="text-muted">{t('menuImports.empty')}</em> : cellText(column, old)}
        <span className="sr-only"> {t('menuImports.to')} </span>
        <ArrowRight className="mx-1.5 inline size-4 align-[-2px] text-muted" />
        {newValue === '' ? (
          <Badge tone="cancelled">{t('menuImports.cleared')}</Badge>
        ) : (
          <strong className="font-semibold">{cellText(column, newValue)}</strong>
        )}
      </span>
    </li>
  )
}

function useCellText(): (column: string, cell: string) => string {
  const { t } = useTranslation()
  const { format } = useMoney()
  const allergenNames = useAllergenNames()
  return (column, cell) => {
    if (column === 'price' && /^\d+$/.test(cell)) return format(Number(cell))
    if (column === 'isActive') return t(cell === 'true' ? 'menuImports.shown' : 'menuImports.hidden')
    if (column === 'allergensChecked') return t(cell === 'true' ? 'menuEditor.checked' : 'menuEditor.notChecked')
    if (column === 'tags') return cell.replaceAll('|', ', ')
    if (column === 'allergenCodes')
      return allergenNames(ALLERGEN_CODES.filter((code) => cell.split('|').includes(code)))
    return cell
  }
}

/** The number of entries of each list that are shown; thousands would take long. */
const MAX_ENTRIES = 200

interface EntryListProps<Entry> {
  title: string
  entries: readonly Entry[]
  children: (entry: Entry, index: number) => ReactNode
}

/** The first entries of a list, and how many more there are; renders nothing for an empty list. */
function EntryList<Entry>({ title, entries, children }: EntryListProps<Entry>) {
  const { t } = useTranslation()
  if (entries.length === 0) return null
  return (
    <section aria-label={title} className="mt-5">
      <h3 className="font-semibold text-muted text-sm">{title}</h3>
      <ul className="mt-2 divide-y divide-line rounded-control border border-line bg-card">
        {entries.slice(0, MAX_ENTRIES).map(children)}
      </ul>
      {entries.length > MAX_ENTRIES && (
        <p className="mt-2 text-muted text-sm">{t('menuImports.moreRows', { count: entries.length - MAX_ENTRIES })}</p>
      )}
    </section>
  )
}

function Row({ children }: { children: ReactNode }) {
  return (
    <li className="px-4 py-2.5 text-body [contain-intrinsic-size:auto_64px] [content-visibility:auto]">{children}</li>
  )
}

export interface OutcomePreviewProps {
  outcome: MenuOutcome
  change: Pick<PreviewedChange<unknown>, 'failure' | 'isNewPreview'>
  failureTitle: string
  /** The text above the bad rows: they must be corrected first. */
  badRowsText: string
  /** Returns the text that identifies a row of the import, or a dish of a bulk change. */
  rowTitle: (line: number) => string
  /** Returns what a line of a list says. */
  rowText?: (line: number) => string | undefined
  questions?: ReactNode
  /** Adds rows with unknown ids as new dishes; undefined if that is not offered. */
  onTakeAsNew?: (() => void) | undefined
}

/** The preview of a change of the menu: questions and bad rows, then the counts and each new or changed dish. */
export function OutcomePreview(props: OutcomePreviewProps) {
  const { outcome, failureTitle, badRowsText, rowTitle, rowText, questions, onTakeAsNew } = props
  const { failure, isNewPreview } = props.change
  const { t, language } = useTranslation()
  const { format } = useMoney()
  const { additions, changed, deleted = [], bad, newCategories, asksPrices } = outcome
  return (
    <>
      {isNewPreview && <Problem>{t('menuImports.outdated')}</Problem>}
      {failure instanceof NoAnswerError && <Problem>{t('menuImports.unknown')}</Problem>}
      {failure && !(failure instanceof NoAnswerError) && (
        <Problem title={failureTitle}>{errorMessage(failure)}</Problem>
      )}
      {questions}
      {bad.length > 0 && <p className="font-semibold">{badRowsText}</p>}
      <EntryList title={t('menuImports.bad')} entries={bad}>
        {(row, index) => (
          <BadRowEntry
            key={`${row.line} ${row.column} ${index}`}
            row={row}
            rowTitle={rowTitle}
            rowText={rowText?.(row.line)}
          />
        )}
      </EntryList>
      <Counts outcome={outcome} />
      {newCategories.length > 0 && (
        <p className="mt-3 break-words text-body">
          <span className="font-semibold">{t('menuImports.newCategories', { count: newCategories.length })}</span>{' '}
          {newCategories.join(', ')}
        </p>
      )}
      {bad.length === 0 && !asksPrices && !hasEffect(outcome) && (
        <p className="mt-3 font-semibold">{t('menuImports.nothing')}</p>
      )}
      {onTakeAsNew && bad.some(({ column }) => column === 'id') && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-sunk px-4 py-3">
          <p className="min-w-0 flex-1 basis-60 text-body">{t('menuImports.unknownIds')}</p>
          <Button variant="outline" onClick={onTakeAsNew}>
            {t('menuImports.takeAsNew')}
          </Button>
        </div>
      )}
      <EntryList title={t('menuImports.added')} entries={additions}>
        {({ line, category, categoryRo, price, ...dish }) => (
          <Row key={line}>
            <p className="flex justify-between gap-4">
              <span className="min-w-0 break-words font-semibold">{nameIn(language, dish)}</span>
              <span className="figures shrink-0 font-semibold">{format(price)}</span>
            </p>
            <p className="break-words text-sm text-muted">
              {rowTitle(line)} · {nameIn(language, { name: category, nameRo: categoryRo })}
            </p>
          </Row>
        )}
      </EntryList>
      {deleted.length > 0 && <p className="mt-3 text-body">{t('menuImports.deletedForEver')}</p>}
      <EntryList title={t('menuImports.deleted')} entries={deleted}>
        {({ id, ...dish }) => (
          <Row key={id}>
            <p className="break-words font-semibold">{nameIn(language, dish)}</p>
          </Row>
        )}
      </EntryList>
      <EntryList title={t('menuImports.changed')} entries={changed}>
        {({ id, changes, ...dish }) => (
          <Row key={id}>
            <p className="break-words font-semibold">{nameIn(language, dish)}</p>
            <ul className="mt-1 space-y-1">
              {changes.map((cell) => (
                <ChangedCell key={cell.column} cell={cell} />
              ))}
            </ul>
          </Row>
        )}
      </EntryList>
    </>
  )
}

export function Problem({ title, children }: { title?: string; children?: ReactNode }) {
  return (
    <div
      role="alert"
      className="mb-4 flex gap-2.5 rounded-control bg-cancelled-soft px-4 py-3 text-body text-cancelled"
    >
      <CircleAlert className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
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
    { key: 'duplicates', count: outcome.duplicates, icon: Copy, tone: 'text-pending' },
    { key: 'changes', count: outcome.changed.length, icon: Pencil, tone: 'text-preparing' },
    { key: 'deletes', count: outcome.deleted?.length ?? 0, icon: Trash2, tone: 'text-cancelled' },
    { key: 'clears', count: outcome.cleared, icon: Eraser, tone: 'text-cancelled' },
    { key: 'leaves', count: outcome.left, icon: Equal, tone: 'text-muted' },
  ] as const
  return (
    <ul aria-label={t('menuImports.summary')} className="grid gap-x-6 gap-y-1.5 not-first:mt-5 sm:grid-cols-2">
      {counts.map(
        ({ key, count, icon: Icon, tone }) =>
          count > 0 && (
            <li key={key} className="flex items-center gap-2 text-body">
              <Icon className={`size-4.5 shrink-0 ${tone}`} />
              {t(`menuImports.${key}`, { count })}
            </li>
          ),
      )}
    </ul>
  )
}

interface BadRowEntryProps {
  row: BadRow
  rowTitle: (line: number) => string
  rowText: string | undefined
}

function BadRowEntry({ row, rowTitle, rowText }: BadRowEntryProps) {
  const columnName = useColumnName()
  const written = rowText ?? (row.column && columnName(row.column))
  return (
    <Row>
      <p className="break-words font-semibold">{[rowTitle(row.line), written].filter(Boolean).join(' · ')}</p>
      <p className="break-words text-cancelled">{row.message}</p>
    </Row>
  )
}
