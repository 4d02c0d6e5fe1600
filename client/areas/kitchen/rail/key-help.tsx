import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** What the keys do: at the foot of the rail, or after the last dish if the list is as long as the rail. */
export function KeyHelp() {
  const { t } = useTranslation()
  return (
    <ul
      aria-label={t('kitchen.keys.title')}
      className="mt-auto flex shrink-0 flex-col gap-1.5 border-line border-t px-3.5 pt-3 text-[0.9375rem] text-muted"
    >
      <li>
        <Key>1–9</Key> {t('kitchen.keys.order')}
      </li>
      <li>
        <Key>↑</Key> <Key>↓</Key> {t('kitchen.keys.line')}
      </li>
      <li>
        <Key>Enter</Key> {t('kitchen.keys.tick')}
      </li>
      <li>
        <Key>{t('kitchen.keys.space')}</Key> {t('kitchen.keys.rest')}
      </li>
    </ul>
  )
}

function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid min-h-6 min-w-6 place-items-center rounded-[0.4rem] border border-current px-1.5 font-sans font-semibold leading-none">
      {children}
    </kbd>
  )
}
