import { CircleHelp } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Badge, Card } from '../../ui/index.ts'

interface DecisionCardProps {
  /** Why somebody is asked, in a few words. */
  mark: string
  /** Which one it is, small. */
  about: string
  title: string
  /** What has happened, and what to look at first. */
  text: ReactNode
  /** Shows the paper. */
  paper?: ReactNode
  /** The decisions, as buttons. */
  children: ReactNode
}

/** Asks what became of a paper (docs/product/printers.md#printers-decide). */
export function DecisionCard({ mark, about, title, text, paper, children }: DecisionCardProps) {
  const titleId = useId()
  return (
    <Card className="border-2! border-accent! p-4 sm:p-5">
      <section aria-labelledby={titleId}>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <Badge tone="accent" className="shrink-0">
            <CircleHelp className="size-3.5" />
            {mark}
          </Badge>
          <span className="min-w-0 text-muted text-sm">{about}</span>
        </div>
        <h3 id={titleId} className="display mt-3 text-lg leading-tight">
          {title}
        </h3>
        <div className="mt-1 text-body text-muted">{text}</div>
        {paper}
        <div className="mt-4 flex flex-col gap-2.5 empty:hidden">{children}</div>
      </section>
    </Card>
  )
}
