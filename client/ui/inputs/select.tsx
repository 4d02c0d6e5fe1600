import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, type Ref, useState } from 'react'
import { cx } from '../cx.ts'
import { useBackCloses } from '../overlays/back.ts'
import { useRowList } from '../overlays/row-list.ts'
import type { RowTap } from '../row-taps.ts'
import { Field, type FieldProps } from './field.tsx'

export interface SelectOption<Value> {
  value: Value
  label: string
  /** Smaller text beside the label. */
  note?: ReactNode
  disabled?: boolean
  className?: string | undefined
}

interface SelectProps<Value> {
  /** The accessible name, if no Field provides one. */
  label?: string
  id?: string
  ref?: Ref<HTMLButtonElement>
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
  value: Value | null
  onValueChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  placeholder?: string
  disabled?: boolean
  className?: string
}

export function Select<Value>(props: SelectProps<Value>) {
  const { label, id, ref, value, onValueChange, options, placeholder, disabled, className } = props
  const [isOpen, setOpen] = useState(false)
  useBackCloses(isOpen, () => setOpen(false))
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={setOpen}
      items={options.map((option) => ({ value: option.value, label: option.label }))}
      value={value}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next)
      }}
      disabled={disabled}
      modal={false}
    >
      <Base.Trigger
        ref={ref}
        id={id}
        aria-label={label}
        aria-invalid={props['aria-invalid']}
        aria-describedby={props['aria-describedby']}
        className={cx(
          'control flex h-12 items-center justify-between gap-2 px-4 text-body font-semibold hover:bg-sunk',
          className,
        )}
      >
        <Base.Value placeholder={placeholder} className="truncate leading-normal data-placeholder:text-muted" />
        <Base.Icon>
          <ChevronDown className="size-4.5" />
        </Base.Icon>
      </Base.Trigger>
      <OptionList options={options} />
    </Base.Root>
  )
}

interface OptionListProps<Value> {
  options: readonly SelectOption<Value>[]
  positioner?: ComponentProps<typeof Base.Positioner>
  popup?: ComponentProps<typeof Base.Popup>
}

function OptionList<Value>({ options, positioner, popup }: OptionListProps<Value>) {
  return (
    // The library's inline style element violates the content security policy, and is not needed here.
    <CSPProvider disableStyleElements>
      <Base.Portal>
        <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-60 outline-none" {...positioner}>
          <Base.Popup className="popup min-w-(--anchor-width) p-1.5" {...popup}>
            {options.map((option) => (
              <Base.Item
                key={String(option.value)}
                value={option.value}
                disabled={option.disabled}
                className={cx('popup-row gap-3 px-3 py-1.5', option.className)}
              >
                <Base.ItemText className="min-w-0 break-words">{option.label}</Base.ItemText>
                {option.note && <span className="ml-auto text-sm font-normal text-muted">{option.note}</span>}
                <Base.ItemIndicator className={option.note ? '' : 'ml-auto'}>
                  <Check className="size-4 text-accent" />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </CSPProvider>
  )
}

interface RowSelectProps<Value> extends Pick<SelectProps<Value>, 'value' | 'options'> {
  /** The tap on a row's button that opened it; undefined while it is closed. */
  tap: RowTap | undefined
  onChoose: (value: Value) => void
  onClose: () => void
}

/** The one list of values of all rows of a long list, whose buttons are plain ones (`useRowTaps`). */
export function RowSelect<Value>({ tap, value, options, onChoose, onClose }: RowSelectProps<Value>) {
  const { leave, root, positioner, popup } = useRowList(tap, onClose)
  return (
    <Base.Root
      {...root}
      value={value}
      onValueChange={(next) => {
        if (next === null) return
        // Once the library has given its item the focus, which it does after this.
        queueMicrotask(() => {
          leave()
          onChoose(next)
        })
      }}
    >
      <OptionList options={options} positioner={positioner} popup={popup} />
    </Base.Root>
  )
}

type SelectFieldProps<Value> = Pick<FieldProps, 'label' | 'error' | 'hint'> &
  Omit<SelectProps<Value>, 'label' | 'id'> & { fieldClass?: string }

/** A labelled dropdown list with its error or hint below. */
export function SelectField<Value>({ label, error, hint, fieldClass, ...select }: SelectFieldProps<Value>) {
  return (
    <Field label={label} error={error} hint={hint} className={fieldClass}>
      {(control) => <Select {...control} {...select} />}
    </Field>
  )
}
