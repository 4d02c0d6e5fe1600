import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'

export interface MenuAction {
  key: string
  label: string
  /** Smaller text beside the label. */
  note?: ReactNode
  onChoose: () => void
}

/** A button that opens a list of actions. @param trigger the button, with a name of its own */
export function ActionMenu({ trigger, actions }: { trigger: ReactElement; actions: readonly MenuAction[] }) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="end" className="z-60 outline-none">
          <Base.Popup className="max-h-(--available-height) min-w-52 overflow-y-auto rounded-control border border-line bg-card p-1.5 text-ink shadow-lift outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {actions.map(({ key, label, note, onChoose }) => (
              <Base.Item
                key={key}
                onClick={onChoose}
                className="flex min-h-11 cursor-pointer items-center gap-4 rounded-[10px] px-3 text-[15px] outline-none data-highlighted:bg-sunk"
              >
                {label}
                {note && <span className="ml-auto text-sm text-muted">{note}</span>}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
