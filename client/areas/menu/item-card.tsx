import { Info, TriangleAlert, ZoomIn } from 'lucide-react'
import { memo } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { descriptionIn, nameIn, withUnbrokenUnits } from '#shared/domain/language.ts'
import { allergenWarning } from '#shared/domain/menu/allergens.ts'
import {
  ALCOHOL_TAGS,
  isSoldOut,
  knownTags,
  type Orderable,
  repeatsAllergens,
  type TagKey,
} from '#shared/domain/menu/filter.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { usePlace } from '../../lib/settings/settings.ts'
import { cx, language, t } from '../../ui/index.ts'
import { useMyAllergens, useWarningText } from '../allergens/index.ts'
import { DishStepper } from '../cart/index.ts'
import { DishPicture } from '../pictures/index.ts'
import { DishPrice } from '../prices/index.ts'

/** Classes for the picture and the text of a dish that is sold out today: grey, but readable. */
export const SOLD_OUT_CLASSES = {
  picture: 'sold-out-picture',
  text: 'text-muted',
}

/** The badge of a dish that is sold out today (docs/product/menu.md#menu-sold-out), or not served now. */
export function SoldOutBadge({ notNow }: Pick<Orderable, 'notNow'>) {
  return (
    <span className="inline-flex min-h-6 items-center rounded-full bg-sunk px-2.5 font-semibold text-small text-ink leading-none">
      {notNow ?? t('menu.soldOutToday')}
    </span>
  )
}

export function FewLeft({ item: { portionsLeft } }: { item: Pick<MenuItem, 'portionsLeft'> }) {
  if (portionsLeft === null) return null
  return <span className="ml-2 text-sm text-pending">{t('menu.onlyLeft', { count: portionsLeft })}</span>
}

const ROUND = 'touch z-1 place-items-center rounded-full text-ink'

interface ItemCardProps {
  item: MenuItem & Orderable
  /** Whether the card is in the first view on every screen: its picture is then loaded eagerly. */
  isInFirstView: boolean
  /** Whether the heading of its category names its offer. */
  isOfferNamed?: boolean
}

/**
 * The card of a dish. On a phone, a row with the picture on the right and the "+" on its lower corner; from 768 px,
 * upright with the picture on top. The name is a button that covers the card, below all others of the card. The DOM
 * order is that of docs/product/menu.md#menu-card.
 */
export const ItemCard = memo(function ItemCard({ item, isInFirstView, isOfferNamed }: ItemCardProps) {
  usePlace()
  const name = nameIn(language, item)
  const description = descriptionIn(language, item)
  const soldOut = isSoldOut(item)
  return (
    <li
      id={dishElementId(item.id)}
      className={cx(
        'dish card-face shadow-soft',
        // Cards in the first view have their real height at once, so that nothing below them moves.
        !isInFirstView && 'dish-off-screen',
      )}
    >
      <DishPicture
        dish={item}
        sizes="(min-width: 768px) 352px, 228px"
        eager={isInFirstView}
        preview
        className={cx(
          'col-start-2 row-start-1 size-(--picture) rounded-control md:h-[172px] md:w-full md:shrink-0 md:rounded-t-[17px] md:rounded-b-none',
          soldOut && SOLD_OUT_CLASSES.picture,
        )}
      >
        <button
          type="button"
          aria-label={t('menu.enlarge', { name })}
          title={t('menu.enlarge', { name })}
          onClick={() => openDialog('menu', { kind: 'zoom', item })}
          className={cx(
            ROUND,
            'absolute! top-1.5 right-1.5 grid size-[30px] bg-card shadow-soft hover:bg-sunk md:top-2.5 md:right-2.5 md:size-9',
          )}
        >
          <ZoomIn className="size-4" />
        </button>
      </DishPicture>
      <div className="col-start-1 row-start-1 flex min-w-0 flex-col md:flex-1 md:px-4 md:pt-3 md:pb-4">
        <div className="flex items-start gap-1.5">
          <h3
            className={cx(
              'display min-w-0 text-pretty text-name leading-tight md:text-xl',
              soldOut && SOLD_OUT_CLASSES.text,
            )}
          >
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => openDialog('menu', { kind: 'about', item })}
              className="text-left after:absolute after:inset-0 after:rounded-card"
            >
              {name}
            </button>
          </h3>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={t('menu.about', { name })}
            title={t('menu.about', { name })}
            onClick={() => openDialog('menu', { kind: 'facts', item })}
            className={cx(ROUND, '-my-1 grid size-7 shrink-0 bg-sunk hover:bg-line')}
          >
            <Info className="size-4" />
          </button>
        </div>
        <DishBadges item={item} />
        {description && (
          <p className="mt-1 line-clamp-2 text-sm leading-[1.35] text-muted">{withUnbrokenUnits(description)}</p>
        )}
        <div className="mt-auto flex min-h-7 shrink-0 pt-1.5 flex-wrap content-center items-center gap-y-1 md:h-[62px] md:pt-4">
          <DishPrice
            dish={item}
            isNamed={isOfferNamed}
            className={cx(
              'text-name font-bold leading-none md:text-lg',
              soldOut && cx('mr-2.5', SOLD_OUT_CLASSES.text),
            )}
          >
            {soldOut ? <SoldOutBadge notNow={item.notNow} /> : <FewLeft item={item} />}
          </DishPrice>
        </div>
      </div>
      <DishStepper item={item} className="dish-adds" />
    </li>
  )
})

