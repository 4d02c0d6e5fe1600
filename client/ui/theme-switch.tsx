import { Monitor, Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './parts/icon-button.tsx'

const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const
const ICONS = { system: Monitor, light: Sun, dark: Moon }
type Theme = keyof typeof NEXT

interface ThemeSwitchProps {
  value: Theme
  onChange: (theme: Theme) => void
  className?: string
}

/** A button that cycles through three themes: the device's, light and dark. Its label names the active one. */
export function ThemeSwitch({ value, onChange, className }: ThemeSwitchProps) {
  const { t } = useTranslation()
  const Icon = ICONS[value]
  const names = { system: t('common.themeSystem'), light: t('common.themeLight'), dark: t('common.themeDark') }
  return (
    <IconButton
      label={`${t('common.theme')}: ${names[value]}`}
      className={className ?? 'rounded-full'}
      onClick={() => onChange(NEXT[value])}
    >
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  )
}
