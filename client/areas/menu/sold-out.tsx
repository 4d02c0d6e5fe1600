import { useTranslation } from 'react-i18next'

/** Classes for the picture and the text of a dish that is sold out today: grey, but readable. */
export const SOLD_OUT_CLASSES = {
  picture: '[&_img]:grayscale [&_svg]:grayscale [&_img]:opacity-60',
  text: 'text-muted',
}

/** The badge of a dish that is sold out today (docs/product/menu.md#menu-sold-out). */
export function SoldOutBadge() {
  const { t } = useTranslation()
  return (
    <span className="inline-flex min-h-6 items-center rounded-full bg-sunk px-2.5 font-semibold text-[12px] text-ink leading-none">
      {t('menu.soldOutToday')}
    </span>
  )
}
