import { useNear } from '../../../ui/use-near.ts'

/** Stands at the end of a list that is drawn in parts, and tells when that comes near. A new one for each part. */
export function EndNear({ onNear }: { onNear: () => void }) {
  return <li ref={useNear<HTMLLIElement>(onNear, 1500)} aria-hidden="true" className="h-px" />
}
