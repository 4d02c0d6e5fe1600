import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Participant } from '#shared/contracts/shared-sessions.ts'
import { cx } from '../../../ui/cx.ts'

const COLOURS = [
  'bg-accent text-on-accent',
  'bg-ready text-card',
  'bg-preparing text-card',
  'bg-delivered text-card',
  'bg-pending text-card',
  'bg-ink text-paper',
]

/** The guests at the table, each with a check mark once ready. */
export function GuestsRow({ guests, ownId }: { guests: readonly Participant[]; ownId: string | undefined }) {
  const { t } = useTranslation()
  const isOwn = ({ id }: Participant) => id === ownId
  const inOrder = [...guests].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || a.guestNumber - b.guestNumber)
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={t('sharedTable.guests')}
      className="no-scrollbar -mx-5 flex gap-1 overflow-x-auto px-4 py-1"
    >
      {inOrder.map((guest) => (
        <li key={guest.id} className="flex w-[76px] shrink-0 flex-col items-center">
          <span aria-hidden="true" className="relative">
            <span
              className={cx(
                'display grid size-12 place-items-center rounded-full text-[19px] uppercase',
                guest.isPresent ? COLOURS[(guest.guestNumber - 1) % COLOURS.length] : 'bg-sunk text-muted',
              )}
            >
              {[...guest.name][0]}
            </span>
            {guest.isReady && (
              <span className="absolute -right-1 -bottom-0.5 grid size-[22px] place-items-center rounded-full border-2 border-paper bg-ready text-card">
                <Check className="size-3" strokeWidth={3.4} />
              </span>
            )}
          </span>
          <span className="mt-1 w-full truncate text-center font-semibold text-[13px]">
            <span className="sr-only">{isOwn(guest) && `${guest.name}, `}</span>
            {isOwn(guest) ? t('sharedTable.youShort') : guest.name}
            <span className="sr-only">
              , {guest.isReady ? t('sharedTable.ready') : t('sharedTable.notReady')}
              {!guest.isPresent && `, ${t('sharedTable.away')}`}
            </span>
          </span>
          {!guest.isPresent && (
            <span aria-hidden="true" className="text-[12px] text-muted leading-tight">
              {t('sharedTable.away')}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
