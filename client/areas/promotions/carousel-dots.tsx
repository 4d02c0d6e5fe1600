import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'

interface CarouselDotsProps {
  total: number
  selected: number
  /** Undefined until the carousel can move. */
  onChoose: ((index: number) => void) | undefined
}

const POSITION_CLASSES = 'absolute bottom-0.5 left-[15px] md:bottom-2.5 md:left-[29px] lg:left-[37px]'

/**
 * A dot for each slide, which shows it. With many slides the dots are close together; the arrows are an alternative.
 */
export function CarouselDots({ total, selected, onChoose }: CarouselDotsProps) {
  const { t } = useTranslation()
  return (
    <div className={cx(POSITION_CLASSES, 'flex max-w-[calc(100%-110px)] overflow-hidden')}>
      {Array.from({ length: total }, (_, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is identified by its position
          key={index}
          type="button"
          aria-label={t('promotions.place', { number: index + 1, total })}
          aria-current={index === selected || undefined}
          disabled={!onChoose}
          onClick={() => onChoose?.(index)}
          className="group grid h-11 w-6 min-w-0 place-items-center pt-5"
        >
          <span
            className={cx(
              'h-1.5 rounded-full transition-[width,background-color]',
              index === selected ? 'w-[18px] bg-on-promotion' : 'w-1.5 bg-on-promotion/65 group-hover:bg-on-promotion',
            )}
          />
        </button>
      ))}
    </div>
  )
}
