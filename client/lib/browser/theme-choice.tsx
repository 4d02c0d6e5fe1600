import { Monitor, Moon, Sun } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/parts/button.tsx'
import { t } from '../../ui/translation.ts'
import { chooseTheme, theme } from './preferences.tsx'

const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const
const ICONS = { system: Monitor, light: Sun, dark: Moon }

// A file of its own: the menu loads it late.
/** Cycles through three themes: the device’s, light and dark. @param isNamed whether its label is shown */
export function ThemeChoice({ isNamed = false }: { isNamed?: boolean }) {
  const chosen = theme.use()
  const Icon = ICONS[chosen]
  const names = { system: t('common.themeSystem'), light: t('common.themeLight'), dark: t('common.themeDark') }
  const label = `${t('common.theme')}: ${names[chosen]}`
  return (
    <IconButton
      label={label}
      className={cx('rounded-full', isNamed && 'w-auto! shrink! gap-2 border border-edge px-3.5 text-sm')}
      onClick={() => chooseTheme(NEXT[chosen])}
    >
      <Icon className="size-5" />
      {isNamed && label}
    </IconButton>
  )
}
