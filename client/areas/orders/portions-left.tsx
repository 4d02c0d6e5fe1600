import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { setPortions } from '#shared/contracts/menu/menu-editing.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { Field, TextInput } from '../../ui/inputs/field.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { useDishOf, wholeMenuKey } from './dish-options.ts'

/** How many portions of a dish are left today: shown, and set (docs/product/menu.md#menu-portions). */
export function PortionsLeft({ menuItemId }: { menuItemId: number }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const left = useDishOf(menuItemId)?.portionsLeft ?? null
  const [typed, setTyped] = useState<string>()
  const { mutate, isPending } = useOwnerChange({
    mutationFn: (portions: number | null) =>
      sendChange(setPortions, { params: { id: String(menuItemId) }, body: { left: portions } }),
    onSuccess(dish) {
      setTyped(undefined)
      client.setQueryData<MenuItem[]>(wholeMenuKey, (menu) => menu?.map((one) => (one.id === dish.id ? dish : one)))
    },
    failureTitle: t('soldOut.failed'),
  })
  // At most four digits: the server takes 9,999.
  const value = typed ?? (left === null ? '' : String(left))
  return (
    <form
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (value !== '') mutate(Number(value))
      }}
    >
      <Field label={t('soldOut.portions')} hint={t('soldOut.portionsHint')}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="numeric"
            autoComplete="off"
            value={value}
            onChange={({ target }) => setTyped(target.value.replace(/\D/g, '').slice(0, 4))}
          />
        )}
      </Field>
      <div className="mt-3 grid auto-cols-fr grid-flow-col gap-2.5">
        {left !== null && (
          <Button variant="outline" disabled={isPending} onClick={() => mutate(null)}>
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
