import { type Motif, Plate } from '../../ui/parts/plate.tsx'
import { Picture, type PictureProps } from './picture.tsx'

export interface PicturedDish {
  id: number
  imageUrl: string
  tags: readonly string[]
}

// The first match determines the drawing. Drinks precede food, so that an Irish coffee does not show a leaf.
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
const DEFAULT_MOTIFS: readonly Motif[] = ['cloche', 'bowl']

type DishPictureProps = Omit<PictureProps, 'url' | 'placeholder'> & { dish: PicturedDish }

/**
 * A dish's picture, or a drawn plate if there is none or it fails to load. Decorative unless `alt` is set, because the
 * dish's name is beside it.
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
  const motifs = MOTIFS_OF_TAG.find(([tag]) => tags.includes(tag))?.[1] ?? DEFAULT_MOTIFS
  return motifs[id % motifs.length] ?? 'cloche'
}
