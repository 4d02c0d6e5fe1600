import { useState } from 'react'
import { type Motif, Plate } from '../ui/plate.tsx'

export interface PicturedDish {
  id: number
  imageUrl: string
  tags: readonly string[]
}

// The first tag that a dish carries decides; drinks before food, so that an Irish coffee is not a leaf.
const MOTIFS_OF_TAG: [string, readonly Motif[]][] = [
  ['alcohol', ['glass']],
  ['beer', ['glass']],
  ['caffeine', ['cup']],
  ['pui', ['drumstick']],
  ['carne', ['steak']],
  ['spicy', ['chili']],
  ['vegan', ['leaf', 'sprig', 'bowl']],
  ['vegetarian', ['leaf', 'mushroom', 'sprig']],
]
const OTHERWISE: readonly Motif[] = ['cloche', 'bowl']

/** A dish's picture, or a drawn plate where there is none or it fails to load. Decoration: the name stands beside it. */
export function DishPicture({ dish, className }: { dish: PicturedDish; className?: string }) {
  const [failed, setFailed] = useState<string>()
  if (!dish.imageUrl || failed === dish.imageUrl) {
    return <Plate tint={dish.id} motif={motifOf(dish)} className={className} />
  }
  return (
    <img
      src={dish.imageUrl}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(dish.imageUrl)}
      className={`bg-sunk object-cover ${className ?? ''}`}
    />
  )
}

function motifOf({ id, tags }: PicturedDish): Motif {
  const motifs = MOTIFS_OF_TAG.find(([tag]) => tags.includes(tag))?.[1] ?? OTHERWISE
  return motifs[id % motifs.length] ?? 'cloche'
}
