import { useTranslation } from 'react-i18next'
import type { JournalEntry } from '#shared/contracts/journal.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { useLanguage } from '../../lib/words/use-language.ts'

/** The bulk changes with a sentence of their own; any other is a change of prices. */
const BULK_CHANGES = ['category', 'isActive', 'tags', 'allergenCodes', 'delete'] as const

/** Returns a function that formats an entry as a sentence (docs/product/accounts.md#journal-what). */
export function useSentence(): (entry: JournalEntry) => string {
  const { t, i18n } = useTranslation()
  const language = useLanguage()
  const { currency } = useSettings()
  const amount = (minor = 0) => formatMoney(minor, currency)
  /** The translated name of a setting; untranslated if another version of Masa wrote an unknown name. */
  const settingName = (name: string) => {
    const key = `journal.settings.${name}`
    return i18n.exists(key) ? t(key as 'journal.settings.language') : name
  }

  return ({ kind, username, details }) => {
    const {
      user = '',
      settings = [],
      what = '',
      dish = '',
      count = 0,
      added = 0,
      table,
      order,
      event,
      backup,
    } = details
    const who = username ?? t('journal.server')
    const role = t(`journal.roles.${details.role ?? 'staff'}`)
    switch (kind) {
      case 'sign_in_refused':
        return username === null ? t('journal.sign_in_refused_unknown') : t('journal.sign_in_refused', { who })
      case 'sign_ins_refused':
        return t('journal.sign_ins_refused', { count })
      case 'users_registered':
        return t('journal.users_registered', { count })
      case 'user_created':
        return user === username
          ? t('journal.user_registered', { who })
          : t('journal.user_created', { who, user, role })
      case 'user_role':
        return t('journal.user_role', { who, user, role })
      case 'user_duties': {
        const duties = details.duties?.map((duty) => t(`journal.duties.${duty}`)) ?? []
        const names = new Intl.ListFormat(language).format(duties)
        return t(`journal.user_duties.${names ? 'some' : 'none'}`, { who, user, duties: names })
      }
      case 'password_set':
        return user === username ? t('journal.password_own', { who }) : t('journal.password_set', { who, user })
      case 'settings_changed': {
        const names = new Intl.ListFormat(language).format(settings.map(settingName))
        return t('journal.settings_changed', { who, names })
      }
      case 'menu_imported':
        return t(`journal.menu_imported.${what === 'list' ? 'list' : 'csv'}`, { who, added, count })
      case 'menu_bulk':
        return t(`journal.menu_bulk.${BULK_CHANGES.find((known) => known === what) ?? 'price'}`, { who, count })
      case 'price_changed':
        return t('journal.price_changed', { who, dish, from: amount(details.from), to: amount(details.to) })
      case 'exported': {
        const exportKind = what === 'menu' || what === 'reports' || what === 'customer' ? what : 'other'
        return t(`journal.exported.${exportKind}`, { who })
      }
      case 'erased':
        return t(`journal.erased.${what === 'customer' || what === 'order' ? what : 'other'}`, { who, count, order })
      default:
        return t(`journal.${kind}`, { who, user, table, event, added, count, backup })
    }
  }
}
