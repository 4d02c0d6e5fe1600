import { ArrowDown, ChevronDown, TriangleAlert, ZoomIn } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { descriptionIn, ingredientsIn, nameIn, withUnbrokenUnits } from '#shared/domain/language.ts'
import { allergenDeclaration } from '#shared/domain/menu/allergens.ts'
import { isSoldOut, knownTags, type Orderable, repeatsAllergens, type TagKey } from '#shared/domain/menu/filter.ts'
import { isCounted, kilojoules, NUTRIENTS, type Nutrient } from '#shared/domain/menu/nutrients.ts'
import { loweredPrice } from '#shared/domain/menu/offers.ts'
import { hasPortion } from '#shared/domain/menu/published-dish.ts'
import type { MoneyParts } from '#shared/domain/money.ts'
import { formatNumber } from '#shared/domain/numbers.ts'
import { cartCount, cartDishOf, type DishLine, keyOf, MAX_LINE_NOTES, optionIds } from '#shared/domain/orders/cart.ts'
import { roomForNote } from '#shared/domain/orders/cart-orders.ts'
import { cartOptions } from '#shared/domain/orders/cart-repair.ts'
import { useIsWide } from '../../lib/browser/environment.ts'
import { useTimesNote } from '../../lib/settings/hours-line.ts'
import { inParts, money } from '../../lib/settings/settings.ts'
import {
  Badge,
  Button,
  cx,
  Dialog,
  Drawer,
  language,
  Money,
  Stepper,
  SubjectDialog,
  TextArea,
  t,
} from '../../ui/index.ts'
import { askBeforeAdding, useMyAllergens } from '../allergens/index.ts'
import { activeCart, announceToScreenReader, ownLinesOf } from '../cart/index.ts'
import { DishPicture } from '../pictures/index.ts'
import { DishPrice } from '../prices/index.ts'
import { BADGE_ROW, FewLeft, TagBadges } from './item-card.tsx'
import { leadToGroup, OptionGroups, useChoice } from './option-groups.tsx'
import ZoomViewer from './zoom-viewer.tsx'

