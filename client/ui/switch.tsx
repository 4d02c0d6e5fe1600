import { Switch as Base } from '@base-ui/react/switch'

interface SwitchProps {
  label: string
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
}

/** On or off, with its words beside it; they are part of what can be touched. */
export function Switch({ label, checked, onCheckedChange, disabled }: SwitchProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch holds a control of its own.
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-[15px] font-medium">
      <Base.Root
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
        className="flex h-7 w-12 shrink-0 rounded-full border border-edge bg-sunk p-0.5 transition-colors data-checked:border-accent data-checked:bg-accent"
      >
        <Base.Thumb className="size-5.5 rounded-full bg-muted transition-transform data-checked:translate-x-5 data-checked:bg-on-accent" />
      </Base.Root>
      {label}
    </label>
  )
}
