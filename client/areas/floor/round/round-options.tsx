import { Ban, Check } from 'lucide-react'
import { useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { MenuOption, OptionGroup } from '#shared/contracts/menu/options.ts'
import { nameIn } from '#shared/domain/language.ts'
import {
  choicePrice,
  choiceProblems,
  countChoices,
  countIn,
  isAvailableAt,
  possibleChoice,
  withChoice,
} from '#shared/domain/menu/options.ts'
import type { CartOption } from '#shared/domain/orders/cart.ts'
import { cartOptions } from '#shared/domain/orders/cart-repair.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { scrollBehavior } from '../../../lib/browser/environment.ts'
import { serverNow } from '../../../lib/clock/server-clock.ts'
import { useMoney } from '../../../lib/settings/settings.ts'
import { Button, cx, DrawerFrame, DrawerPanel, Skeleton, useTranslation } from '../../../ui/index.ts'

export interface AskedOptions {
  dish: MenuItem
  /** The options of the line that is changed; undefined for a new one. */
  earlier?: readonly number[]
  onChosen: (options: CartOption[]) => void
}

interface RoundOptionsProps {
  open: boolean
  asked: AskedOptions
  /** Undefined while the groups are not known. */
  groups: readonly OptionGroup[] | undefined
  onClose: () => void
}

/** The options of a dish of the round: one tap for each choice (docs/product/floor.md#floor-round). */
export function RoundOptions({ open, asked, groups, onClose }: RoundOptionsProps) {
  return (
    <DrawerFrame open={open} onOpenChange={onClose} hugsContent>
      {groups ? <Choice asked={asked} groups={groups} onClose={onClose} /> : <Skeleton className="m-5 h-44" />}
    </DrawerFrame>
  )
}

const groupId = ({ id }: OptionGroup) => `round-group-${id}`

function Choice({
  asked,
  groups,
  onClose,
}: {
  asked: AskedOptions
  groups: readonly OptionGroup[]
  onClose: () => void
}) {
  const { t, language } = useTranslation()
  const { format } = useMoney()
  const { dish, earlier, onChosen } = asked
  const now = new Date(serverNow())
  const preselected = groups.flatMap(({ options }) => options.filter((one) => one.preselected).map(({ id }) => id))
  const [choice, setChoice] = useState<readonly number[]>(() => possibleChoice(groups, earlier ?? preselected, now))
  // The menu may change meanwhile.
  const chosen = possibleChoice(groups, choice, now)
  const [problem] = choiceProblems(groups, chosen, now)
  const missing = problem && groups.find(({ name }) => name === problem.group)
  const finish = () => {
    if (missing) {
      document.getElementById(groupId(missing))?.scrollIntoView({ behavior: scrollBehavior(), block: 'start' })
      document.querySelector<HTMLElement>(`#${groupId(missing)} button:not([disabled])`)?.focus({ preventScroll: true })
      return
    }
    onChosen(cartOptions(groups, chosen))
    onClose()
  }
  return (
    <DrawerPanel
      title={nameIn(language, dish)}
      footer={
        <Button size="large" variant={missing ? 'outline' : 'primary'} onClick={finish} className="w-full text-name">
          {missing
            ? t('floor.choose', { group: nameIn(language, missing) })
            : t(earlier ? 'floor.changeLine' : 'floor.addLine', {
                total: format(dish.price + choicePrice(groups, chosen)),
              })}
        </Button>
      }
    >
      {groups
        .filter(({ options }) => options.length > 0)
        .map((group) => (
          <fieldset key={group.id} id={groupId(group)} className="pt-3 pb-1">
            <legend className="contents">
              <span className="flex items-baseline gap-2">
                <span className="display text-lg">{nameIn(language, group)}</span>
                <span className="text-muted text-sm">{limitText(t, group, countIn(group, chosen))}</span>
              </span>
            </legend>
            <div className="mt-1.5 flex flex-wrap gap-2">
              {group.options.map((option) => (
                <OptionButton
                  key={option.id}
                  group={group}
                  option={option}
                  taken={countChoices(chosen).get(option.id) ?? 0}
                  isAvailable={isAvailableAt(option, now)}
                  onChoose={(count) => setChoice(withChoice(group, chosen, option, count))}
                />
              ))}
            </div>
          </fieldset>
        ))}
    </DrawerPanel>
  )
}

function limitText(t: TFunction, { min, max }: OptionGroup, count: number): string {
  if (max !== null && max > 1) return t('floor.chosenOf', { count, of: max })
  if (min > 0) return t('floor.atLeast', { min })
  return ''
}

interface OptionButtonProps {
  group: OptionGroup
  option: MenuOption
  taken: number
  isAvailable: boolean
  onChoose: (count: number) => void
}

/** A tap takes an option; the next takes it once more, as often as it may be taken, and then gives it back. */
function OptionButton({ group: { min, max, without }, option, taken, isAvailable, onChoose }: OptionButtonProps) {
  const { t, language } = useTranslation()
  const { inParts } = useMoney()
  const isChosen = taken > 0
  const most = max === 1 ? 1 : option.times
  const next = taken < most ? taken + 1 : max === 1 && min === 1 ? 1 : 0
  const Sign = without ? Ban : Check
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={!isAvailable && !isChosen}
      onClick={() => onChoose(next)}
      className={cx(
        'flex min-h-11 items-center gap-2 rounded-control border px-3.5 py-1.5 text-left font-semibold text-body disabled:text-muted disabled:line-through',
        isChosen ? 'border-ink bg-ink text-paper' : 'border-edge bg-card',
      )}
    >
      {isChosen && <Sign aria-hidden="true" className="size-4 shrink-0" strokeWidth={3} />}
      <span className="min-w-0">
        {taken > 1 && <span className="figures">{taken}× </span>}
        {nameIn(language, option)}
      </span>
      {option.price > 0 && <span className="figures font-medium">+{inParts(option.price).figure}</span>}
      {!isAvailable && <span className="sr-only">{t('floor.soldOut')}</span>}
    </button>
  )
}