interface DishSheetProps {
  item: MenuItem & Orderable
  /** The line of this phone's cart that the sheet changes; without it, a dish with options is added once more. */
  line?: DishLine | undefined
  /** Whether the nutrition is unfolded at once. */
  showsNutrition?: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** All about a dish, and how it goes into the cart: a drawer on a phone, a dialog from 768 px. */
export default function DishSheet({ item, line: changed, showsNutrition, open, onOpenChange }: DishSheetProps) {
  const name = nameIn(language, item)
  const description = descriptionIn(language, item)
  // The allergens stand below the description already.
  const tags = knownTags(item.tags).filter((tag) => !repeatsAllergens(tag, item.allergenCodes))
  const line = useChosenLine(item, changed)
  const hasOptions = item.optionGroupIds.length > 0
  const [isZoomed, setZoomed] = useState(false)
  const [shownTag, setShownTag] = useState<TagKey | null>(null)
  const soldOut = isSoldOut(item)
  const timesNote = useTimesNote()
  // A set menu is not one dish, so nothing is drawn for it.
  const hasPicture = !item.isSetMenu || item.imageUrl !== ''
  const Surface = useIsWide() ? Dialog : Drawer
  return (
    <Surface
      open={open}
      onOpenChange={onOpenChange}
      title={name}
      picture={
        !hasPicture ? undefined : (
          <DishPicture
            dish={item}
            sizes="(min-width: 768px) 597px, 134vw"
            eager
            // The picture of the card, which the browser has in its cache.
            preview={item.imageUrl}
            // Where there is something to choose, the choice begins in sight.
            className={hasOptions ? 'aspect-5/2' : 'aspect-4/3'}
          >
            <button
              type="button"
              aria-label={t('menu.enlarge', { name })}
              title={t('menu.enlarge', { name })}
              onClick={() => setZoomed(true)}
              className="disc absolute! touch right-4 bottom-4 size-10 bg-sunk shadow-soft hover:bg-line"
            >
              <ZoomIn className="size-5" />
            </button>
          </DishPicture>
        )
      }
      footer={
        soldOut ? (
          <p className="py-3 text-center font-semibold text-muted">
            {item.notNow ?? t('menu.soldOutToday')}
            {item.notNow && timesNote && <span className="block font-normal text-sm">{timesNote}</span>}
          </p>
        ) : (
          <Footer item={item} name={name} line={line} onDone={() => onOpenChange(false)} />
        )
      }
    >
      <p className={hasPicture ? undefined : 'mt-4'}>
        <DishPrice dish={{ ...item, fromPrice: null }} className="font-bold text-name">
          {!soldOut && <FewLeft item={item} />}
        </DishPrice>
      </p>
      <div className="flex flex-col gap-5 pt-3 pb-5">
        {description && <p className="text-body text-muted">{withUnbrokenUnits(description)}</p>}
        <DishAllergens item={item} />
        {tags.length > 0 && (
          <div className={cx(BADGE_ROW, 'flex-wrap')}>
            <TagBadges tags={tags} onTag={setShownTag} />
          </div>
        )}
        {hasOptions && !soldOut && <OptionGroups item={item} choice={line.choice} />}
        {hasOptions && !soldOut && <Note name={name} line={line} />}
        <DishFacts item={item} showsNutrition={showsNutrition} />
        {!hasOptions && !soldOut && <Note name={name} line={line} />}
      </div>
      <SubjectDialog subject={isZoomed}>
        {(_, open) => <ZoomViewer item={item} open={open} onOpenChange={setZoomed} />}
      </SubjectDialog>
      <SubjectDialog subject={shownTag}>
        {(tag, isTagOpen) => <TagDialog tag={tag} open={isTagOpen} onOpenChange={() => setShownTag(null)} />}
      </SubjectDialog>
    </Surface>
  )
}

export function TagDialog({ tag, ...dialog }: { tag: TagKey; open: boolean; onOpenChange: (open: boolean) => void }) {
  return <Dialog {...dialog} title={t(`menu.tags.${tag}`)} description={t(`menu.tagMeanings.${tag}`)} />
}

/** A line as chosen in the sheet: its quantity, note and options. */
function useChosenLine(item: MenuItem, changed: DishLine | undefined) {
  // A dish without options that is in the cart once is changed there.
  const [inCart] = useState(() => {
    const [first, ...others] = item.optionGroupIds.length === 0 ? ownLinesOf(item.id) : []
    return changed ?? (others.length === 0 ? first : undefined)
  })
  const [quantity, setQuantity] = useState(inCart?.quantity ?? 1)
  const [notes, setNotes] = useState(inCart?.notes ?? '')
  const choice = useChoice(item, inCart && optionIds(inCart.options))
  return { inCart, quantity, notes, setQuantity, setNotes, choice }
}
type ChosenLine = ReturnType<typeof useChosenLine>

function Note({ name, line: { inCart, notes, setNotes } }: { name: string; line: ChosenLine }) {
  const { lines, others } = activeCart()
  const room = roomForNote(inCart, lines(), others?.())
  // An existing note may stay, even if it exceeds the room.
  const maxLength = Math.max(inCart?.notes?.length ?? 0, Math.min(MAX_LINE_NOTES, room))
  return (
    <section>
      <TextArea
        rows={1}
        aria-label={t('cart.noteFor', { name })}
        placeholder={t('menu.dish.note')}
        maxLength={maxLength}
        value={notes}
        onChange={({ target }) => setNotes(target.value)}
        className="field-sizing-content max-h-40 resize-none!"
      />
      {maxLength < MAX_LINE_NOTES && (
        <p role="status" className="mt-1 text-small text-muted">
          {notes.length >= maxLength && t('cart.notesFull')}
        </p>
      )}
    </section>
  )
}

interface FooterProps {
  item: MenuItem
  name: string
  line: ChosenLine
  onDone: () => void
}

/** Stepper and button, which updates or removes a line of the cart, or leads to what must still be chosen. */
function Footer({ item, name, line, onDone }: FooterProps): ReactNode {
  const { inCart, quantity, notes, setQuantity, choice } = line
  const { groups, missing, chosen } = choice
  const sum = (loweredPrice(item.price, item.offer) + choice.price) * quantity
  const replaced = inCart && keyOf(inCart)
  const inOtherLines = cartCount(ownLinesOf(item.id).filter((other) => keyOf(other) !== replaced))
  const total = money(sum)

  function put() {
    const options = cartOptions(groups ?? [], chosen)
    if (!activeCart().put({ dish: cartDishOf(item), quantity, notes: notes.trim(), options }, replaced)) return
    const said = quantity === 0 ? 'cart.removed' : inCart ? 'cart.changed' : 'cart.added'
    announceToScreenReader(t(said, { name, count: quantity }))
    onDone()
  }

  /** About what the guest has chosen, they were asked. */
  function askAndPut() {
    const allergenCodes = [...new Set([...item.allergenCodes, ...choice.unaskedAllergens])]
    askBeforeAdding({ ...item, allergenCodes, requiredAllergenCodes: [] }, put)
  }

  if (!groups)
    return (
      <Button size="large" variant="outline" className="w-full" pending={!choice.retry} onClick={choice.retry}>
        {t(choice.retry ? 'common.tryAgain' : 'common.loading')}
      </Button>
    )
  const [next] = quantity > 0 ? missing : []
  const slots = groups.filter(({ min }) => min > 0).length
  return (
    <>
      {next && item.isSetMenu && <Progress done={slots - missing.length} of={slots} price={inParts(sum)} />}
      <div className="flex items-center gap-3">
        {!(next && item.isSetMenu) && (
          <Stepper
            name={name}
            quantity={quantity}
            max={hasPortion(item, quantity + inOtherLines) ? undefined : quantity}
            min={inCart ? 0 : 1}
            onChange={setQuantity}
          />
        )}
        {next ? (
          <Button size="large" variant="outline" className="min-w-0 flex-1 px-3" onClick={() => leadToGroup(next)}>
            <span className="min-w-0 leading-tight">
              {t('menu.options.chooseGroup', { group: nameIn(language, next) })}
              {!item.isSetMenu && <span className="figures block font-medium text-muted text-sm">{total}</span>}
            </span>
            <ArrowDown className="size-5 shrink-0" />
          </Button>
        ) : (
          <Button size="large" className="figures min-w-0 flex-1 px-3" onClick={inCart ? put : askAndPut}>
            {quantity === 0 ? t('menu.dish.remove') : t(inCart ? 'menu.dish.update' : 'menu.dish.add', { total })}
          </Button>
        )}
      </div>
    </>
  )
}

function Progress({ done, of, price }: { done: number; of: number; price: MoneyParts }) {
  return (
    <div className="mb-3.5 flex items-center gap-3 text-body">
      <span aria-hidden="true" className="flex gap-1.5">
        {Array.from({ length: of }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are only counted.
          <span key={i} className={cx('h-1.5 w-7 rounded-full', i < done ? 'bg-ready' : 'bg-line')} />
        ))}
      </span>
      <span role="status" className="figures flex-1 font-semibold text-muted">
        {t('menu.options.chosenOf', { chosen: done, of })}
      </span>
      <Money parts={price} className="font-bold text-name" />
    </div>
  )
}

