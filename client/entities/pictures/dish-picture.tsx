import { type Motif, Plate } from '../../ui/parts/plate.tsx'
import { Picture, type PictureProps } from './picture.tsx'

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

type DishPictureProps = Omit<PictureProps, 'url' | 'placeholder'> & { dish: PicturedDish }

/**
 * A dish's picture, or a drawn plate where there is none or it fails to load. Decoration unless `alt` says what it is:
 * the name stands beside it.
 */
export function DishPicture({ dish, ...rest }: DishPictureProps) {
  return (
    <Picture
      url={dish.imageUrl}
      placeholder={<Plate tint={dish.id} motif={motifOf(dish)} className="size-full" />}
      {...rest}
    />
  )
}

function motifOf({ id, tags }: PicturedDish): Motif {
  const motifs = MOTIFS_OF_TAG.find(([tag]) => tags.includes(tag))?.[1] ?? OTHERWISE
  return motifs[id % motifs.length] ?? 'cloche'
}
