import { lazy, Suspense } from 'react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { useIdleOrTouched } from '../../lib/loading/use-idle-or-touched.ts'
import { Plate } from '../../ui/parts/plate.tsx'
import type { PlatedDish } from './motif.tsx'
import { Picture, type PictureProps } from './picture.tsx'

export interface PicturedDish extends PlatedDish {
  id: number
  imageUrl: string
}

type DishPictureProps = Omit<PictureProps, 'url' | 'placeholder'> & { dish: PicturedDish }

/**
 * A dish's picture, or a drawn plate if there is none or it fails to load. Decorative unless `alt` is set, because the
 * dish's name is beside it.
 */
export function DishPicture({ dish, ...rest }: DishPictureProps) {
  return <Picture url={dish.imageUrl} placeholder={<DishPlate dish={dish} />} {...rest} />
}

const Motif = lazy(importWithRetry(() => import('./motif.tsx')))

/** A plate, and what fits the dish on it: that is not in the first view, because few dishes have no picture. */
function DishPlate({ dish }: { dish: PicturedDish }) {
  const isLater = useIdleOrTouched()
  return (
    <Plate tint={dish.id} className="size-full">
      <Suspense fallback={null}>{isLater && <Motif dish={dish} />}</Suspense>
    </Plate>
  )
}
