import type { ComponentProps } from 'react'
import { Plate } from '../../ui/parts/plate.tsx'
import { Picture } from '../pictures/index.ts'

type PromotionPictureProps = Omit<ComponentProps<typeof Picture>, 'url' | 'placeholder'> & {
  promotion: { id: number; imageUrl: string }
  /** The background of a plate: its own tint, or what is behind it. */
  plateGround?: string
}

/** A promotion's picture, or a drawn plate if there is none or it fails to load. Decorative: its title is beside it. */
export function PromotionPicture({ promotion: { id, imageUrl }, plateGround, ...rest }: PromotionPictureProps) {
  const plate = <Plate tint={id} className={`size-full ${plateGround ?? ''}`} />
  return <Picture url={imageUrl} placeholder={plate} {...rest} />
}
