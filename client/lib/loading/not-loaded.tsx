import { Skeleton } from '../../ui/parts/loading.tsx'
import { LoadFailure } from '../../ui/parts/notice.tsx'
import { useTranslation } from '../../ui/translation.ts'
import { errorMessage } from '../api/request-error.ts'

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
  const { t } = useTranslation()
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
