import { useTranslation } from 'react-i18next'
import type { DishField } from '#shared/contracts/menu/menu-fields.ts'
import { NUTRIENTS } from '#shared/domain/menu/nutrients.ts'
import { knownTags } from '#shared/domain/menu/tags.ts'
import { useMoney } from '../../../lib/settings/settings.ts'
import { knownPrice } from '../price/price-text.ts'
import type { DishForm } from './dish-form.ts'

/** Functions that return the label of a dish's field and its value as text. */
export function useFieldWords() {
  const { t } = useTranslation()
  const { format } = useMoney()

  function valueText(field: DishField, form: DishForm): string {
    switch (field) {
      case 'price': {
        const price = knownPrice(form.price)
        return price === undefined ? form.price : format(price)
      }
      case 'isActive':
        return t(form.isActive ? 'menuEditor.isShown' : 'menuEditor.isHidden')
      case 'allergensChecked':
        return t(form.allergensChecked ? 'menuEditor.checked' : 'menuEditor.notChecked')
      case 'tags':
        return form.tags.map((tag) => knownTags([tag]).map((key) => t(`menu.tags.${key}`))[0] ?? tag).join(', ')
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
    label: (field: DishField) => t(`menuEditor.fields.${field}`),
    value: (field: DishField, form: DishForm) => valueText(field, form) || t('menuEditor.conflict.nothing'),
  }
}
