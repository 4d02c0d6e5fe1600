import { useMutation } from '@tanstack/react-query'
import { ArrowRight, CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { CSV_COLUMNS, type MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { nameIn } from '#shared/domain/language.ts'
import { ALLERGEN_CODES } from '#shared/domain/menu/allergens.ts'
import { formatNumber } from '#shared/domain/numbers.ts'
import { errorMessage, NoAnswerError, RequestError } from '../../../lib/api/request-error.ts'
import { useOwnerChange } from '../../../lib/changes/refetching.ts'
import { money } from '../../../lib/settings/settings.ts'
import { Badge, Button, cx, Dialog, language, Spinner, t, toast } from '../../../ui/index.ts'
import { useAllergenNames } from '../../allergens/index.ts'
import { menuKeys } from '../../menu/index.ts'
import { useUndoOffer } from './undo-import.tsx'

/** `menu` is the hash of the menu that was previewed; without it, nothing is changed. */
type Send<Source> = (source: Source, menu?: string) => Promise<MenuOutcome>

/** A change with a preview (docs/product/menu.md#menu-csv); if the menu has changed since, another one is requested. */
export function usePreviewedChange<Source>(send: Send<Source>, onDone: () => void) {
  const offerUndo = useUndoOffer()
  const preview = useMutation({ mutationFn: (source: Source) => send(source) })
  const change = useOwnerChange({
    mutationFn: ({ source, menu }: { source: Source; menu: string }) => send(source, menu),
    onSuccess({ message, deleted }) {
      // A deletion cannot be undone.
      if (deleted) toast({ title: message })
      else offerUndo(message)
      onDone()
    },
    onError(error, { source }) {
      if (isOutdated(error)) preview.mutate(source)
    },
    refetch: menuKeys,
  })
  const { variables: source, data: outcome } = preview
  const isNewPreview = isOutdated(change.error)
  const phases = { idle: 'choosing', error: 'choosing', pending: 'previewing', success: 'previewed' } as const
  return {
    phase: change.isPending ? 'changing' : phases[preview.status],
    source,
    outcome,
    previewError: preview.error,
    /** The error of the change; after a timeout it may have been made nevertheless. */
    failure: isNewPreview ? null : change.error,
    /** Whether the menu changed after the confirmed preview, so that this is another one. */
    isNewPreview,
    preview(next: Source) {
      change.reset()
      preview.mutate(next)
    },
    /** Makes the change as it was previewed. */
    confirm() {
      if (source !== undefined && outcome && !change.isPending) change.mutate({ source, menu: outcome.menu })
    },
    back() {
      preview.reset()
      change.reset()
    },
  }
}

type PreviewedChange<Source> = ReturnType<typeof usePreviewedChange<Source>>

/** Whether the menu has changed since the preview; rows may have become bad because of it. */
function isOutdated(error: unknown): boolean {
  return error instanceof RequestError && (error.code === 'menu_changed' || error.code === 'bad_rows')
}

/** Whether the change, but for its bad rows, is possible without an open question, and changes anything. */
function hasEffect({ added, changed, deleted = [], asksPrices }: MenuOutcome): boolean {
  return !asksPrices && (added > 0 || changed.length > 0 || deleted.length > 0)
}

interface PreviewDialogProps<Source> extends Omit<OutcomePreviewProps, 'outcome' | 'change'> {
  open: boolean
  title: string
  description?: string
  className: string
  change: PreviewedChange<Source>
  changingText: string
  form: ReactNode
  back: { label: string; onPress: () => void }
  /** The button that makes the change, shown if it has an effect, and no bad rows unless it leaves them out. */
  confirm: { label: string; variant?: 'primary' | 'danger'; leavesOutBad?: boolean; onPress: () => void }
  onClose: () => void
  onClosed?: () => void
}

/** The dialog for a change of the menu: form, preview of each dish, confirmation. */
export function PreviewDialog<Source>(props: PreviewDialogProps<Source>) {
  const { open, title, description, className, change, changingText, form, back, confirm } = props
  const { onClose, onClosed, ...preview } = props
  const { phase, outcome } = change
  const body = useRef<HTMLDivElement>(null)
  const shownPhase = useRef(phase)
  useEffect(() => {
    // What had the focus is gone with its phase.
    if (shownPhase.current !== phase) body.current?.focus()
    shownPhase.current = phase
  }, [phase])
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      onClosed={onClosed}
      dismissible={phase !== 'changing'}
      title={title}
      description={description}
      className={className}
      footer={
        phase === 'previewed' && (
          <div
            className={cx(
              'flex gap-2.5 sm:flex-row sm:justify-end',
              confirm.variant === 'danger' ? 'flex-col' : 'flex-col-reverse',
            )}
          >
            <Button variant={confirm.variant === 'danger' ? 'ink' : 'outline'} onClick={back.onPress}>
              {back.label}
            </Button>
            {outcome && hasEffect(outcome) && (confirm.leavesOutBad || outcome.bad.length === 0) && (
              <Button variant={confirm.variant} onClick={confirm.onPress}>
                {confirm.label}
              </Button>
            )}
          </div>
        )
      }
    >
      <div ref={body} tabIndex={-1} className="outline-none">
        {phase === 'choosing' && form}
        {(phase === 'previewing' || phase === 'changing') && (
          <div className="grid min-h-40 place-content-center gap-4 text-center">
            <Spinner className="mx-auto size-8 text-accent" />
            <p role="status">{phase === 'changing' ? changingText : t('common.checking')}</p>
          </div>
        )}
        {phase === 'previewed' && outcome && <OutcomePreview {...preview} outcome={outcome} />}
      </div>
    </Dialog>
  )
}

interface OutcomePreviewProps {
  outcome: MenuOutcome
  change: Pick<PreviewedChange<unknown>, 'failure' | 'isNewPreview'>
  failureTitle: string
  /** The text above the bad rows, if they must be corrected first. */
  badRowsText?: string
  /** Returns the text that identifies a row of the import, or a dish of a bulk change. */
  rowTitle: (line: number) => string
  /** Returns what a line of a list says. */
  rowText?: (line: number) => string | undefined
  question?: ReactNode
}

/** The preview of a change of the menu: the question and bad rows, then the counts and each new or changed dish. */
function OutcomePreview(props: OutcomePreviewProps) {
  const { outcome, failureTitle, badRowsText, rowTitle, rowText, question } = props
  const { failure, isNewPreview } = props.change
  const columnName = useColumnName()
  const { additions, changed, deleted = [], bad, newCategories, asksPrices } = outcome
  return (
    <>
      {isNewPreview && <Problem>{t('menuImports.outdated')}</Problem>}
      {failure instanceof NoAnswerError && <Problem>{t('menuImports.unknown')}</Problem>}
      {failure && !(failure instanceof NoAnswerError) && (
        <Problem title={failureTitle}>{errorMessage(failure)}</Problem>
      )}
      {question}
      {bad.length > 0 && badRowsText && <p className="font-semibold">{badRowsText}</p>}
      <EntryList title={t('menuImports.bad')} entries={bad} count={new Set(bad.map(({ line }) => line)).size}>
        {({ line, column, message, name }, index) => (
          <Row key={`${line} ${column} ${index}`}>
            <p className="break-words font-semibold">
              {[rowTitle(line), rowText?.(line) ?? name, columnName(column)].filter(Boolean).join(' · ')}
            </p>
            <p className="break-words text-cancelled">{message}</p>
          </Row>
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
      <EntryList title={t('menuImports.added')} entries={additions}>
        {({ line, category, categoryRo, price, ...dish }) => (
          <Row key={line}>
            <p className="flex justify-between gap-4">
              <span className="min-w-0 break-words font-semibold">{nameIn(language, dish)}</span>
              <span className="figures shrink-0 font-semibold">{money(price)}</span>
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
  const counts = [
    ['duplicates', outcome.duplicates],
    ['clears', outcome.cleared],
    ['leaves', outcome.left],
  ] as const
  return (
    <ul
      aria-label={t('menuImports.summary')}
      className="grid gap-x-6 gap-y-1.5 not-first:mt-5 empty:hidden sm:grid-cols-2"
    >
      {counts.map(
        ([key, count]) =>
          count > 0 && (
            <li key={key} className="text-body">
              {t(`menuImports.${key}`, { count })}
            </li>
          ),
      )}
    </ul>
  )
}

/** Returns a function that translates the name of a column; the name of an unknown column stays as it is. */
function useColumnName(): (column: string) => string {
  return (column) => {
    const known = CSV_COLUMNS.find((name) => name === column)
    return known ? t(`menuImports.columns.${known}`) : column
  }
}

type Cell = MenuOutcome['changed'][number]['changes'][number]

/** A changed field of a dish: its name, and the old and new value as text; a cleared value is marked. */
function ChangedCell({ cell }: { cell: Cell }) {
  const columnName = useColumnName()
  const cellText = useCellText()
  const { column, old, new: newValue } = cell
  return (
    <li className="grid gap-x-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <span className="text-muted text-sm sm:pt-px">{columnName(column)}</span>
      <span className="min-w-0 whitespace-pre-line break-words">
        <span className="sr-only">{t('menu.from')} </span>
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
  const allergenNames = useAllergenNames()
  return (column, cell) => {
    if (column === 'price' && /^\d+$/.test(cell)) return money(Number(cell))
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
  /** By default that of the entries. */
  count?: number
  children: (entry: Entry, index: number) => ReactNode
}

/** How many entries a list has, the first ones, and how many more there are; renders nothing for an empty list. */
function EntryList<Entry>({ title, entries, count = entries.length, children }: EntryListProps<Entry>) {
  if (entries.length === 0) return null
  return (
    <section aria-label={title} className="mt-5">
      <h3 className="font-semibold text-muted text-sm">
        {title} · {formatNumber(count)}
      </h3>
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