function DishFacts({ item, showsNutrition }: Pick<DishSheetProps, 'item' | 'showsNutrition'>) {
  const ingredients = ingredientsIn(language, item)
  return (
    <>
      {ingredients && (
        <section>
          <Heading>{t('menu.nutrition.ingredients')}</Heading>
          <p className="mt-1.5 whitespace-pre-line break-words text-body">{withUnbrokenUnits(ingredients)}</p>
        </section>
      )}
      <Nutrition item={item} isUnfolded={showsNutrition ?? false} />
    </>
  )
}

function Heading({ children }: { children: ReactNode }) {
  return <h3 className="font-semibold text-muted text-sm">{children}</h3>
}

/** What a dish declares, before anything is chosen. */
function DishAllergens({ item }: { item: MenuItem }) {
  const marked = useMyAllergens()
  const declaration = allergenDeclaration(item)
  // Beside what the menu declares itself, too.
  const isByCourse = item.isSetMenu && declaration !== 'undeclared'
  return (
    <section>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <Heading>{t('menu.allergensTitle')}</Heading>
        {item.allergenCodes.length > 0 && (
          <ul className="flex flex-wrap gap-1.5">
            {item.allergenCodes.map((code) => (
              <li key={code}>
                <Badge tone={marked.includes(code) ? 'warning' : 'neutral'} className="px-2.5 py-1 text-sm">
                  {marked.includes(code) && <TriangleAlert className="size-3.5" />}
                  {t(`menu.allergens.${code}`)}
                  {marked.includes(code) && <span className="sr-only"> ({t('menu.dish.avoided')})</span>}
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
      {item.allergens && <p className="mt-1.5 text-body">{item.allergens}</p>}
      {(declaration === 'none' || isByCourse) && (
        <p className="mt-1.5 text-body text-muted">
          {t(isByCourse ? 'menu.dish.allergensByCourse' : 'menu.nutrition.noAllergens')}
        </p>
      )}
      {declaration === 'undeclared' && (
        <p className="mt-1.5 font-semibold text-body text-pending">{t('menu.allergensUndeclared')}</p>
      )}
    </section>
  )
}

/** Nutrients that are part of another one, and shown indented below it. */
const PARTS: Partial<Record<Nutrient, readonly Nutrient[]>> = { carbs: ['sugars'], fat: ['saturates'] }
const isPart = (nutrient: Nutrient) => Object.values(PARTS).flat().includes(nutrient)
const ROWS = NUTRIENTS.filter((nutrient) => !isPart(nutrient)).flatMap((whole) => [whole, ...(PARTS[whole] ?? [])])

/** The nutrition of a dish: "N/A" for each missing value that the specification names. */
function Nutrition({ item: { nutritionalValues: values }, isUnfolded }: { item: MenuItem; isUnfolded: boolean }) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isUnfolded) details.current?.scrollIntoView({ block: 'nearest' })
  }, [isUnfolded])
  const withUnit = (nutrient: Nutrient, amount: number) => {
    const value = formatNumber(amount)
    if (nutrient !== 'calories') return t('menu.nutrition.grams', { value })
    return t('menu.nutrition.energy', { value, joules: formatNumber(kilojoules(amount)) })
  }
  return (
    <details ref={details} open={isUnfolded} className="group -my-2">
      <summary className="flex min-h-11 no-marker items-center justify-between gap-4">
        <Heading>{t('menu.nutrition.title')}</Heading>
        <ChevronDown className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <dl className="mb-2 overflow-hidden rounded-control border border-line bg-card">
        {ROWS.map((nutrient) => {
          const value = values?.[nutrient] ?? null
          if (value === null && !isCounted(nutrient)) return null
          return (
            <div key={nutrient} className="flex justify-between gap-4 border-line border-b px-4 py-2.5 last:border-b-0">
              <dt className={isPart(nutrient) ? 'pl-4 text-muted' : undefined}>{t(`menu.nutrition.${nutrient}`)}</dt>
              <dd className="figures text-right font-semibold">
                {value === null ? t('menu.nutrition.notAvailable') : withUnit(nutrient, value)}
              </dd>
            </div>
          )
        })}
      </dl>
    </details>
  )
}
