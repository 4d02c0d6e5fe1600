import { type ComponentProps, type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { Button, Skeleton, Spinner } from '../../ui/parts/button.tsx'
import { LoadFailure } from '../../ui/parts/notice.tsx'
import { t } from '../../ui/translation.ts'
import { errorMessage } from '../api/request-error.ts'

interface ScrolledListProps<Item> {
  items: readonly Item[]
  /** The number of rows rendered at first, and added each time that the end is near. */
  step: number
  /** Rendered at least, wherever one has scrolled to. */
  least?: number
  label: string
  className: string
  children: (item: Item) => ReactNode
}

/** A long list, rendered as one scrolls. */
export function ScrolledList<Item>({ items, step, least = 0, label, className, children }: ScrolledListProps<Item>) {
  const [scrolled, setScrolled] = useState(step)
  const count = Math.max(scrolled, least)
  return (
    <ul aria-label={label} className={className}>
      {items.slice(0, count).map(children)}
      {items.length > count && (
        <NearEnd key={count} as="li" onNear={() => startTransition(() => setScrolled(count + step))} />
      )}
    </ul>
  )
}

interface NearEndProps extends Pick<ComponentProps<'div'>, 'className' | 'style'> {
  as?: 'li' | 'div'
  onNear: () => void
}

/** The end of a list that is rendered in parts, each with a `key`; calls `onNear` when it is near the viewport. */
export function NearEnd({ as: End = 'div', onNear, className = 'h-px', style }: NearEndProps) {
  const ref = useRef<HTMLDivElement & HTMLLIElement>(null)
  const latestOnNear = useRef(onNear)
  latestOnNear.current = onNear
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latestOnNear.current()
      },
      { rootMargin: '1000px' },
    )
    if (ref.current) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return <End ref={ref} aria-hidden="true" className={className} style={style} />
}

interface MorePagesProps {
  list: {
    error: unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  /** What the button says. */
  more: string
  /** Whether another search is loading; undefined in a list that is not searched. */
  isSearching?: boolean
}

/** Below a list that is fetched page by page: the button that fetches the next one, and what failed. */
export function MorePages({ list, more, isSearching }: MorePagesProps) {
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  return (
    <>
      {isSearching !== undefined && (
        // It keeps the room of its spinner.
        <div role="status" className="mt-4 flex min-h-11 items-center justify-center text-muted">
          {isSearching && <Spinner className="size-5" />}
        </div>
      )}
      <p role="alert" className="mt-3 text-center text-cancelled text-sm empty:hidden">
        {isFetchNextPageError && <span>{t('common.loadFailed')} </span>}
        {error ? errorMessage(error) : null}
      </p>
      {hasNextPage && !isSearching && (
        <p className="mt-4 text-center">
          <Button variant="outline" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {more}
          </Button>
        </p>
      )}
    </>
  )
}

interface Query {
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

interface NotLoadedProps {
  queries: readonly Query[]
  label?: string
  /** The class of each shape that stands for the content. */
  shapes: readonly string[]
  className?: string
}

/** In place of what is not loaded: why it failed, with a retry, or its shape while it loads. */
export function NotLoaded({ queries, label, shapes, className }: NotLoadedProps) {
  const failed = queries.filter(({ error, isFetching }) => error && !isFetching)
  if (failed.length > 0) {
    const retry = () => failed.forEach(({ refetch }) => void refetch())
    return <LoadFailure description={errorMessage(failed[0]?.error)} onRetry={retry} />
  }
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label ?? t('common.loading')}</span>
      {shapes.map((shape, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes never change.
        <Skeleton key={i} className={shape} />
      ))}
    </div>
  )
}

export const shapeRows = (count: number, shape: string): string[] => Array.from({ length: count }, () => shape)

/** Calls `then` after the next frame, which earlier work would delay. @returns a function that cancels it */
export function afterPaint(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(then)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Whether the component's first frame was painted: what it need not have is rendered after it. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])
  return isPainted
}
