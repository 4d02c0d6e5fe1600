import { Menu as Base } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from '../parts/button.tsx'
import type { RowTap } from '../row-taps.ts'
import { useBackCloses } from './back.ts'
import { useRowList } from './row-list.ts'
import { useWhileOpen } from './subject-dialog.tsx'

export interface MenuAction {
  label: string
  /** Smaller text beside the label. */
  note?: ReactNode
  /** Whether it deletes something: it is red. */
  isDangerous?: boolean
  file?: string
  onChoose?: () => void
  /** Whether the list stays open, with the actions that choosing it leads to. */
  keepsOpen?: boolean
}

interface ActionMenuProps {
  /** The button, with a name of its own. */
  trigger: ReactElement
  actions: readonly MenuAction[]
  /** Says above the actions what they do. */
  heading?: string
  onClose?: () => void
}

/** A button that opens a list of actions. In a long list of rows, use one `RowMenu`. */
export function ActionMenu({ trigger, actions, heading, onClose }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false)
  useBackCloses(isOpen, () => setOpen(false))
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={setOpen}
      onOpenChangeComplete={(isShown) => {
        if (!isShown) onClose?.()
      }}
      modal={false}
    >
      <Base.Trigger render={trigger} />
      <ActionList actions={actions} heading={heading} />
    </Base.Root>
  )
}

/** An `ActionMenu` whose button is three dots. */
export function MoreMenu({ actions, ...button }: ComponentProps<typeof IconButton> & Pick<ActionMenuProps, 'actions'>) {
  const dots = (
    <IconButton {...button}>
      <Ellipsis className="size-5" />
    </IconButton>
  )
  return <ActionMenu trigger={dots} actions={actions} />
}

interface RowMenuProps {
  /** The tap on a row's button that opened it; undefined while it is closed. */
  tap: RowTap | undefined
  actions: readonly MenuAction[]
  onClose: () => void
}

/** The one list of actions of all rows of a long list, whose buttons are plain ones (`useRowTaps`). */
export function RowMenu({ tap, actions, onClose }: RowMenuProps) {
  const { byKeyboard, leave, root, positioner, popup } = useRowList(tap, onClose)
  const shown = useWhileOpen(tap !== undefined, actions)
  const highlighted = byKeyboard ? focusFirst : undefined
  return (
    <Base.Root {...root}>
      <ActionList actions={shown} positioner={positioner} popup={{ ...popup, ref: highlighted }} onChoose={leave} />
    </Base.Root>
  )
}

/** As the library does it for a button of its own that is pressed by keyboard; at the end, when it knows its items. */
function focusFirst(popup: HTMLElement | null): void {
  queueMicrotask(() => popup?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true }))
}

interface ActionListProps extends Pick<ActionMenuProps, 'actions' | 'heading'> {
  positioner?: ComponentProps<typeof Base.Positioner>
  popup?: ComponentProps<typeof Base.Popup>
  /** Called before an action. */
  onChoose?: () => void
}

function ActionList({ actions, heading, positioner, popup, onChoose: onAnyChoice }: ActionListProps) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={6} align="end" className="z-60 outline-none" {...positioner}>
        <Base.Popup className="popup min-w-52 p-1.5" {...popup}>
          <Base.Group>
            {heading && (
              <Base.GroupLabel className="max-w-64 px-3 pt-1.5 pb-2 text-muted text-sm">{heading}</Base.GroupLabel>
            )}
            {actions.map(({ label, note, isDangerous, file, onChoose, keepsOpen = false }, i) => (
              <Base.Item
                // biome-ignore lint/suspicious/noArrayIndexKey: an action is what stands at its place, whatever its label says now.
                key={i}
                onClick={() => {
                  onAnyChoice?.()
                  onChoose?.()
                }}
                closeOnClick={!keepsOpen}
                // biome-ignore lint/a11y/useAnchorContent: the item gives it its label.
                render={file === undefined ? undefined : <a href={file} download />}
                className={cx('popup-row gap-4 px-3', isDangerous && 'text-cancelled')}
              >
                {label}
                {note && <span className="ml-auto text-sm text-muted">{note}</span>}
              </Base.Item>
            ))}
          </Base.Group>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
