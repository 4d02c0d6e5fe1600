import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement } from 'react'

export interface MenuAction {
  label: string
  onSelect: () => void
}

/** A button that opens a short list of things to do. */
export function ActionMenu({ trigger, items }: { trigger: ReactElement; items: readonly MenuAction[] }) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="end" className="z-60 outline-none">
          <Base.Popup className="max-h-(--available-height) overflow-y-auto rounded-control border border-line bg-card p-1.5 text-ink shadow-lift outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {items.map(({ label, onSelect }) => (
              <Base.Item
                key={label}
                onClick={onSelect}
                className="flex min-h-11 cursor-pointer items-center rounded-[10px] px-3 text-[15px] outline-none data-highlighted:bg-sunk"
              >
                {label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
