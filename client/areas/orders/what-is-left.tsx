import { CircleSlash } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { setOptionSoldOut } from '#shared/contracts/menu/options.ts'
import { nameIn } from '#shared/domain/language.ts'
import { isSoldOutAt } from '#shared/domain/menu/options.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { useLanguage } from '../../lib/words/language.ts'
import { useOptionsOf, usePutGroup } from './dish-options.ts'
import { PortionsLeft } from './portions-left.tsx'

/** What is left of a dish: its portions, and its options. */
export default function WhatIsLeft({ menuItemId }: { menuItemId: number }) {
  return (
    <>
      <PortionsLeft menuItemId={menuItemId} />
      <OptionsSoldOut menuItemId={menuItemId} />
    </>
  )
}

/** A tap marks an option as sold out today, the next takes that back. One that is a dish itself is marked as such. */
function OptionsSoldOut({ menuItemId }: { menuItemId: number }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const putGroup = usePutGroup()
  const { mutate } = useOwnerChange({
    mutationFn: ({ soldOut, ...ids }: { id: string; optionId: string; soldOut: boolean }) =>
      sendChange(setOptionSoldOut, { params: ids, body: { soldOut } }),
    onSuccess: putGroup,
    failureTitle: t('soldOut.failed'),
  })
  const options = useOptionsOf(menuItemId).flatMap((group) =>
    group.without ? [] : group.options.filter((one) => one.menuItemId === null).map((option) => ({ group, option })),
  )
  if (options.length === 0) return null
  const now = new Date(serverNow())
  return (
    <fieldset className="mt-4">
      <legend className="mb-2 font-semibold text-[15px]">{t('orders.soldOut.options')}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ group, option }) => {
          const isSoldOut = isSoldOutAt(option, now)
          return (
            <button
              key={option.id}
              type="button"
              aria-pressed={isSoldOut}
              onClick={() => mutate({ id: `${group.id}`, optionId: `${option.id}`, soldOut: !isSoldOut })}
              className="inline-flex min-h-11 items-center gap-2 rounded-control border border-edge bg-card px-3.5 font-semibold text-[15px] aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
            >
              {isSoldOut && <CircleSlash aria-hidden="true" className="size-4 shrink-0" />}
              {nameIn(language, option)}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
