import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface TabOption<Value extends string> {
  value: Value
  label: ReactNode
  count?: ReactNode
}

interface TabsProps<Value extends string> {
  value: Value
  onValueChange: (value: Value) => void
  options: readonly TabOption<Value>[]
  label: string
  /** `line`: the active tab is underlined. `chips`: round tabs, the active one dark. */
  variant?: 'line' | 'chips'
  /** Tabs that do not fit go to the next line; otherwise the list scrolls horizontally. */
  wraps?: boolean
  /** `vertical`: the list is a column at the left, and stays while the panel scrolls. */
  orientation?: 'horizontal' | 'vertical'
  className?: string
  children?: ReactNode
}

const LIST = { line: 'gap-1 border-b border-line pl-1', chips: 'gap-2' }
const TAB = {
  line: 'min-h-12 px-3.5 text-body font-semibold text-muted data-active:text-ink after:absolute after:inset-x-2.5 after:-bottom-px after:h-[3px] after:rounded-full data-active:after:bg-accent',
  chips:
    'min-h-11 rounded-full bg-sunk px-4 text-sm font-semibold text-muted hover:bg-line data-active:bg-ink data-active:text-paper',
}
const COUNT = 'figures min-w-5 rounded-full px-1.5 py-0.5 text-center text-xs font-bold leading-none'

/** A tab list; the panels are `TabPanel`s among the children. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { value, onValueChange, options, label, variant = 'line', wraps, className, children } = props
  const { orientation = 'horizontal' } = props
  const isVertical = orientation === 'vertical'
  return (
    <Base.Root
      value={value}
      onValueChange={(next: Value) => onValueChange(next)}
      orientation={orientation}
      className={cx(isVertical && 'grid grid-cols-[11rem_minmax(0,1fr)] gap-x-7', className)}
    >
      <Base.List
        aria-label={label}
        className={cx(
          'flex',
          isVertical
            ? 'sticky top-0 flex-col self-start'
            : wraps
              ? 'flex-wrap'
              : 'scroll-fade no-scrollbar overflow-x-auto',
          LIST[variant],
        )}
      >
        {options.map((option) => (
          <Base.Tab
            key={option.value}
            value={option.value}
            className={cx(
              'group relative inline-flex shrink-0 items-center gap-2 whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
              TAB[variant],
            )}
          >
            {option.label}
            {option.count !== undefined && (
              <span
                className={cx(COUNT, 'bg-card text-ink group-data-active:bg-accent group-data-active:text-on-accent')}
              >
                {option.count}
              </span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {children}
    </Base.Root>
  )
}

interface TabPanelProps {
  value: string
  /** Keeps the panel mounted, with its input, while another one is shown. */
  keepMounted?: boolean
  className?: string
  children: ReactNode
}

export function TabPanel({ value, keepMounted, className, children }: TabPanelProps) {
  return (
    <Base.Panel value={value} keepMounted={keepMounted} className={className}>
      {children}
    </Base.Panel>
  )
}
