import { Check, Minus, X } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { useIsPageWide } from '../../lib/browser/dashboard.ts'
import {
  ActionMenu,
  buttonClass,
  focusNeighbour,
  IconButton,
  SubjectDialog,
  t,
  useFocusOnRemoval,
  useRootMark,
} from '../../ui/index.ts'
import type { BulkKind } from './bulk-dialog.tsx'
import { BulkDialog } from './when-idle.ts'

interface Selection {
  /** The selected dishes that still exist, in the order of the menu. */
  ids: number[]
  /** All selected ids, including those of deleted dishes. */
  chosen: ReadonlySet<number>
  select: (ids: readonly number[], isSelected: boolean) => void
  clear: () => void
}

/** The dishes that are selected for a bulk change. Filters and searches do not change the selection. */
export function useSelection(dishes: readonly MenuItem[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const select = useCallback((ids: readonly number[], isSelected: boolean) => {
    setChosen((current) => {
      const next = new Set(current)
      for (const id of ids) isSelected ? next.add(id) : next.delete(id)
      return next
    })
  }, [])
  const clear = useCallback(() => setChosen(new Set()), [])
  const ids = useMemo(() => dishes.map(({ id }) => id).filter((id) => chosen.has(id)), [dishes, chosen])
  return { ids, chosen, select, clear }
}

/** Whether all, some or none of `ids` are selected. */
export function selectionState(ids: readonly number[], chosen: ReadonlySet<number>): 'all' | 'some' | 'none' {
  const count = ids.filter((id) => chosen.has(id)).length
  if (count === 0) return 'none'
  return count === ids.length ? 'all' : 'some'
}

interface SelectBoxProps {
  label: string
  state: 'all' | 'some' | 'none'
  /** The name of its tap, if its list handles that. */
  tap?: string
  onChange?: (isSelected: boolean) => void
}

export function SelectBox({ label, state, tap, onChange }: SelectBoxProps) {
  const Mark = state === 'some' ? Minus : Check
  return (
    <label className="grid size-11 shrink-0 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        data-tap={tap}
        checked={state === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = state === 'some'
        }}
        onChange={({ target }) => onChange?.(target.checked)}
        className="peer absolute size-6 cursor-pointer appearance-none rounded-small"
      />
      <span
        aria-hidden="true"
        className={`pointer-events-none grid size-6 place-items-center rounded-small border ${
          state === 'none' ? 'border-edge bg-card' : 'border-accent bg-accent text-on-accent'
        }`}
      >
        {state !== 'none' && <Mark className="size-4" strokeWidth={3} />}
      </span>
    </label>
  )
}

const BULK_KINDS: readonly BulkKind[] = ['show', 'hide', 'price', 'category', 'tags', 'allergens', 'options', 'delete']

/** The selection bar's buttons for bulk changes (docs/product/menu.md#menu-bulk). */
export function BulkActions({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const [kind, setKind] = useState<BulkKind | null>(null)
  const shownCount = useIsPageWide() ? 3 : 2
  const look = `${buttonClass({ variant: 'quiet' })} border border-current px-3.5! text-inherit! text-sm! hover:bg-paper/15!`
  return (
    <>
      {BULK_KINDS.slice(0, shownCount).map((each) => (
        <button key={each} type="button" aria-haspopup="dialog" onClick={() => setKind(each)} className={look}>
          {t(`menuImports.bulk.${each}`)}
        </button>
      ))}
      <ActionMenu
        trigger={
          <button type="button" className={look}>
            {t('kitchen.menu.title')}
          </button>
        }
        actions={BULK_KINDS.slice(shownCount).map((each) => ({
          label: t(`menuImports.bulk.${each}`),
          isDangerous: each === 'delete',
          onChoose: () => setKind(each),
        }))}
      />
      <SubjectDialog subject={kind}>
        {(shown, open) => (
          <BulkDialog open={open} kind={shown} ids={ids} onClose={() => setKind(null)} onDone={onDone} />
        )}
      </SubjectDialog>
    </>
  )
}

/** Keeps the scroll position of a long list when another dish gets the focus. */
const WITHOUT_SCROLLING = { preventScroll: true }

/** The bar with the bulk actions, at the bottom of the list while dishes are selected. */
export function SelectionBar({ selection }: { selection: Selection }) {
  return selection.ids.length > 0 && <Bar selection={selection} />
}

function Bar({ selection: { ids, clear } }: { selection: Selection }) {
  const bar = useFocusOnRemoval<HTMLElement>(WITHOUT_SCROLLING)
  useRootMark('bottom-bar')
  const afterChange = () => {
    // The focus is in the dialog, which disappears together with the bar.
    focusNeighbour(bar.current, WITHOUT_SCROLLING)
    clear()
  }
  return (
    <section
      ref={bar}
      data-bottom-bar=""
      aria-label={t('menuEditor.selection')}
      className="floating-bar mx-auto mt-4 w-fit max-w-full bg-ink py-2.5 pr-2.5 pl-5 text-paper"
    >
      {/* On a phone it is as wide as the bar, except for the button that clears the selection. */}
      <p role="status" className="min-w-0 font-semibold @max-phone/page:basis-[calc(100%-3.75rem)]">
        {t('common.dishes', { count: ids.length })}
      </p>
      <div className="flex gap-2 py-0.5 @max-phone/page:order-last @max-phone/page:w-full">
        <BulkActions ids={ids} onDone={afterChange} />
      </div>
      <IconButton
        label={t('menuEditor.clearSelection')}
        variant="onInk"
        onClick={clear}
        className="ml-auto @max-phone/page:order-1"
      >
        <X className="size-5" />
      </IconButton>
    </section>
  )
}
