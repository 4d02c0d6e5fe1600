import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { loweredPrice } from '#shared/domain/menu/offers.ts'
import type { CartOption } from '#shared/domain/orders/cart.ts'
import { cartOptions } from '#shared/domain/orders/cart-repair.ts'
import { money } from '../../../lib/settings/settings.ts'
import { Button, DrawerPanel, DrawerShell, language, t } from '../../../ui/index.ts'
import { leadToGroup, OptionGroups, useChoice } from '../../menu/index.ts'

export interface AskedOptions {
  dish: MenuItem
  /** The options of the line that is changed; undefined for a new one. */
  earlier?: readonly number[]
  onChosen: (options: CartOption[]) => void
}

interface RoundOptionsProps {
  asked: AskedOptions
  onClose: () => void
}

/** The options of a dish of the round, as a guest chooses them (docs/product/floor.md#floor-round). */
export default function RoundOptions({ open, ...props }: RoundOptionsProps & { open: boolean }) {
  return (
    <DrawerShell open={open} onOpenChange={props.onClose} hugsContent>
      <Choosing {...props} />
    </DrawerShell>
  )
}

function Choosing({ asked: { dish, earlier, onChosen }, onClose }: RoundOptionsProps) {
  const choice = useChoice(dish, earlier)
  const { groups = [], chosen, missing } = choice
  const [next] = missing
  const finish = () => {
    onChosen(cartOptions(groups, chosen))
    onClose()
  }
  return (
    <DrawerPanel
      title={nameIn(language, dish)}
      footer={
        <Button
          size="large"
          variant={next ? 'outline' : 'primary'}
          disabled={!choice.groups}
          onClick={next ? () => leadToGroup(next) : finish}
          className="w-full text-name"
        >
          {next
            ? t('menu.options.chooseGroup', { group: nameIn(language, next) })
            : t(earlier ? 'menu.dish.update' : 'menu.dish.add', {
                total: money(loweredPrice(dish.price, dish.offer) + choice.price),
              })}
        </Button>
      }
    >
      <div className="flex flex-col gap-5 py-4">
        <OptionGroups item={dish} choice={choice} />
      </div>
    </DrawerPanel>
  )
}
