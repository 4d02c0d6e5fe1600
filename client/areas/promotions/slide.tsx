import type { ShownPromotion } from '#shared/contracts/promotions.ts'
import { descriptionIn, type Language, titleIn } from '#shared/domain/language.ts'
import { PromotionPicture } from './promotion-picture.tsx'

/** The height of a slide, the same on every page and while it loads. */
export const SLIDE_HEIGHT = 'h-[132px] md:h-[176px] lg:h-[200px]'

interface SlideProps {
  promotion: ShownPromotion
  language: Language
  eager: boolean
}

/** A promotion: the picture on the right, and the text on the left on a background that keeps it legible. */
export function Slide({ promotion, language, eager }: SlideProps) {
  const title = titleIn(language, promotion)
  const description = descriptionIn(language, promotion)
  return (
    <div className="relative h-full promotion-ground overflow-hidden rounded-card text-on-promotion">
      <div className="promotion-picture absolute inset-y-0 right-0 w-[352px] max-w-full md:w-[469px] lg:w-[533px]">
        <PromotionPicture
          promotion={promotion}
          sizes="(min-width: 1024px) 533px, (min-width: 768px) 469px, 352px"
          plateGround="bg-transparent! justify-items-end! pr-4 md:pr-14"
          eager={eager}
          preview
          ground="bg-transparent"
          className="size-full"
        />
      </div>
      <div className="absolute inset-y-0 left-0 flex w-[64%] flex-col pt-3.5 pl-[18px] md:w-[60%] md:justify-center md:pt-0 md:pb-6 md:pl-8 lg:pl-10">
        <h2
          title={title}
          className="display line-clamp-2 text-balance text-[20px] leading-[1.15] md:text-[27px] lg:text-[31px]"
        >
          {title}
        </h2>
        <p
          title={description}
          className="mt-1 line-clamp-2 text-pretty text-[13px] leading-[1.35] md:mt-2 md:text-[15px]"
        >
          {description}
        </p>
      </div>
    </div>
  )
}
