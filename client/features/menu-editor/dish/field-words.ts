import { useTranslation } from 'react-i18next'
import { NUTRIENTS } from '#shared/domain/nutrients.ts'
import { knownTags } from '#shared/domain/tags.ts'
import { useMoney, useSettings } from '../../../entities/settings/index.ts'
import { type DishField, type DishForm, typedPrice } from './dish-form.ts'

/** A dish's fields as words: their names, and what stands in them. */
export function useFieldWords() {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { currency } = useSettings()

  function wordsOf(field: DishField, form: DishForm): string {
    switch (field) {
      case 'price': {
        const price = typedPrice(form.price)
        return price === undefined ? form.price : format(price)
      }
      case 'isActive':
        return t(form.isActive ? 'menuEditor.isShown' : 'menuEditor.isHidden')
      case 'tags':
        return form.tags.map((tag) => knownTags([tag]).map((key) => t(`menu.tags.${key}.label`))[0] ?? tag).join(', ')
      case 'allergenCodes':
        return form.allergenCodes.map((code) => t(`menu.allergens.${code}`)).join(', ')
      case 'nutritionalValues':
        return NUTRIENTS.filter((nutrient) => form.nutritionalValues[nutrient] !== '')
          .map((nutrient) => `${t(`menuEditor.nutrients.${nutrient}`)} ${form.nutritionalValues[nutrient]}`)
          .join(', ')
      default:
        return form[field]
    }
  }

  return {
    label: (field: DishField) =>
      field === 'price' ? t(`menuEditor.priceIn.${currency}`) : t(`menuEditor.fields.${field}`),
    value: (field: DishField, form: DishForm) => wordsOf(field, form) || t('menuEditor.conflict.nothing'),
  }
}
