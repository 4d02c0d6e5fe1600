import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { MenuOutcome } from '#shared/contracts/menu-imports.ts'
import { NoAnswerError, RequestError } from '../../../lib/api/request-error.ts'
import { useRefetchMenu } from './menu-calls.ts'
import { offerUndo } from './undo-asked.ts'

/** How a change of the menu is sent: to be previewed, or to be done on the menu that the preview was made for. */
export interface Sending {
  dryRun: boolean
  menu?: string
  signal: AbortSignal
  /** Told the part of what is sent that has left, from 0 to 1. */
  onProgress: (part: number) => void
}

interface PreviewedChange<Source> {
  send: (source: Source, sending: Sending) => Promise<MenuOutcome>
  onDone: () => void
}

/**
 * A change of the menu that is shown before it is done (docs/product.md#menu-csv). Where the menu has changed since,
 * nothing is done, and a new preview is made.
 */
export function usePreviewedChange<Source>({ send, onDone }: PreviewedChange<Source>) {
  const refetch = useRefetchMenu()
  const [progress, setProgress] = useState(0)
  const [mayBeDone, setMayBeDone] = useState(false)
  const waiting = useRef<AbortController>(undefined)
  const sending = () => {
    waiting.current = new AbortController()
    setProgress(0)
    return { signal: waiting.current.signal, onProgress: setProgress }
  }
  const preview = useMutation({ mutationFn: (source: Source) => send(source, { dryRun: true, ...sending() }) })
  const change = useMutation({
    mutationFn: ({ source, menu }: { source: Source; menu: string }) =>
      send(source, { dryRun: false, menu, ...sending() }),
    onSuccess({ message }) {
      offerUndo(message)
      onDone()
    },
    onError(error, { source }) {
      if (error instanceof NoAnswerError) setMayBeDone(true)
      if (isOutdated(error)) preview.mutate(source)
    },
    onSettled: refetch,
  })
  // A preview that nobody waits for any more need not be made.
  useEffect(() => () => waiting.current?.abort(), [])

  function back() {
    waiting.current?.abort()
    preview.reset()
    change.reset()
  }

  const source = preview.variables
  const outcome = preview.data
  const isAnew = isOutdated(change.error)
  const phases = { idle: 'choosing', error: 'choosing', pending: 'previewing', success: 'previewed' } as const
  return {
    phase: change.isPending ? 'changing' : phases[preview.status],
    /** What is previewed, and what would come of it. */
    source,
    outcome,
    progress,
    previewError: preview.error,
    /** Why it was not done, or may not have been. */
    failure: isAnew ? null : change.error,
    /** The preview is another one than that which was agreed to. */
    isAnew,
    /** One was sent before and not answered: the same would perhaps be done twice. */
    mayBeDone,
    preview(next: Source) {
      change.reset()
      preview.mutate(next)
    },
    confirm() {
      if (source !== undefined && outcome && !change.isPending) change.mutate({ source, menu: outcome.menu })
    },
    /** Gives the preview up. */
    back,
    /** Begins anew. */
    forget() {
      setMayBeDone(false)
      back()
    },
  }
}

/** The menu is another one than that of the preview: rows may have become bad as well. */
function isOutdated(error: unknown): boolean {
  return error instanceof RequestError && (error.code === 'menu_changed' || error.code === 'bad_rows')
}
