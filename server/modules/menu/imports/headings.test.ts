import { describe, expect, it } from 'vitest'
import { CSV_COLUMNS } from '#shared/contracts/menu/menu-imports.ts'
import { columnsOf, headingOf, isKnownHeading } from './headings.ts'

const columns = (headings: string, chosen = {}) => columnsOf(headings.split(';').map(headingOf), chosen).map(String)

describe('the headings of a CSV', () => {
  it.each([
    ['Name;Description;Price;Category;Ingredients', 'name description price category ingredients'],
    ['Denumire;Descriere;Preț;Categorie;Ingrediente', 'nameRo descriptionRo price category ingredientsRo'],
    ['DENUMIRE ;  pret;CATEGORIE', 'nameRo price category'],
    ['Denumirea produsului;Preţ (lei);Secțiune', 'nameRo price category'],
    ['Pret vanzare (RON);Preparat', 'price nameRo'],
    ['Nume;Name', 'nameRo name'],
    ['Name;Nume', 'name nameRo'],
    ['Nume;Nume în română', 'name nameRo'],
    ['Nume (RO);Nume (EN)', 'nameRo name'],
    ['Denumire;nameRo', 'name nameRo'],
    ['Dish name;Romanian name', 'name nameRo'],
    ['Descriere în limba engleză;Descriere', 'description descriptionRo'],
    ['Category;Categorie RO;Category - Romanian', 'category categoryRo categoryRo'],
    ['Calorii (kcal);Proteine (g);Glucide;Grăsimi;Sare (g)', 'undefined protein carbs fat salt'],
    ['Alergeni;Coduri alergeni;Imagine;Etichete;Vizibil', 'allergens allergenCodes imageUrl tags isActive'],
    ['Nr. crt.;Observații;Gramaj;;Preț 2', 'undefined undefined undefined null undefined'],
  ])('%s are %s', (headings, expected) => {
    expect(columns(headings).join(' ')).toBe(expected)
  })

  it('are the names of the export, in any case', () => {
    expect(columnsOf(CSV_COLUMNS, {})).toEqual(CSV_COLUMNS)
    expect(
      columnsOf(
        CSV_COLUMNS.map((column) => column.toUpperCase()),
        {},
      ),
    ).toEqual(CSV_COLUMNS)
  })

  it('follow what the caller chose, also for a known one', () => {
    const chosen = { Observații: 'description', Gramaj: null, Denumire: 'name' }
    expect(columns('Observații;Gramaj;Denumire;Preț', chosen)).toEqual(['description', 'null', 'name', 'price'])
    expect(columns('__proto__;constructor;toString')).toEqual(['undefined', 'undefined', 'undefined'])
  })

  it('are recognized by their first fifty characters', () => {
    const long = headingOf(`  ${'x'.repeat(5_000_000)}`)
    expect(long).toHaveLength(50)
    expect(isKnownHeading(long)).toBe(false)
    expect(isKnownHeading('Preț')).toBe(true)
  })
})