export function dishElementId(id: number): string {
  return `dish-${id}`
}

/** Each badge's touch area extends over the text around it, but not over the next badge: of the row, and of a badge. */
export const BADGE_ROW = 'pointer-events-none relative isolate z-1 flex gap-[5px]'
const BADGE_TOUCH = 'pointer-events-auto touch after:-z-1'
const TAG_CLASSES: Partial<Record<TagKey, string>> = {
  vegan: 'bg-ready-soft text-ready',
  vegetarian: 'bg-ready-soft text-ready',
  healthy: 'bg-ready-soft text-ready',
  fresh: 'bg-ready-soft text-ready',
  spicy: 'bg-accent-soft text-accent',
  special: 'bg-pending-soft text-pending',
  premium: 'bg-pending-soft text-pending',
}

/** A badge for each tag, which opens its explanation; "18+" stands beside alcohol and beer. */
export function TagBadges({ tags, onTag }: { tags: readonly TagKey[]; onTag: (tag: TagKey) => void }) {
  const adultsOnly = tags.find((tag) => ALCOHOL_TAGS.includes(tag))
  const badge = (tag: TagKey, colour = 'bg-sunk text-muted', age?: string) => {
    const name = t(`menu.tags.${tag}`)
    const meaning = t('menu.aboutTag', { tag: name })
    return (
      <button
        key={age ?? tag}
        type="button"
        aria-label={age ? `${age}: ${meaning}` : meaning}
        onClick={() => onTag(tag)}
        className={cx('dish-badge whitespace-nowrap', BADGE_TOUCH, colour)}
      >
        {age ?? name}
      </button>
    )
  }
  return (
    <>
      {adultsOnly && badge(adultsOnly, 'bg-cancelled-soft text-cancelled', t('menu.adultsOnly'))}
      {tags.map((tag) => badge(tag, TAG_CLASSES[tag]))}
    </>
  )
}

/** The allergens of a dish in one badge, and its other tags (docs/product/menu.md#menu-card-allergens). */
export function DishBadges({ item }: { item: MenuItem }) {
  const about = () => openDialog('menu', { kind: 'about', item })
  const tags = knownTags(item.tags).filter((tag) => !repeatsAllergens(tag, item.allergenCodes))
  const warningText = useWarningText()
  const warning = allergenWarning(item, useMyAllergens())
  const isCertain = warning?.kind === 'contains'
  const names = item.allergenCodes
    .filter((code) => !(isCertain && warning.codes.includes(code)))
    .map((code) => t(`menu.allergens.${code}`))
  // The dot stays with the name before it.
  const named = names.join('\u00a0· ')
  return (
    <>
      {warning && (
        <div className={cx('mt-1.5', BADGE_ROW)}>
          <button
            type="button"
            onClick={about}
            className={cx(
              BADGE_TOUCH,
              'dish-badge',
              isCertain ? 'bg-cancelled text-card' : 'bg-pending-soft text-pending',
            )}
          >
            <TriangleAlert className="size-3.5 shrink-0" />
            <span className="line-clamp-3 break-words">{warningText(warning)}</span>
          </button>
        </div>
      )}
      {(tags.length > 0 || named) && (
        <div className={cx('mt-1.5 flex-wrap', BADGE_ROW)}>
          <TagBadges tags={tags} onTag={(tag) => openDialog('menu', { kind: 'tag', tag })} />
          {named && (
            <button
              type="button"
              aria-label={`${t('menu.allergensTitle')}: ${names.join(', ')}`}
              onClick={about}
              className={cx('dish-badge bg-sunk text-muted', BADGE_TOUCH)}
            >
              {named}
            </button>
          )}
        </div>
      )}
    </>
  )
}
