import { ZoomIn } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { descriptionIn, nameIn, withUnbrokenUnits } from '#shared/domain/language.ts'
import { knownTags, type TagKey } from '#shared/domain/menu/tags.ts'
import { MAX_LINE_NOTES, roomForNotes } from '#shared/domain/orders/cart.ts'
import { useIsWide } from '../../lib/browser/is-wide.ts'
import { useMoney } from '../../lib/settings/settings.ts'
import { useLanguage } from '../../lib/words/language.ts'
import { cx } from '../../ui/cx.ts'
import { TextArea } from '../../ui/inputs/field.tsx'
import { QuantityStepper } from '../../ui/inputs/line-inputs.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Drawer } from '../../ui/overlays/drawer.tsx'
import { useOpeningCount, useWhileOpen } from '../../ui/overlays/opening.ts'
import { Button } from '../../ui/parts/button.tsx'
import { Money } from '../../ui/parts/money.tsx'
import { AllergenDialogs, askBeforeAdding } from '../allergens/index.ts'
import { activeCart, announceToScreenReader, cartDishOf, useNotes, useQuantity } from '../cart/index.ts'
import { DishPicture } from '../pictures/index.ts'
import { BADGE_ROW, TagBadges } from './dish-badges.tsx'
import { DishFacts } from './dish-facts.tsx'
import TagDialog from './tag-dialog.tsx'
import ZoomViewer from './zoom-viewer.tsx'

interface DishSheetProps {
  item: MenuItem
  /** The whole menu; undefined until it is loaded. */
  menu?: readonly MenuItem[] | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** All about a dish, and how it goes into the cart: a drawer on a phone, a dialog from 768 px. */
export default function DishSheet(props: DishSheetProps) {
  return <Sheet key={useOpeningCount(props.open)} {...props} />
}

function Sheet({ item, menu, open, onOpenChange }: DishSheetProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { inParts } = useMoney()
  const name = nameIn(language, item)
  const description = descriptionIn(language, item)
  const tags = knownTags(item.tags)
  const line = useChosenLine(item, open)
  const [isZoomed, setZoomed] = useState(false)
  const [shownTag, setShownTag] = useState<TagKey>()
  const [isTagOpen, setTagOpen] = useState(false)
  const isSoldOut = item.soldOutUntil !== null
  const Surface = useIsWide() ? Dialog : Drawer
  return (
    <Surface
      open={open}
      onOpenChange={onOpenChange}
      title={name}
      picture={
        <DishPicture
          dish={item}
          sizes="(min-width: 768px) 597px, 134vw"
          eager
          // The picture of the card, which the browser has in its cache.
          preview={item.imageUrl}
          className="aspect-4/3"
        >
          <button
            type="button"
            aria-label={t('menu.enlarge', { name })}
            title={t('menu.enlarge', { name })}
            onClick={() => setZoomed(true)}
            className="absolute! touch right-4 bottom-4 grid size-10 place-items-center rounded-full bg-sunk shadow-soft hover:bg-line"
          >
            <ZoomIn aria-hidden="true" className="size-5" />
          </button>
        </DishPicture>
      }
      footer={
        isSoldOut ? (
          <p className="py-3 text-center font-semibold text-muted">{t('menu.soldOutToday')}</p>
        ) : (
          <Footer item={item} name={name} line={line} onDone={() => onOpenChange(false)} />
        )
      }
    >
      <Money parts={inParts(item.price)} className="mt-1.5 block font-bold text-[17px]" />
      <div className="flex flex-col gap-5 pt-3 pb-5">
        {description && <p className="text-[15px] text-muted">{withUnbrokenUnits(description)}</p>}
        {tags.length > 0 && (
          <div className={cx(BADGE_ROW, 'flex-wrap')}>
            <TagBadges
              tags={tags}
              onTag={(tag) => {
                setShownTag(tag)
                setTagOpen(true)
              }}
            />
          </div>
        )}
        <DishFacts item={item} />
        {!isSoldOut && <Note item={item} name={name} line={line} />}
      </div>
      <ZoomViewer item={item} open={isZoomed} onOpenChange={setZoomed} />
      {shownTag && <TagDialog tag={shownTag} open={isTagOpen} onOpenChange={setTagOpen} />}
      {/* Inside, so that they open above the sheet. */}
      {open && <AllergenDialogs items={menu} />}
    </Surface>
  )
}

/** Quantity and note as chosen in the sheet; until the guest changes them, those of the cart. */
function useChosenLine({ id }: MenuItem, open: boolean) {
  const inCart = useWhileOpen(open, useQuantity(id))
  const notesInCart = useWhileOpen(open, useNotes(id))
  const [quantity, setQuantity] = useState<number>()
  const [notes, setNotes] = useState<string>()
  return {
    inCart,
    notesInCart,
    quantity: quantity ?? (inCart || 1),
    notes: notes ?? notesInCart,
    setQuantity,
    setNotes,
  }
}
type ChosenLine = ReturnType<typeof useChosenLine>

function Note({ item, name, line }: { item: MenuItem; name: string; line: ChosenLine }) {
  const { t } = useTranslation()
  const room = roomForNotes(activeCart().otherNotes(item.id))
  // An existing note may stay, even if it exceeds the room.
  const maxLength = Math.max(line.notesInCart.length, Math.min(MAX_LINE_NOTES, room))
  return (
    <section>
      <TextArea
        rows={1}
        aria-label={t('cart.noteFor', { name })}
        placeholder={t('menu.dish.note')}
        maxLength={maxLength}
        value={line.notes}
        onChange={({ target }) => line.setNotes(target.value)}
        className="field-sizing-content max-h-40 resize-none!"
      />
      {maxLength < MAX_LINE_NOTES && (
        <p role="status" className="mt-1 text-[13px] text-muted">
          {line.notes.length >= maxLength && t('cart.notesFull')}
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

/** Stepper and button. A dish that is in the cart is updated, and with quantity 0 removed. */
function Footer({ item, name, line, onDone }: FooterProps): ReactNode {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { inCart, quantity, notes, setQuantity } = line
  const total = format(item.price * quantity)

  function put() {
    if (!activeCart().put({ dish: cartDishOf(item), quantity, notes: notes.trim() })) return
    const said = quantity === 0 ? 'cart.removed' : inCart > 0 ? 'cart.changed' : 'cart.added'
    announceToScreenReader(t(said, { name, count: quantity }))
    onDone()
  }

  return (
    <div className="flex items-center gap-3">
      <QuantityStepper name={name} quantity={quantity} mayAdd min={inCart > 0 ? 0 : 1} onChange={setQuantity} />
      <Button
        size="large"
        className="figures min-w-0 flex-1 px-3"
        onClick={() => (inCart > 0 ? put() : askBeforeAdding(item, put))}
      >
        {quantity === 0 ? t('menu.dish.remove') : t(inCart > 0 ? 'menu.dish.update' : 'menu.dish.add', { total })}
      </Button>
    </div>
  )
}
