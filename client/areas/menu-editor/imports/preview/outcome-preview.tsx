import { Equal, Eraser, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BadRow, MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { nameIn } from '#shared/domain/language.ts'
import { errorMessage } from '../../../../lib/api/error-message.ts'
import { NoAnswerError } from '../../../../lib/api/request-error.ts'
import { useMoney } from '../../../../lib/settings/settings.ts'
import { useLanguage } from '../../../../lib/words/use-language.ts'
import { Button } from '../../../../ui/parts/button.tsx'
import { hasEffect } from '../has-effect.ts'
import { useLastImport } from '../import-calls.ts'
import { LastImportNote } from '../last-import-note.tsx'
import { Problem } from '../problem.tsx'
import { ChangedCell, inOneLanguage, useColumnName } from './changed-cell.tsx'
import { EntryList, Row } from './entry-list.tsx'

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
  /** What the owner is asked about this import. */
  questions?: ReactNode
  /** Shown in place of the list of bad rows. */
  mending?: ReactNode
  /** Shown below the bad rows. */
  children?: ReactNode
  /** Adds rows with unknown ids as new dishes; undefined if that is not offered. */
  onTakeAsNew?: () => void
  /** Leaves out the line of a new dish; undefined if that is not offered. */
  onSkip?: (line: number) => void
}

/** The preview of a change of the menu: the counts, questions, bad rows, and each new or changed dish. */
export function OutcomePreview(props: OutcomePreviewProps) {
  const { outcome, failure, isNewPreview, mayBeDone, badRowsText, rowTitle } = props
  const { questions, mending, children, onTakeAsNew, onSkip } = props
  const { t } = useTranslation()
  const language = useLanguage()
  const { format } = useMoney()
  const { additions, changed, deleted = [], bad, newCategories, oddPrices } = outcome
  return (
    <>
      {isNewPreview && !mayBeDone && <Problem>{t('menuImports.outdated')}</Problem>}
      {mayBeDone && !failure && <UnknownOutcomeProblem />}
      {failure?.error instanceof NoAnswerError && <Problem>{t('menuImports.unknown')}</Problem>}
      {failure && !(failure.error instanceof NoAnswerError) && (
        <Problem title={failure.title}>{errorMessage(failure.error)}</Problem>
      )}
      <Counts outcome={outcome} />
      {newCategories.length > 0 && (
        <p className="mt-3 break-words text-[15px]">
          <span className="font-semibold">{t('menuImports.newCategories', { count: newCategories.length })}</span>{' '}
          {newCategories.join(', ')}
        </p>
      )}
      {bad.length > 0 && <p className="mt-3 font-semibold">{badRowsText}</p>}
      {bad.length === 0 && !hasEffect(outcome) && <p className="mt-3 font-semibold">{t('menuImports.nothing')}</p>}
      {questions}
      {mending ?? (
        <EntryList title={t('menuImports.bad')} entries={bad}>
          {(row, index) => <BadRowEntry key={`${row.line} ${row.column} ${index}`} row={row} placeOf={rowTitle} />}
        </EntryList>
      )}
      {onTakeAsNew && outcome.unknownIds > 0 && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-sunk px-4 py-3">
          <p className="min-w-0 flex-1 basis-60 text-[15px]">{t('menuImports.unknownIds')}</p>
          <Button variant="outline" onClick={onTakeAsNew}>
            {t('menuImports.takeAsNew')}
          </Button>
        </div>
      )}
      {children}
      <EntryList title={t('menuImports.oddPrices')} entries={oddPrices}>
        {({ line, name, price, reason }) => (
          <Row key={line}>
            <NameAndPrice name={name} price={format(price)} />
            <p className="text-sm text-muted">
              {rowTitle(line)} · <span className="font-semibold text-pending">{t(`menuImports.odd.${reason}`)}</span>
            </p>
          </Row>
        )}
      </EntryList>
      <EntryList title={t('menuImports.added')} entries={additions}>
        {({ line, name, category, categoryRo, description, price }) => (
          <Row key={line}>
            <NameAndPrice name={name} price={format(price)} />
            {description && <p className="line-clamp-2 break-words text-[15px]">{description}</p>}
            <p className="flex items-center justify-between gap-4 text-sm text-muted">
              <span className="min-w-0 break-words">
                {rowTitle(line)} · {nameIn(language, { name: category, nameRo: categoryRo })}
              </span>
              {onSkip && (
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={t('menuImports.skipDish', { name })}
                  className="-my-2 -mr-3 shrink-0 underline"
                  onClick={() => onSkip(line)}
                >
                  {t('menuImports.skip')}
                </Button>
              )}
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

function NameAndPrice({ name, price }: { name: string; price: string }) {
  return (
    <p className="flex justify-between gap-4">
      <span className="min-w-0 break-words font-semibold">{name}</span>
      <span className="figures shrink-0 font-semibold">{price}</span>
    </p>
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
