import type { LucideProps } from 'lucide-react'

/** An icon of lucide-react as the build has it, drawn by one path (scripts/plugins.ts): a page has hundreds. */
export const icon =
  (name: string, path: string) =>
  ({ className, strokeWidth = 2, ...props }: LucideProps) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: hidden, or named by the one who gives it a role
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden={props.role === undefined || undefined}
      className={className ? `lucide-${name} ${className}` : `lucide-${name}`}
      {...props}
    >
      <path d={path} />
    </svg>
  )
