import { CircleSlash } from 'lucide-react'
import { useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { setPortions } from '#shared/contracts/menu/menu-editing.ts'
import { setOptionSoldOut } from '#shared/contracts/menu/options.ts'
import { nameIn } from '#shared/domain/language.ts'
import { isSoldOutAt } from '#shared/domain/menu/options.ts'
import { queryClient } from '../../lib/api/query.ts'
import { useOwnerChange } from '../../lib/changes/refetching.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { Button, language, TextField, t } from '../../ui/index.ts'
import { useDishOf, useOptionsOf, usePutGroup, wholeMenuKey } from './dish-options.ts'

interface WhatIsLeftProps {
  menuItemId: number
  /** Called once the portions are set. */
  onCounted?: (dish: MenuItem) => void
}

/** How many portions of a dish are left today: shown, and set (docs/product/menu.md#menu-portions). */
function PortionsLeft({ menuItemId, onCounted }: WhatIsLeftProps) {
  const left = useDishOf(menuItemId)?.portionsLeft ?? null
  const [typed, setTyped] = useState<string>()
  const { mutate, isPending } = useOwnerChange({
    mutationFn: (portions: number | null) =>
      sendChange(setPortions, { params: { id: String(menuItemId) }, body: { left: portions } }),
    onSuccess(dish) {
      setTyped(undefined)
      queryClient.setQueryData<MenuItem[]>(wholeMenuKey, (menu) =>
        menu?.map((one) => (one.id === dish.id ? dish : one)),
      )
    },
    failure: 'common.notChanged',
  })
  // Not once the dialog is closed: another dish may be asked about by then.
  const count = (portions: number | null) => mutate(portions, { onSuccess: onCounted })
  // At most four digits: the server takes 9,999.
  const value = typed ?? (left === null ? '' : String(left))
  return (
    <form
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (value !== '') count(Number(value))
      }}
    >
      <TextField
        label={t('soldOut.portions')}
        hint={t('soldOut.portionsHint')}
        inputMode="numeric"
        value={value}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, '').slice(0, 4))}
      />
      <div className="mt-3 grid auto-cols-fr grid-flow-col gap-2.5">
        {left !== null && (
          <Button variant="outline" disabled={isPending} onClick={() => count(null)}>
            {t('soldOut.notCounted')}
          </Button>
        )}
        <Button type="submit" variant="outline" pending={isPending}>
          {t('soldOut.count')}
        </Button>
      </div>
    </form>
  )
}

export default function WhatIsLeft({ menuItemId, onCounted }: WhatIsLeftProps) {
  return (
    <>
      <PortionsLeft menuItemId={menuItemId} onCounted={onCounted} />
      <OptionsSoldOut menuItemId={menuItemId} />
    </>
  )
}

/** A tap marks an option as sold out today, the next takes that back. One that is a dish itself is marked as such. */
function OptionsSoldOut({ menuItemId }: { menuItemId: number }) {
  const putGroup = usePutGroup()
  const { mutate } = useOwnerChange({
    mutationFn: ({ soldOut, ...ids }: { id: string; optionId: string; soldOut: boolean }) =>
      sendChange(setOptionSoldOut, { params: ids, body: { soldOut } }),
    onSuccess: putGroup,
    failure: 'common.notChanged',
  })
  const options = useOptionsOf(menuItemId).flatMap((group) =>
    group.without ? [] : group.options.filter((one) => one.menuItemId === null).map((option) => ({ group, option })),
  )
  if (options.length === 0) return null
  const now = new Date(serverNow())
  return (
    <fieldset className="mt-4">
      <legend className="mb-2 font-semibold text-body">{t('orders.soldOut.options')}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ group, option }) => {
          const isSoldOut = isSoldOutAt(option, now)
          return (
            <button
              key={option.id}
              type="button"
              aria-pressed={isSoldOut}
              onClick={() => mutate({ id: `${group.id}`, optionId: `${option.id}`, soldOut: !isSoldOut })}
              className="pressable inline-flex min-h-11 items-center gap-2 rounded-control px-3.5 font-semibold text-body"
            >
              {isSoldOut && <CircleSlash className="size-4 shrink-0" />}
              {nameIn(language, option)}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
