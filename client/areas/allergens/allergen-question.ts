import { type Named, nameIn } from '#shared/domain/language.ts'
import type { AllergenWarning } from '#shared/domain/menu/allergens.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { currentLanguage } from '../../lib/words/language.ts'
import { i18n } from '../../ui/index.ts'
import { allergenNames } from './guest-filter.ts'

/** Asks before adding a dish that contains, or may contain, an allergen that the guest has marked. */
export async function askAboutAllergens(item: Named, warning: AllergenWarning, add: () => void): Promise<void> {
  const language = currentLanguage()
  const t = i18n.getFixedT(language)
  const name = nameIn(language, item)
  const isConfirmed = await confirm({
    ...(warning.kind === 'contains'
      ? {
          title: t('allergens.askTitle', { name, allergens: allergenNames(t, language, warning.codes) }),
          description: t('allergens.askDescription'),
        }
      : {
          title: t('allergens.askUnknownTitle', { name }),
          description:
            warning.kind === 'undeclared'
              ? t('allergens.askUndeclared')
              : t('allergens.askText', { text: warning.text }),
        }),
    confirm: t('allergens.addAnyway'),
    cancel: t('allergens.doNotAdd'),
    isDestructive: true,
  })
  if (isConfirmed) add()
}
