import type { dishColumnWords as enColumns, dishFieldWords as enFields } from '../en/dish-fields.ts'

/** The labels of a dish's fields in the editor. */
export const dishFieldWords: typeof enFields = {
  name: 'Nume · engleză',
  nameRo: 'Nume · română',
  description: 'Descriere · engleză',
  descriptionRo: 'Descriere · română',
  ingredients: 'Ingrediente · engleză',
  ingredientsRo: 'Ingrediente · română',
  category: 'Categorie',
  categoryRo: 'Categorie · română',
  imageUrl: 'Sau adresa web a unei imagini',
  tags: 'Etichete',
  allergenCodes: 'Alergeni',
  allergens: 'Alergeni, cu cuvintele dumneavoastră',
  nutritionalValues: 'Valori nutriționale',
  isActive: 'Vizibil pentru clienți',
}

/** The names of the CSV's columns in the preview of an import. */
export const dishColumnWords: typeof enColumns = {
  id: 'Id',
  name: 'Nume',
  nameRo: 'Nume în română',
  description: 'Descriere',
  descriptionRo: 'Descriere în română',
  price: 'Preț',
  category: 'Categorie',
  categoryRo: 'Categorie în română',
  imageUrl: 'Imagine',
  tags: 'Etichete',
  isActive: 'Vizibilitate',
  allergens: 'Alergeni, text',
  allergenCodes: 'Alergeni',
  calories: 'Calorii (kcal)',
  protein: 'Proteine (g)',
  carbs: 'Glucide (g)',
  fat: 'Grăsimi (g)',
  fiber: 'Fibre (g)',
  ingredients: 'Ingrediente',
  ingredientsRo: 'Ingrediente în română',
  saturates: 'Acizi grași saturați (g)',
  sugars: 'Zaharuri (g)',
  salt: 'Sare (g)',
}
