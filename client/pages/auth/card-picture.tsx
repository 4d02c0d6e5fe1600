import { Smile } from 'lucide-react'
import { useState } from 'react'

/** The house's sign on the sign-in card; a face where it fails to load. Decoration. */
export function CardPicture() {
  const [failed, setFailed] = useState(false)
  if (failed) {
    return (
      <span className="grid size-14 shrink-0 place-items-center rounded-control bg-accent-soft text-accent">
        <Smile aria-hidden="true" className="size-7" />
      </span>
    )
  }
  return <img src="/icon.svg" alt="" onError={() => setFailed(true)} className="size-14 shrink-0 rounded-control" />
}
