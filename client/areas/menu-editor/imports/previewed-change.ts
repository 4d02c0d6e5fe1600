import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { toast } from '../../../ui/index.ts'
import { importedMenuKeys, offerUndo, withdrawUndoOffer } from './import-requests.ts'

/** Options for sending a change of the menu; `menu` is the hash of the menu that was previewed. */
export interface SendOptions {
  dryRun: boolean
  menu?: string
  signal: AbortSignal
}

interface PreviewedChangeOptions<Source> {
  send: (source: Source, options: SendOptions) => Promise<MenuOutcome>
  onDone: () => void
}

/** A change with a preview (docs/product/menu.md#menu-csv); if the menu has changed since, another one is requested. */
export function usePreviewedChange<Source>({ send, onDone }: PreviewedChangeOptions<Source>) {
  const controller = useRef<AbortController>(undefined)
  const newSignal = () => {
    controller.current = new AbortController()
    return controller.current.signal
  }
  const preview = useMutation({ mutationFn: (source: Source) => send(source, { dryRun: true, signal: newSignal() }) })
  const change = useOwnerChange({
    mutationFn: ({ source, menu }: { source: Source; menu: string }) =>
      send(source, { dryRun: false, menu, signal: newSignal() }),
    onSuccess({ message, deleted }) {
      // A deletion cannot be undone.
      if (deleted) {
        withdrawUndoOffer()
        toast({ title: message })
      } else offerUndo(message)
      onDone()
    },
    onError(error, { source }) {
      if (isOutdated(error)) preview.mutate(source)
    },
    refetch: importedMenuKeys,
  })
  // Cancel the preview on unmount.
  useEffect(() => () => controller.current?.abort(), [])

  function back() {
    controller.current?.abort()
    preview.reset()
    change.reset()
  }

  const source = preview.variables
  const outcome = preview.data
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
    back,
  }
}

export type PreviewedChange<Source> = ReturnType<typeof usePreviewedChange<Source>>

/** Whether the menu has changed since the preview; rows may have become bad because of it. */
function isOutdated(error: unknown): boolean {
  return error instanceof RequestError && (error.code === 'menu_changed' || error.code === 'bad_rows')
}

/** Whether the change is possible, without an open question, and changes anything. */
export function hasEffect({ added, changed, deleted = [], bad, asksPrices }: MenuOutcome): boolean {
  return bad.length === 0 && !asksPrices && (added > 0 || changed.length > 0 || deleted.length > 0)
}
