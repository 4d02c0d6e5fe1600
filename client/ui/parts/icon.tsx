import type { LucideProps } from 'lucide-react'

/** An icon of lucide-react as the build has it, drawn by one path (scripts/plugins.ts): a page has hundreds. */
export const icon =
  (name: string, path: string) =>
  ({ className, strokeWidth = 2, ...props }: LucideProps) => (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className ? `lucide-${name} ${className}` : `lucide-${name}`}
      {...props}
    >
      <path d={path} />
    </svg>
  )
