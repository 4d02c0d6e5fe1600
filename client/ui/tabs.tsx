import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cx } from './cx.ts'

export interface TabOption<Value extends string> {
  value: Value
  label: ReactNode
  count?: ReactNode
  /** Compact tabs leave out its number where it is narrow. */
  isMinor?: boolean
}

interface TabsProps<Value extends string> {
  /** Null while none is active. */
  value: Value | null
  onValueChange: (value: Value) => void
  options: readonly TabOption<Value>[]
  label: string
  /** `line`: the active tab is underlined. `chips`: round tabs, the active one dark. `rows`: a list, each over the width. */
  variant?: 'line' | 'chips' | 'rows'
  /** Chips that get closer where it is narrow, before they scroll. */
  compact?: boolean
  /** Tabs that do not fit go to the next line; otherwise the list scrolls, with the active tab in view. */
  wraps?: boolean
  /** `vertical`: the list is a column, of chips at the left, which stays while the panel scrolls. */
  orientation?: 'horizontal' | 'vertical'
  className?: string
  listClass?: string | undefined
  /** What stands behind the tabs in their line, and scrolls with them. */
  behind?: ReactNode
  children?: ReactNode
}

const LIST = {
  line: 'gap-1 border-b border-line',
  chips: 'gap-2',
  rows: 'divide-y divide-line card-face',
  compact: 'gap-1.5 @min-[68rem]:gap-2',
}
const CHIP =
  'rounded-full border border-edge text-ink hover:bg-sunk data-active:border-ink data-active:bg-ink data-active:text-paper'
const TAB = {
  line: 'tab-line min-h-11 gap-2 px-3.5 text-body text-muted data-active:text-ink',
  chips: `${CHIP} min-h-11 gap-2 px-4 text-sm`,
  rows: 'min-h-12 justify-between px-4 text-body',
  compact: `${CHIP} tab-compact min-h-11`,
}

/** A tab list; the panels are `TabPanel`s among the children. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { value, onValueChange, options, label, variant = 'line', compact, wraps, className, children } = props
  const { orientation = 'horizontal', listClass = variant === 'line' && 'pl-1', behind } = props
  const isVertical = orientation === 'vertical'
  const isBeside = isVertical && variant !== 'rows'
  const look = compact ? 'compact' : variant
  const line = useActiveInView(`${value} ${options[0]?.count !== undefined}`)
  const scrolls = 'scroll-fade no-scrollbar overflow-x-auto scroll-smooth'
  const lineClass = cx(
    'flex',
    isBeside ? 'sticky top-0 flex-col self-start' : isVertical ? 'flex-col' : wraps ? 'flex-wrap' : scrolls,
    LIST[look],
    listClass,
  )
  const list = (
    <Base.List
      ref={behind ? undefined : line}
      aria-label={label}
      className={behind ? cx('flex shrink-0', LIST[look]) : lineClass}
    >
      {options.map((option) => (
        <Base.Tab
          key={option.value}
          value={option.value}
          className={cx(
            'relative inline-flex shrink-0 items-center whitespace-nowrap font-semibold',
            'focus-visible:-outline-offset-2',
            TAB[look],
          )}
        >
          {option.label}
          {option.count !== undefined && (
            <span className={cx('count-badge bg-sunk text-ink', compact && option.isMinor && '@max-[60rem]:hidden')}>
              {option.count}
            </span>
          )}
        </Base.Tab>
      ))}
    </Base.List>
  )
  return (
    <Base.Root
      value={value}
      onValueChange={(next: Value) => onValueChange(next)}
      orientation={orientation}
      className={cx(isBeside && 'grid grid-cols-[11rem_minmax(0,1fr)] gap-x-7', className)}
    >
      {behind ? (
        <div ref={line} className={lineClass}>
          {list}
          {behind}
        </div>
      ) : (
        list
      )}
      {children}
    </Base.Root>
  )
}

/** Keeps the active tab in view, also when the list gets narrower or `change` says that tabs have other widths. */
function useActiveInView(change: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change scrolls the list.
  useEffect(() => {
    // Just before the frame, whose layout it then uses: measuring earlier costs one more layout of the new tab.
    const frame = requestAnimationFrame(() => scrollToActive(list.current))
    return () => cancelAnimationFrame(frame)
  }, [change])
  useEffect(() => {
    if (!list.current) return
    let lastWidth: number | undefined
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width
      if (lastWidth !== undefined && width !== lastWidth) scrollToActive(list.current)
      lastWidth = width
    })
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [])
  return list
}

function scrollToActive(list: HTMLElement | null): void {
  const tab = list?.querySelector('[aria-selected=true]')
  if (!list || !tab) return
  const [tabBox, listBox] = [tab.getBoundingClientRect(), list.getBoundingClientRect()]
  // scrollIntoView would scroll the page, too.
  list.scrollBy({ left: tabBox.left + tabBox.width / 2 - listBox.left - listBox.width / 2 })
}

export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return (
    <Base.Panel value={value} className={className}>
      {children}
    </Base.Panel>
  )
}
