import pLimit from 'p-limit'
import { type PictureStore, type PictureStoreOptions, storeDrawing } from '#server/platform/files/index.ts'
import { pictureUrl } from '#shared/domain/menu/pictures.ts'
import { bannerPicture } from './artwork/banner.ts'
import { dishPicture } from './artwork/dish-picture.ts'
import { unloadIcons } from './artwork/icons.ts'
import { sampleMenu } from './menu/index.ts'
import { samplePromotions } from './promotions.ts'

/** The `imageUrl` of every dish by its Romanian name, and of every promotion by its Romanian title. */
export type SamplePictures = ReadonlyMap<string, string>

// More would only use more memory: each picture is encoded in four widths.
const MAX_CONCURRENT = 2

/** Draws and stores all pictures of the sample. Pictures that are stored already are not drawn again. */
export async function drawPictures(
  store: PictureStore,
  beforeStore: PictureStoreOptions['beforeStore'],
): Promise<SamplePictures> {
  const limit = pLimit(MAX_CONCURRENT)
  const drawOne = async ({ name, svg }: Drawing) =>
    [name, pictureUrl(await storeDrawing(store, svg(), beforeStore))] as const
  const urls = await Promise.all(drawings().map((drawing) => limit(drawOne, drawing)))
  unloadIcons()
  return new Map(urls)
}

interface Drawing {
  /** Romanian name of the dish, or Romanian title of the promotion. */
  name: string
  svg: () => string
}

function drawings(): Drawing[] {
  const dishes = sampleMenu.flatMap(({ dishes, servedOn = 'plate' }) => dishes.map((dish) => ({ dish, servedOn })))
  return [
    ...dishes.map(({ dish, servedOn }, i) => ({
      name: dish.nameRo,
      svg: () => dishPicture(dish.artwork, servedOn, i),
    })),
    ...samplePromotions.map(({ titleRo, icon }) => ({ name: titleRo, svg: () => bannerPicture(icon) })),
  ]
}
