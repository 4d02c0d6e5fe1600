import { Check, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { MenuOption, OptionGroup } from '#shared/contracts/menu/options.ts'
import { nameIn } from '#shared/domain/language.ts'
import type { AllergenCode } from '#shared/domain/menu/allergens.ts'
import { type Lowering, loweredGroups, loweredPrice } from '#shared/domain/menu/offers.ts'
import {
  choicePrice,
  countChoices,
  countIn,
  isAvailableAt,
  possibleChoice,
  withChoice,
} from '#shared/domain/menu/options.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { inParts, money } from '../../lib/settings/settings.ts'
import { Badge, cx, language, Skeleton, Stepper, t } from '../../ui/index.ts'
import { askBeforeAdding, useMyAllergens } from '../allergens/index.ts'
import { groupsOfDish, useGuestOptions } from '../cart/index.ts'
import { SoldOutBadge } from './item-card.tsx'

interface Choice {
  /** The groups of the dish; undefined while they are loaded. */
  groups: readonly OptionGroup[] | undefined
  /** Set if they could not be loaded: loads them again. */
  retry: (() => void) | undefined
  chosen: readonly number[]
  /** Chooses an option `count` times, after asking about what the guest avoids. */
  choose: (group: OptionGroup, option: MenuOption, count: number, then?: () => void) => void
  /** The groups in which too little is chosen. */
  missing: readonly OptionGroup[]
  /** By how much a price rule lowers the options; their groups have list prices. */
  by: Lowering
  /** What the options add to a portion, in minor units. */
  price: number
  /** The allergens of what is chosen without the guest's doing: about the others they were asked. */
  unaskedAllergens: AllergenCode[]
}

/** @param earlier the options of the line that is changed; without it, the preselected ones are chosen at first */
export function useChoice(item: MenuItem, earlier: readonly number[] | undefined): Choice {
  const { data, isError, isFetching, refetch } = useGuestOptions(item.optionGroupIds.length > 0)
  const groups = groupsOfDish(item, data)
  const [changed, setChanged] = useState<readonly number[]>()
  const options = groups?.flatMap((group) => group.options) ?? []
  const wanted = earlier ?? options.filter(({ preselected }) => preselected).map(({ id }) => id)
  // What has been sold out while the sheet is open is chosen no longer.
  const chosen = possibleChoice(groups ?? [], changed ?? wanted, serverDate())
  const [asked, setAsked] = useState<readonly number[]>(earlier ?? [])
  const unasked = options.filter(({ id }) => chosen.includes(id) && !asked.includes(id))
  return {
    groups,
    retry: isError && !isFetching ? () => void refetch() : undefined,
    chosen,
    choose(group, option, count, then) {
      const set = () => {
        setChanged(withChoice(group, chosen, option, count))
        setAsked((before) => [...before, option.id])
        then?.()
      }
      // What is taken once more was asked about before.
      if (count > 1 || count === 0) set()
      else askBeforeAdding({ ...option, allergens: null, allergensChecked: !option.isUndeclared }, set)
    },
    missing: (groups ?? []).filter((group) => countIn(group, chosen) < group.min),
    by: item.offer,
    price: choicePrice(loweredGroups(groups ?? [], item.offer), chosen),
    unaskedAllergens: unasked.flatMap(({ allergenCodes }) => allergenCodes),
  }
}

/** The groups of a dish, in which the guest chooses (docs/product/menu.md#menu-options). */
export function OptionGroups({ item, choice }: { item: MenuItem; choice: Choice }) {
  const { groups } = choice
  if (!groups) return choice.retry ? <p role="alert">{t('common.loadFailed')}</p> : <Skeleton className="h-44 w-full" />
  return groups.map((group) =>
    group.options.length === 0 ? null : item.isSetMenu ? (
      <Slot key={group.id} group={group} choice={choice} />
    ) : (
      <Group key={group.id} group={group} choice={choice} />
    ),
  )
}

const titleId = ({ id }: OptionGroup) => `option-group-${id}`

export function leadToGroup(group: OptionGroup): void {
  const title = document.getElementById(titleId(group))
  title?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  const field = title?.closest('[data-group]')?.querySelector<HTMLElement>('input:not([disabled])')
  field?.focus({ preventScroll: true })
}

interface GroupProps {
  group: OptionGroup
  choice: Choice
  /** Called after an option was chosen with a pointer: with the arrow keys, a guest may only be passing it. */
  onPicked?: () => void
  isSlot?: boolean
}

function Group({ group, choice, onPicked, isSlot = false }: GroupProps) {
  const { min, max, without } = group
  const count = countIn(group, choice.chosen)
  const isRadio = min === 1 && max === 1
  return (
    <fieldset
      data-group
      role={isRadio ? 'radiogroup' : undefined}
      aria-labelledby={titleId(group)}
      aria-describedby={`${titleId(group)}-limit`}
      className={cx('min-w-0', isSlot && 'card-face px-4 pt-3.5 pb-1')}
    >
      <div className={cx('flex items-baseline justify-between gap-3', isSlot && 'border-line border-b pb-2.5')}>
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
          <h3 id={titleId(group)} className="display scroll-mt-16 text-lg leading-tight">
            {nameIn(language, group)}
          </h3>
          <span id={`${titleId(group)}-limit`} className="text-sm text-muted">
            {limitText(group)}
          </span>
        </div>
        <p role="status" className="shrink-0 font-semibold text-sm">
          {!without && <State group={group} count={count} />}
        </p>
      </div>
      {without ? (
        <div className="mt-2 flex flex-wrap gap-2">
          {group.options.map((option) => (
            <WithoutChip key={option.id} group={group} option={option} choice={choice} />
          ))}
        </div>
      ) : (
        <div className={cx(!isSlot && 'mt-1')}>
          {group.options.map((option) => (
            <OptionRow
              key={option.id}
              {...{ group, option, choice, isRadio, onPicked, isSlot }}
              isFull={max !== null && max > 1 && count >= max}
            />
          ))}
        </div>
      )}
    </fieldset>
  )
}

function limitText({ min, max, without }: OptionGroup): string {
  if (without) return t('menu.options.leaveOut')
  if (min === 0) return max === null ? t('menu.options.any') : t('menu.options.upTo', { max })
  if (max === null) return t('menu.options.atLeast', { min })
  return min === max ? t('menu.options.exactly', { min }) : t('menu.options.range', { min, max })
}

/** What is chosen of a group already. */
function State({ group: { min, max }, count }: { group: OptionGroup; count: number }) {
  if (count === 0 && min > 0) return <Badge tone="accent">{t('menu.options.toChoose')}</Badge>
  if (max !== 1 && (max ?? min) > 1)
    return <span className="figures text-muted">{t('menu.options.chosenOf', { chosen: count, of: max ?? min })}</span>
  if (count === 0) return null
  return (
    <span className="inline-flex items-center gap-1.5 text-ready">
      <Check className="size-4" strokeWidth={2.6} />
      {t('menu.options.chosen')}
    </span>
  )
}

interface OptionProps extends GroupProps {
  option: MenuOption
}

function OptionRow(props: OptionProps & { isRadio: boolean; isFull: boolean }) {
  const { group, option, choice, isRadio, isFull, onPicked, isSlot } = props
  const name = nameIn(language, option)
  const taken = countChoices(choice.chosen).get(option.id) ?? 0
  const isChosen = taken > 0
  const isAvailable = isAvailableAt(option, serverDate())
  const inputId = `option-${group.id}-${option.id}`
  const price = loweredPrice(option.price, choice.by)
  const shownPrice = price > 0 ? `+${inParts(price).figure}` : isSlot ? '' : t('menu.options.included')
  const mayBeTakenMore = isChosen && option.times > 1 && group.max !== 1
  const Mark = isRadio ? RadioMark : CheckMark
  return (
    <div className="flex items-center gap-2.5 border-line border-b last:border-b-0">
      <label
        className={cx(
          'focus-inside flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-md py-2',
          isAvailable ? 'cursor-pointer' : 'text-muted',
        )}
      >
        <input
          id={inputId}
          type={isRadio ? 'radio' : 'checkbox'}
          name={titleId(group)}
          className="sr-only"
          checked={isChosen}
          required={isRadio}
          disabled={!isAvailable || (isFull && !isChosen)}
          onChange={({ target, nativeEvent }) => {
            // A key's click has no clicks to count.
            const isPointer = nativeEvent instanceof UIEvent && nativeEvent.detail > 0
            choice.choose(group, option, target.checked ? 1 : 0, isPointer ? onPicked : undefined)
          }}
        />
        <Mark isChosen={isChosen} isOff={!isAvailable} />
        <span
          className={cx(
            'flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 text-body leading-snug',
            isChosen && 'font-semibold',
          )}
        >
          <span>{name}</span>
          {isAvailable ? <Allergens option={option} /> : <SoldOutBadge notNow={undefined} />}
        </span>
        {price > 0 && <span className="sr-only">, +{money(price)}</span>}
      </label>
      {mayBeTakenMore && (
        <Stepper
          name={name}
          quantity={taken}
          max={isFull ? taken : option.times}
          onChange={(count) => {
            choice.choose(group, option, count)
            // The stepper is about to be removed.
            if (count === 0) document.getElementById(inputId)?.focus()
          }}
        />
      )}
      <span
        aria-hidden={price > 0 || undefined}
        className={cx('figures shrink-0 text-right text-body', isChosen ? 'font-semibold' : 'text-muted')}
      >
        {shownPrice}
      </span>
    </div>
  )
}

const MARK = 'grid size-6 shrink-0 place-items-center border-2'
interface MarkProps {
  isChosen: boolean
  isOff: boolean
}
const markColours = ({ isChosen, isOff }: MarkProps) =>
  isChosen ? 'border-accent bg-accent text-on-accent' : isOff ? 'border-line bg-sunk' : 'border-edge bg-card'

const RadioMark = (mark: MarkProps) => (
  <span aria-hidden="true" className={cx(MARK, 'rounded-full', markColours(mark))}>
    {mark.isChosen && <span className="size-2.5 rounded-full bg-on-accent" />}
  </span>
)

const CheckMark = (mark: MarkProps) => (
  <span aria-hidden="true" className={cx(MARK, 'rounded-small', markColours(mark))}>
    {mark.isChosen && <Check className="size-4" strokeWidth={3} />}
  </span>
)

/** The allergens of an option: those that the guest avoids in red with a sign, the others below the name. */
function Allergens({ option: { allergenCodes, isUndeclared } }: { option: MenuOption }) {
  const marked = useMyAllergens()
  const nameOf = (code: MenuOption['allergenCodes'][number]) => t(`menu.allergens.${code}`)
  const others = allergenCodes.filter((code) => !marked.includes(code)).map(nameOf)
  if (isUndeclared && marked.length > 0) others.push(t('menu.allergensUndeclared'))
  return (
    <>
      {allergenCodes
        .filter((code) => marked.includes(code))
        .map((code) => (
          <Badge key={code} tone="cancelled" className="inline-flex items-center gap-1.5">
            <TriangleAlert className="size-3.5" />
            {nameOf(code)}
            <span className="sr-only"> ({t('menu.dish.avoided')})</span>
          </Badge>
        ))}
      {others.length > 0 && (
        <span className="-mt-1 basis-full font-normal text-small text-muted">{others.join(' · ')}</span>
      )}
    </>
  )
}

/** What the dish is made without: a checkbox that looks like a chip, struck through once chosen. */
function WithoutChip({ group, option, choice }: OptionProps) {
  const isChosen = choice.chosen.includes(option.id)
  const count = countIn(group, choice.chosen)
  const isFull = group.max !== null && group.max > 1 && count >= group.max
  return (
    <label
      className={cx(
        'toggle-chip gap-2 px-4 text-body has-disabled:text-muted',
        isChosen ? 'border-transparent bg-cancelled-soft text-cancelled' : 'border-edge bg-card',
      )}
    >
      <input
        type="checkbox"
        className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
        checked={isChosen}
        disabled={!isAvailableAt(option, serverDate()) || (isFull && !isChosen)}
        onChange={({ target }) => choice.choose(group, option, target.checked ? 1 : 0)}
      />
      {isChosen && <X className="size-4" strokeWidth={2.6} />}
      <span className={cx(isChosen && 'line-through')}>{nameIn(language, option)}</span>
    </label>
  )
}

/** A group of a set menu: a card, which folds to one line once enough is chosen. */
function Slot({ group, choice }: { group: OptionGroup; choice: Choice }): ReactNode {
  const isComplete = group.min > 0 && countIn(group, choice.chosen) >= (group.max ?? group.min)
  const [isOpen, setOpen] = useState(!isComplete)
  if (!isComplete || isOpen) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: it only learns that the focus has left the group.
      <div
        onBlur={({ currentTarget, relatedTarget }) => {
          if (isComplete && relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
        }}
      >
        <Group
          group={group}
          choice={choice}
          isSlot
          onPicked={() => {
            setOpen(false)
            focusLater(`${titleId(group)}-change`)
          }}
        />
      </div>
    )
  }
  const counts = countChoices(choice.chosen)
  const names = group.options.flatMap((option) => {
    const taken = counts.get(option.id) ?? 0
    return taken === 0 ? [] : `${taken > 1 ? `${taken}\u00a0× ` : ''}${nameIn(language, option)}`
  })
  return (
    <div data-group className="flex min-h-16 items-center gap-3 card-face px-4 py-2">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full bg-ready-soft text-ready"
      >
        <Check className="size-4.5" strokeWidth={2.6} />
      </span>
      <p className="min-w-0 flex-1 text-body leading-snug">
        <span className="text-muted">{nameIn(language, group)} · </span>
        <span className="font-semibold">{names.join(', ')}</span>
      </p>
      <button
        id={`${titleId(group)}-change`}
        type="button"
        aria-label={`${t('menu.options.change')}: ${nameIn(language, group)}`}
        onClick={() => {
          setOpen(true)
          requestAnimationFrame(() => leadToGroup(group))
        }}
        className="touch shrink-0 font-semibold text-body text-accent"
      >
        {t('menu.options.change')}
      </button>
    </div>
  )
}

function focusLater(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus({ preventScroll: true }))
}
