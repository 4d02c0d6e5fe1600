import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsWide } from '../../lib/browser/is-wide.ts'
import { focusNeighbour, useFocusOnRemoval } from '../../ui/focus-neighbour.ts'
import { ActionMenu } from '../../ui/overlays/menu.tsx'
import { useWhileOpen } from '../../ui/overlays/opening.ts'
import { buttonClass, IconButton } from '../../ui/parts/button.tsx'
import { BULK_KINDS, BulkDialog, type BulkKind } from './bulk-dialog.tsx'
import type { Selection } from './selection.tsx'

interface BulkActionsProps {
  /** The selected dishes. */
  ids: number[]
  /** Called after the dishes were changed. */
  onDone: () => void
}

/** The selection bar's buttons for bulk changes (docs/product/menu.md#menu-bulk). */
export function BulkActions({ ids, onDone }: BulkActionsProps) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<BulkKind | null>(null)
  const shownKind = useWhileOpen(kind !== null, kind)
  const shownCount = useIsWide() ? 3 : 2
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
            {t('menuImports.bulk.more')}
          </button>
        }
        actions={BULK_KINDS.slice(shownCount).map((each) => ({
          key: each,
          label: t(`menuImports.bulk.${each}`),
          isDangerous: each === 'delete',
          onChoose: () => setKind(each),
        }))}
      />
      {shownKind && (
        <BulkDialog
          key={shownKind}
          open={kind !== null}
          kind={shownKind}
          ids={ids}
          onClose={() => setKind(null)}
          onDone={onDone}
        />
      )}
    </>
  )
}

interface SelectionBarProps {
  selection: Selection
  /** The dishes that the search and the filter leave in the list. */
  listed: readonly { id: number }[]
}

/** Keeps the scroll position of a long list when another dish gets the focus. */
const WITHOUT_SCROLLING = { preventScroll: true }

/** The bar with the bulk actions, at the bottom of the list while dishes are selected. */
export function SelectionBar(props: SelectionBarProps) {
  return props.selection.ids.length > 0 && <Bar {...props} />
}

function Bar({ selection, listed }: SelectionBarProps) {
  const { t } = useTranslation()
  const bar = useFocusOnRemoval<HTMLElement>(WITHOUT_SCROLLING)
  const { ids, clear, select } = selection
  const afterChange = () => {
    // The focus is in the dialog, which disappears together with the bar.
    focusNeighbour(bar.current, WITHOUT_SCROLLING)
    clear()
  }
  const listedIds = new Set(listed.map(({ id }) => id))
  const hiddenCount = ids.filter((id) => !listedIds.has(id)).length
  const unselectedIds = listed.filter(({ id }) => !selection.chosen.has(id)).map(({ id }) => id)
  return (
    <section
      ref={bar}
      data-bottom-bar=""
      aria-label={t('menuEditor.selection')}
      className="sticky bottom-3 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-ink py-2.5 pr-2.5 pl-5 text-paper shadow-lift"
    >
      {/* On a phone it is as wide as the bar, except for the button that clears the selection. */}
      <p role="status" className="min-w-0 font-semibold max-sm:basis-[calc(100%-3.5rem)]">
        {t('menuEditor.selected', { count: ids.length })}
        {hiddenCount > 0 && (
          <span className="font-normal"> · {t('menuEditor.selectedAway', { count: hiddenCount })}</span>
        )}
      </p>
      {unselectedIds.length > 0 && (
        <button
          type="button"
          onClick={() => select(unselectedIds, true)}
          className="min-h-11 px-1 text-sm underline underline-offset-4 max-sm:order-2 max-sm:px-0"
        >
          {t('menuEditor.selectListed', { count: listed.length })}
        </button>
      )}
      <div className="flex gap-2 py-0.5 max-sm:order-last max-sm:w-full">
        <BulkActions ids={ids} onDone={afterChange} />
      </div>
      <IconButton
        label={t('menuEditor.clearSelection')}
        onClick={clear}
        className="ml-auto text-paper! max-sm:order-1 hover:bg-paper/15!"
      >
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </section>
  )
}
