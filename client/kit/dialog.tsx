import { type ComponentProps, createContext, type ReactNode, type RefObject } from 'react'
import { answerTo } from '../lib/dialogs/confirm.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { Part } from '../ui/parts/boundary.tsx'

interface ShownDialog<Result> extends Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'className'> {
  /** Reads for itself what may change while it is open. */
  content: (close: (result?: Result, isGone?: boolean) => void) => ReactNode
  /** What gets the focus if what opened it is gone, or about to go: a list may be shown anew a moment later. */
  focusAfter?: FocusAfter
}

type FocusAfter = RefObject<HTMLElement | null> | undefined
/** What gets the focus once what a dialog is about is gone: for the questions asked in it. */
export const FocusAfterContext = createContext<FocusAfter>(undefined)

/** Opens a dialog above the topmost one, or above the page. @returns its result, once it is closed */
export function showDialog<Result = void>(shown: ShownDialog<Result>): Promise<Result | undefined> {
  const { content, focusAfter, ...dialog } = shown
  const opener = document.activeElement
  let isOpenerGone = false
  const hasOpener = () => !isOpenerGone && opener !== document.body && opener?.isConnected
  return answerTo<Result | undefined>((open, close) => (
    <Dialog
      {...dialog}
      open={open}
      onOpenChange={() => close()}
      // Named: the library would return to a field of the content that took the focus as it was shown, and is gone.
      finalFocus={() => (opener instanceof HTMLElement && hasOpener() ? opener : focusAfter?.current)}
    >
      <FocusAfterContext value={focusAfter}>
        <Part>
          {content((result, isGone = false) => {
            isOpenerGone = isGone
            close(result)
          })}
        </Part>
      </FocusAfterContext>
    </Dialog>
  ))
}
