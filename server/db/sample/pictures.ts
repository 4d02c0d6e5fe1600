import { type PictureStore, storeDrawing, type TakingIn } from '#server/platform/files/index.ts'
import { pictureUrl } from '#shared/domain/pictures.ts'
import { bannerPicture } from './artwork/banner.ts'
import { dishPicture } from './artwork/dish-picture.ts'
import { forgetIcons } from './artwork/icons.ts'
import { sampleMenu } from './menu/index.ts'
import { samplePromotions } from './promotions.ts'

/** The `imageUrl` of every dish by its Romanian name, and of every promotion by its Romanian title. */
export type SamplePictures = ReadonlyMap<string, string>

// More would only hold more of them in memory: each is encoded in four widths at once.
const AT_ONCE = 2

/** Draws, notes and stores all the sample's pictures; those that are stored already are left as they are. */
export async function drawPictures(store: PictureStore, note: TakingIn['note']): Promise<SamplePictures> {
  const left = drawings()
  const drawn = new Map<string, string>()
  const drawSome = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      drawn.set(next.of, pictureUrl(await storeDrawing(store, next.svg(), note)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, drawSome))
  forgetIcons()
  return drawn
}

function drawings(): { of: string; svg: () => string }[] {
  const dishes = sampleMenu.flatMap(({ dishes, servedOn = 'plate' }) => dishes.map((dish) => ({ dish, servedOn })))
  return [
    ...dishes.map(({ dish, servedOn }, i) => ({
      of: dish.nameRo,
      svg: () => dishPicture(dish.artwork, servedOn, i),
    })),
    ...samplePromotions.map(({ titleRo, icon }) => ({ of: titleRo, svg: () => bannerPicture(icon) })),
  ]
}
