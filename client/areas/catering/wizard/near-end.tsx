import { useNear } from '../../../ui/use-near.ts'

/**
 * The end of a list that is rendered in parts; calls `onNear` when it is near the viewport. Give it a new `key` for
 * each part.
 */
export function NearEnd({ onNear }: { onNear: () => void }) {
  return <li ref={useNear<HTMLLIElement>(onNear, 1500)} aria-hidden="true" className="h-px" />
}
