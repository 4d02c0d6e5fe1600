import { useState } from 'react'
import { PICTURE_WIDTHS, pictureAt } from '#shared/domain/pictures.ts'
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

interface DishPictureProps {
  dish: PicturedDish
  /** How wide the picture is drawn before it is cropped, as `sizes` says it. */
  sizes: string
  className?: string
}

/** A dish's picture, or a drawn plate where there is none or it fails to load. Decoration: the name stands beside it. */
export function DishPicture({ dish, sizes, className }: DishPictureProps) {
  const [failed, setFailed] = useState<string>()
  if (!dish.imageUrl || failed === dish.imageUrl) {
    return <Plate tint={dish.id} motif={motifOf(dish)} className={className} />
  }
  return (
    <img
      src={dish.imageUrl}
      srcSet={widthsOf(dish.imageUrl)}
      sizes={sizes}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(dish.imageUrl)}
      className={`bg-sunk object-cover ${className ?? ''}`}
    />
  )
}

// A picture of somebody else's server has one width.
function widthsOf(url: string): string | undefined {
  const widths = PICTURE_WIDTHS.map((width) => [pictureAt(url, width), width] as const)
  return widths.every(([at]) => at === url) ? undefined : widths.map(([at, width]) => `${at} ${width}w`).join(', ')
}

function motifOf({ id, tags }: PicturedDish): Motif {
  const motifs = MOTIFS_OF_TAG.find(([tag]) => tags.includes(tag))?.[1] ?? OTHERWISE
  return motifs[id % motifs.length] ?? 'cloche'
}
